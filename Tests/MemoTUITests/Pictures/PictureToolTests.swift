import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// The programs that convert pictures.
@Suite struct PictureToolTests {
  private static let stamp = FileStamp(size: 24, modified: 1, changed: 1, inode: 1)
  private static let cell = CellSize.usual

  private static func request(_ form: PictureProtocol, _ format: PictureFormat) -> PictureRequest {
    let picture = Picture(path: VaultPath("@msl:x"), stamp: stamp, format: format, size: PictureSize(80, 80))
    let fit = PictureFit(picture.size, cell, columns: 40, rows: 10)
    return PictureRequest(PlacedPicture(picture: picture, fit: fit, rows: 0..<5, row: 0, column: 0), form, cell)
  }

  @Test func toolsReadStandardInputInANamedFormat() {
    let request = Self.request(.kitty, .webp)
    for tool in [PictureTool.magick, .convert] {
      let words = tool.arguments(for: request)
      #expect(words.contains("webp:-[0]") && words.last == "png:-" && !words.joined().contains("msl"))
      #expect(tool.arguments(for: Self.request(.sixel, .gif)).suffix(3) == ["-colors", "256", "sixel:-"])
    }
    #expect(PictureTool.img2sixel.arguments(for: Self.request(.sixel, .png)) == ["-w", "80", "-h", "80"])
    let all = Set(PictureTool.allCases)
    #expect(PictureTool.tool(for: .sixel, .webp, among: [.img2sixel]) == nil)
    #expect(PictureTool.tool(for: .kitty, .jpeg, among: [.img2sixel]) == nil)
    #expect(PictureTool.tool(for: .sixel, .png, among: all) == .magick)
  }

  private static let system = SystemPrograms(environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
  static let hasTool = PictureTool.allCases.prefix(2).contains { system.find($0.rawValue) != nil }

  @Test(.enabled(if: hasTool, "ImageMagick is not installed"), arguments: [PictureFormat.png, .jpeg, .gif])
  func picturesAreConverted(format: PictureFormat) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let tool = try #require(PictureTool.allCases.lazy.compactMap { Self.system.find($0.rawValue) }.first)
    let made = try Self.system.run(
      tool, arguments: ["-size", "400x200", "xc:red", "\(format.rawValue):-"].map { Array($0.utf8) }, reading: [])
    try folder.write(made.output, to: VaultPath("p"))
    let vault = try folder.openVault()
    let stamp = try #require(vault.files.stamp(of: VaultPath("p")))
    let reader = PictureReader(vault: vault, programs: Self.system)
    let picture = Picture(path: VaultPath("p"), stamp: stamp, format: format, size: PictureSize(400, 200))
    let fit = PictureFit(picture.size, Self.cell, columns: 20, rows: 20)
    let placed = PlacedPicture(picture: picture, fit: fit, rows: 0..<fit.rows, row: 0, column: 0)
    let sixel = try #require(reader.data(for: PictureRequest(placed, .sixel, Self.cell)))
    #expect(sixel.chunks[0].contains("\"1;1;160;80"), "\(sixel.chunks[0].prefix(60))")
    #expect(reader.data(for: PictureRequest(placed, .kitty, Self.cell))?.chunks.first?.hasPrefix("iVBORw0KGgo") == true)
    // What looked like a picture and is another file now.
    try folder.overwrite(VaultPath("p"), with: Array("push graphic-context\n".utf8))
    #expect(reader.data(for: PictureRequest(placed, .sixel, Self.cell)) == nil)
  }
}
