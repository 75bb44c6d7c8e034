import MemoCore

/// What is known about drawing pictures: on this terminal, with the tools of this machine.
struct ShownPictures: Sendable {
  /// Whether the terminal draws pictures.
  var support = PictureSupport()
  var drawable = DrawablePictures()
  /// Pictures that could not be read or converted.
  private var failed: Set<Picture> = []

  /// A picture takes at most one of so many parts of the pane's height.
  private static let partsOfPane = 2

  init() {}

  init(_ support: PictureSupport, isRemote: Bool) {
    self.support = support
    drawable.isRemote = isRemote
  }

  /// Notes that a picture cannot be drawn, though it looked as if it could.
  mutating func fail(_ picture: Picture) {
    failed.insert(picture)
  }

  /// The rows of pictures in an area of text.
  func rows(of notes: [String: PictureNote], in area: BrowserLayout.Area) -> PictureRows {
    guard support.known != nil, !notes.isEmpty else { return PictureRows() }
    return PictureRows(notes.compactMapValues { fit($0.picture, in: area)?.rows })
  }

  /// The cells of a picture in an area of text; `nil` where it is not drawn.
  func fit(_ picture: Picture?, in area: BrowserLayout.Area) -> PictureFit? {
    guard let picture, let form = support.known, drawable.contains(picture, on: form), !failed.contains(picture),
      area.rows >= Self.partsOfPane
    else { return nil }
    return PictureFit(picture.size, support.cell, columns: area.columns, rows: area.rows / Self.partsOfPane)
  }
}

extension BrowserState {
  /// Asks what the terminal's own colours are seen on, where they are used.
  mutating func askBackground() -> [BrowserEffect] {
    guard looks.theme == .terminal else { return [] }
    return pictures.support.askBackground().map { [.askTerminal($0)] } ?? []
  }

  /// Takes an answer of the terminal.
  mutating func take(_ report: TerminalReport) {
    if case .background(let isLight) = report { looks.theme.isOnLight = isLight }
    pictures.support.take(report)
  }

  /// Takes what is shown about the pictures of a memo. The terminal is asked when there is a first one.
  mutating func takePictures(
    _ notes: [String: PictureNote], of path: VaultPath, with tools: Set<PictureTool>
  ) -> [BrowserEffect] {
    guard pane?.path == path else { return [] }
    pane?.pictures = notes
    guard notes.values.contains(where: { $0.picture != nil }) else { return [] }
    pictures.drawable.tools = tools
    return pictures.support.ask().map { [.askTerminal($0)] } ?? []
  }
}

extension BrowserView {
  /// The pictures of a frame: below their lines, as far as these are in view and nothing covers them.
  static func pictures(of state: BrowserState, on grid: CellGrid) -> [PlacedPicture] {
    guard let pane = state.pane, let area = state.layout.text, pane.editor.layout.hasPictures else { return [] }
    switch state.mode {
    case .help, .choosing: return []
    default: break
    }
    let (layout, lines) = (pane.editor.layout, pane.editor.buffer.lines)
    var placed: [PlacedPicture] = []
    var row = 0
    while row < area.rows, pane.top + row < layout.rowCount {
      let first = layout.row(pane.top + row, in: lines)
      let height = layout.pictureHeight(ofLine: first.line)
      guard let place = first.picture else {
        row += 1
        continue
      }
      let shown = place..<min(height, place + area.rows - row)
      defer { row += max(1, shown.count) }
      guard let target = PictureRows.target(of: lines[first.line].bytes),
        let picture = pane.pictures[target]?.picture, let fit = state.pictures.fit(picture, in: area),
        fit.rows == height, fit.columns <= area.columns,
        grid.isBlank(
          rows: area.row + row..<area.row + row + shown.count, columns: area.column..<area.column + fit.columns)
      else { continue }
      placed.append(
        PlacedPicture(picture: picture, fit: fit, rows: shown, row: area.row + row, column: area.column))
    }
    return placed
  }
}

extension CellGrid {
  /// Notes that cells still show a picture that is gone.
  mutating func forget(_ placed: PlacedPicture) {
    forget(
      rows: placed.row..<placed.row + placed.rows.count, columns: placed.column..<placed.column + placed.fit.columns)
  }
}

/// Brings pictures to the terminal, frame by frame.
struct PicturePainter {
  /// Pictures that take long to draw wait so long after the last key.
  private static let rest = Duration.milliseconds(60)

  private var stage = PictureStage()
  /// When it is due to draw what is not drawn yet.
  private(set) var restTime: Duration?

  /// Whether more of a picture is to be written.
  var isSending: Bool { stage.isSending }

  /// The next piece of a picture that is handed over.
  mutating func nextPiece() -> String { stage.nextPiece() }

  /// The step to a frame.
  mutating func step(
    to grid: CellGrid, of state: BrowserState, isCleared: Bool, at now: Duration
  ) -> PictureStage.Step {
    guard let form = state.pictures.support.known else { return PictureStage.Step() }
    let wanted = BrowserView.pictures(of: state, on: grid)
    let mayDraw = restTime.map { $0 <= now } ?? false
    var step = stage.step(to: wanted, form, state.pictures.support.cell, isCleared: isCleared, mayDraw: mayDraw)
    restTime = step.isUnfinished ? now + Self.rest : nil
    // The cursor stays where the cells have it.
    if !step.text.isEmpty { step.text = "\u{1B}7\(step.text)\u{1B}8" }
    return step
  }

  /// Takes a picture that was prepared; `nil` for one that cannot be.
  mutating func take(_ data: PictureData?, for request: PictureRequest) { stage.take(data, for: request) }

  /// What removes all pictures from the terminal.
  mutating func release() -> String {
    restTime = nil
    return stage.release()
  }
}
