import MemoCore

/// A picture in a frame.
struct PlacedPicture: Hashable, Sendable {
  let picture: Picture
  /// The cells that all of it takes.
  let fit: PictureFit
  /// The rows of it that are in view.
  let rows: Range<Int>
  /// Where the first of these is in the window.
  let row: Int
  let column: Int

  /// Whether all of it is in view.
  var isWhole: Bool { rows == 0..<fit.rows }

  /// Goes to where it is drawn.
  var cursorMove: String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

/// A picture in the form that a terminal takes.
public struct PictureData: Equatable, Sendable {
  /// For Kitty in chunks, else whole.
  let chunks: [String]
  /// Bytes of the file.
  let byteCount: Int

  /// A file as it is.
  init(_ file: [UInt8], _ form: PictureProtocol) {
    chunks = form == .kitty ? KittyGraphics.chunks(of: file) : [Base64(file).text]
    byteCount = file.count
  }

  /// What a program made; `nil` if that is not one picture in sixels.
  init?(sixel output: [UInt8]) {
    guard let text = SixelPicture.text(in: output) else { return nil }
    (chunks, byteCount) = ([text], output.count)
  }
}

/// A picture to be prepared for a terminal.
public struct PictureRequest: Hashable, Sendable {
  let picture: Picture
  let form: PictureProtocol
  /// The size in pixels, where the terminal does not scale it.
  let pixels: PictureSize?

  init(_ placed: PlacedPicture, _ form: PictureProtocol, _ cell: CellSize) {
    (picture, self.form) = (placed.picture, form)
    let (width, height) = (placed.fit.columns * cell.width, placed.fit.rows * cell.height)
    pixels = form == .sixel ? PictureSize(width, height) : nil
  }
}

/// What of pictures a terminal holds and shows, and the text that brings it from one frame to the next.
///
/// Kitty keeps a picture under a number, so that a frame only places it. The other protocols draw one into cells, all of it
/// each time: that waits until no key comes, and ends when these cells are written.
struct PictureStage {
  /// What a frame does about pictures.
  struct Step: Equatable {
    /// To be written after the cells.
    var text = ""
    /// Pictures that are gone, whose cells must be written again.
    var uncovered: [PlacedPicture] = []
    /// What has to be prepared.
    var requests: [PictureRequest] = []
    /// Whether something is to be drawn once no key comes.
    var isUnfinished = false
  }

  /// Pictures that are kept; a terminal may have little room for more.
  private static let most = 32
  private static let mostBytes = 48 << 20
  /// Chunks that are written at a time, between keys.
  private static let chunksAtOnce = 48

  /// What the terminal shows.
  private var shown: [PlacedPicture] = []
  private var data: [PictureRequest: PictureData] = [:]
  /// What was asked for, oldest first.
  private var requested: [PictureRequest] = []
  /// The numbers of pictures that a terminal of Kitty's protocol has, or is about to have.
  private var numbers: [Picture: Int] = [:]
  private var lastNumber = KittyGraphics.firstNumber
  /// What is left to write of pictures that are handed over, one after the other.
  private var outgoing: [(number: Int, chunks: ArraySlice<String>)] = []
  /// Whether the window was cleared since pictures were placed.
  private var isCleared = false

  /// Whether there is more to write.
  var isSending: Bool { !outgoing.isEmpty }

  /// Takes a picture that was prepared; `nil` for one that cannot be.
  mutating func take(_ new: PictureData?, for request: PictureRequest) {
    guard let new, requested.contains(request) else { return }
    guard request.form == .kitty else {
      data[request] = new
      return
    }
    lastNumber += 1
    numbers[request.picture] = lastNumber
    outgoing.append((lastNumber, new.chunks[...]))
  }

  /// The next piece of what is handed over. Nothing of the protocol may come between two of them.
  mutating func nextPiece() -> String {
    guard let (number, chunks) = outgoing.first else { return "" }
    let (piece, rest) = (chunks.prefix(Self.chunksAtOnce), chunks.dropFirst(Self.chunksAtOnce))
    if rest.isEmpty { outgoing.removeFirst() } else { outgoing[0].chunks = rest }
    return KittyGraphics.transmission(
      of: piece, number: number, isFirst: piece.startIndex == 0, isLast: rest.isEmpty)
  }

  /// The step to the next frame.
  ///
  /// - Parameters:
  ///   - wanted: the pictures of that frame.
  ///   - isCleared: whether the window is cleared for it.
  ///   - mayDraw: whether no key has come for a moment.
  mutating func step(
    to wanted: [PlacedPicture], _ form: PictureProtocol, _ cell: CellSize, isCleared: Bool, mayDraw: Bool
  ) -> Step {
    var step = Step()
    for placed in wanted {
      let request = PictureRequest(placed, form, cell)
      if !requested.contains(request) { step.requests.append(request) }
    }
    requested += step.requests
    if form == .kitty {
      self.isCleared = self.isCleared || isCleared
      place(wanted, &step)
    } else {
      draw(wanted.filter(\.isWhole), form, cell, isCleared: isCleared, mayDraw: mayDraw, &step)
    }
    forget(besides: wanted, form, cell, &step)
    return step
  }

  private mutating func place(_ wanted: [PlacedPicture], _ step: inout Step) {
    // It waits for the end of what is handed over, of which most terminals need a tenth of a second.
    guard !isSending else { return }
    let ready = wanted.filter { numbers[$0.picture] != nil }
    for (picture, number) in numbers.sorted(by: { $0.value < $1.value }) {
      let (old, new) = (shown.filter { $0.picture == picture }, ready.filter { $0.picture == picture })
      guard old != new || isCleared else { continue }
      if !old.isEmpty { step.text += KittyGraphics.removal(number: number) }
      for (place, placed) in new.enumerated() {
        step.text += placed.cursorMove + KittyGraphics.placement(of: placed, number: number, place: place + 1)
      }
    }
    (shown, isCleared) = (ready, false)
  }

  private mutating func draw(
    _ wanted: [PlacedPicture], _ form: PictureProtocol, _ cell: CellSize, isCleared: Bool, mayDraw: Bool,
    _ step: inout Step
  ) {
    step.uncovered = isCleared ? [] : shown.filter { !wanted.contains($0) }
    shown = isCleared ? [] : shown.filter(wanted.contains)
    for placed in wanted where !shown.contains(placed) {
      guard let ready = data[PictureRequest(placed, form, cell)] else { continue }
      guard mayDraw else {
        step.isUnfinished = true
        continue
      }
      let text = ready.chunks.joined()
      step.text += placed.cursorMove
      step.text +=
        form == .sixel ? text : InlineImage.drawing(text, byteCount: ready.byteCount, placed.fit)
      shown.append(placed)
    }
  }

  /// Forgets the oldest pictures, but none that is in view.
  private mutating func forget(
    besides wanted: [PlacedPicture], _ form: PictureProtocol, _ cell: CellSize, _ step: inout Step
  ) {
    guard !isSending else { return }
    let needed = Set(wanted.map { PictureRequest($0, form, cell) })
    while requested.count > Self.most || requested.reduce(0, { $0 + Int($1.picture.stamp.size) }) > Self.mostBytes {
      guard let place = requested.firstIndex(where: { !needed.contains($0) }) else { return }
      let request = requested.remove(at: place)
      data[request] = nil
      if let number = numbers.removeValue(forKey: request.picture) {
        step.text += KittyGraphics.release(number: number)
      }
    }
  }

  /// Removes all pictures, before another program gets the terminal.
  mutating func release() -> String {
    let abortion = isSending ? KittyGraphics.abortion : ""
    let text = abortion + numbers.values.sorted().map { KittyGraphics.release(number: $0) }.joined()
    let last = lastNumber
    self = PictureStage()
    lastNumber = last
    return text
  }
}
