import MemoCore
import Testing

@testable import MemoVault

@Suite struct RemoteAddressTests {
  @Test(arguments: [
    ("https://h/x.git", "https://h/x.git", "x"), ("ssh://me@h:22/x", "ssh://me@h:22/x", "x"),
    ("me@h:notes/x.git", "me@h:notes/x.git", "x"), ("h:x", "h:x", "x"),
    ("file:///srv/x.git/", "file:///srv/x.git/", "x"),
    ("/srv/x.git", "/srv/x.git", "x"), ("../x", "/x", "x"), ("x:y/z".replacing(":", with: "/"), "/here/x/y/z", "z"),
    ("~/n", "/home/me/n", "n"), ("./a:b", "/here/a:b", "b"),
  ])
  func aPlaceIsReadAsGitReadsIt(name: String, text: String, folder: String) throws {
    let address = try #require(RemoteAddress(name, from: HostPath("/here"), home: HostPath("/home/me")))
    #expect(address.text == text)
    #expect(address.folderName == folder)
  }

  @Test(arguments: [
    "", "-x", "--upload-pack=x", "ext::x", "fd::3", "git://h/x", "http://h/x", "ftp://h/x", "ssh://-oProxyCommand=x/y",
    "a\nb", "https://h/\"x", "h::x",
  ])
  func whatGitCouldTakeForSomethingElseIsRefused(name: String) {
    #expect(RemoteAddress(name, from: HostPath("/here"), home: nil) == nil, "\(name)")
  }

  @Test(arguments: [
    ("https://me:secret@h/x.git", "https://me@h/x.git"), ("https://me@h/x", "https://me@h/x"),
    ("https://h:8443/x@y:z", "https://h:8443/x@y:z"), ("https://me:a@b@h/x", "https://me@h/x"),
    ("me@h:x", "me@h:x"), ("/srv/a:b@c", "/srv/a:b@c"),
  ])
  func aPasswordIsNotShown(address: String, shown: String) {
    #expect(RemoteAddress.shown(address) == shown)
  }
}
