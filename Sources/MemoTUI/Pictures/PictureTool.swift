import MemoCore
import MemoStore

/// A program that turns pictures into a form that a terminal takes. memo itself decodes none.
public enum PictureTool: String, CaseIterable, Sendable {
  case magick, convert, img2sixel

  /// The sides of a picture for a terminal that scales it: enough for half a large window.
  private static let longestSide = 1_600

  /// Whether it makes the form of a picture.
  func makes(_ form: PictureProtocol, from format: PictureFormat) -> Bool {
    switch self {
    case .magick, .convert: form != .iterm2
    case .img2sixel: form == .sixel && format != .webp
    }
  }

  /// Its arguments. The picture comes by standard input, and its format is named: nothing of a file's name or of what is in
  /// it decides what is read.
  func arguments(for request: PictureRequest) -> [String] {
    let sides = request.pixels ?? PictureSize(Self.longestSide, Self.longestSide)
    if case .img2sixel = self { return ["-w", "\(sides.width)", "-h", "\(sides.height)"] }
    let limits = [("memory", "512MiB"), ("map", "512MiB"), ("disk", "0"), ("thread", "1"), ("time", "10")]
    let isFixed = request.pixels != nil
    // Of an animation the first picture is drawn.
    let reading = [
      "-define", "jpeg:size=\(2 * sides.width)x\(2 * sides.height)", "\(request.picture.format.rawValue):-[0]",
    ]
    let scaling = ["-auto-orient", "-thumbnail", "\(sides.width)x\(sides.height)\(isFixed ? "!" : ">")"]
    let writing = isFixed ? ["-colors", "256", "sixel:-"] : ["png:-"]
    return limits.flatMap { ["-limit", $0.0, $0.1] } + reading + scaling + writing
  }

  static func tool(for form: PictureProtocol, _ format: PictureFormat, among tools: Set<PictureTool>) -> PictureTool? {
    allCases.first { tools.contains($0) && $0.makes(form, from: format) }
  }
}

/// What can be drawn on a terminal.
struct DrawablePictures: Equatable, Sendable {
  var tools: Set<PictureTool> = []
  var isRemote = false

  /// Whether a picture can be drawn.
  func contains(_ picture: Picture, on form: PictureProtocol) -> Bool {
    guard picture.isDrawable(isRemote: isRemote) else { return false }
    return Self.isTaken(picture.format, by: form) || PictureTool.tool(for: form, picture.format, among: tools) != nil
  }

  /// Whether a terminal takes files of a format as they are.
  static func isTaken(_ format: PictureFormat, by form: PictureProtocol) -> Bool {
    switch form {
    case .kitty: format == .png
    case .iterm2: true
    case .sixel: false
    }
  }
}

/// Reads pictures and prepares them for a terminal.
struct PictureReader {
  let vault: Vault
  let programs: any Programs

  /// A tool that takes longer, or makes more, is ended.
  private static let limits = ProgramLimits(
    time: .seconds(10), output: 32 << 20, memory: 1 << 30, isConfined: true)

  /// The tools that this machine has.
  var tools: Set<PictureTool> { Set(PictureTool.allCases.filter { find($0) != nil }) }

  /// A picture in the form that a terminal takes; `nil` if its file has changed, or cannot be read or converted.
  func data(for request: PictureRequest) -> PictureData? {
    let (picture, form) = (request.picture, request.form)
    // What was looked at may be another file by now.
    guard let bytes = contents(of: picture), PictureFormat(bytes) == picture.format,
      let size = PictureSize(bytes), size.isDrawable
    else { return nil }
    if DrawablePictures.isTaken(picture.format, by: form) {
      return PictureData(bytes, form)
    }
    return converted(bytes, request)
  }

  private func contents(of picture: Picture) -> [UInt8]? {
    var bytes: [UInt8] = []
    let limit = Int(Picture.longestFile)
    let isRead = try? vault.files.stream(picture.path) { piece throws(FileError) in
      bytes += piece
      if bytes.count > limit { throw FileError(.read, path: picture.path.bytes, reason: .tooLarge) }
    }
    return isRead == true ? bytes : nil
  }

  private func converted(_ bytes: [UInt8], _ request: PictureRequest) -> PictureData? {
    let format = request.picture.format
    guard let tool = PictureTool.tool(for: request.form, format, among: tools), let program = find(tool) else {
      return nil
    }
    let arguments = tool.arguments(for: request).map { Array($0.utf8) }
    let result = try? programs.run(program, arguments: arguments, reading: bytes, within: Self.limits)
    guard let result, result.exit.isSuccess else { return nil }
    if request.form == .sixel { return PictureData(sixel: result.output) }
    guard PictureFormat(result.output) == .png, PictureSize(result.output)?.isDrawable == true else { return nil }
    return PictureData(result.output, request.form)
  }

  private func find(_ tool: PictureTool) -> [UInt8]? { programs.find(tool.rawValue, outside: vault.root) }
}
