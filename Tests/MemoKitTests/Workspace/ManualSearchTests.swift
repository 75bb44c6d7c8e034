import MemoCore
import MemoKit
import Testing

@Suite struct ManualSearchTests {
  static let places: [(manualPath: String?, programPath: String?, folder: String, isFound: Bool)] = [
    // Without a variable, next to the folders of programs, and where systems have their pages.
    (nil, "/usr/bin:/home/me/.local/bin", "/home/me/.local/share/man", true),
    (nil, "/usr/bin", "/home/me/.local/share/man", false), (nil, "/opt/memo/bin/", "/opt/memo/man", true),
    (nil, nil, "/usr/local/share/man", true), ("", "/a/bin", "/a/share/man", true),
    // With it, only where it says, and where programs are if a part of it is empty.
    ("/usr/share/man", "/home/me/.local/bin", "/home/me/.local/share/man", false),
    ("/usr/share/man:/home/me/.local/share/man/", nil, "/home/me/.local/share/man", true),
    ("/x:", "/home/me/.local/bin", "/home/me/.local/share/man", true), ("/x::/y", nil, "/usr/share/man", true),
    ("/x", nil, "/usr/share/man", false), (nil, "", "/", false),
  ]

  @Test(arguments: places)
  func manFindsWhatItsVariablesLeadTo(manualPath: String?, programPath: String?, folder: String, isFound: Bool) {
    let search = ManualSearch(manualPath: manualPath, programPath: programPath)
    #expect(search.finds(HostPath(folder)) == isFound)
  }
}
