import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct RemoteAddressTests {
  @Test(arguments: [
    ("https://h/x.git", "https://h/x.git", "x"), ("ssh://me@h:22/x", "ssh://me@h:22/x", "x"),
    ("me@h:notes/x.git", "me@h:notes/x.git", "x"), ("h:x", "h:x", "x"),
    ("file:///srv/x.git/", "file:///srv/x.git/", "x"),
    ("/srv/x.git", "/srv/x.git", "x"), ("../x", "/x", "x"), ("x:y/z".replacing(":", with: "/"), "/here/x/y/z", "z"),
    ("~/n", "/home/me/n", "n"), ("./a:b", "/here/a:b", "b"),
    ("a \"b\".git", "/here/a \"b\".git", "a \"b\""), ("/srv/a::b", "/srv/a::b", "b"),
    ("https://[fd00::1]:8443/x.git", "https://[fd00::1]:8443/x.git", "x"),
    ("ssh://me@[fd00::1]/x", "ssh://me@[fd00::1]/x", "x"), ("me@[fd00::1]:x", "me@[fd00::1]:x", "x"),
  ])
  func aPlaceIsReadAsGitReadsIt(name: String, text: String, folder: String) throws {
    let address = try #require(RemoteAddress(name, from: HostPath("/here"), home: HostPath("/home/me")))
    #expect(address.text == text)
    #expect(address.folderName == folder)
  }

  @Test(arguments: [
    "", "-x", "--upload-pack=x", "ext::x", "fd::3", "git://h/x", "http://h/x", "ftp://h/x", "ssh://-oProxyCommand=x/y",
    "a\nb", "https://h/\"x", "h:\"x", "h::x", "::x", "a-b+c.d::x", "HTTPS://h/x", "ext::\u{301}x", "ext:\u{301}://x",
  ])
  func whatGitCouldTakeForSomethingElseIsRefused(name: String) {
    #expect(RemoteAddress(name, from: HostPath("/here"), home: nil) == nil, "\(name)")
  }

  @Test(arguments: [
    ("https://me:secret@h/x.git", "https://h/x.git"), ("https://token@h/x", "https://h/x"),
    ("https://token:x-oauth-basic@h/x", "https://h/x"), ("ssh://me:secret@h/x", "ssh://me@h/x"),
    ("ssh://me@h/x", "ssh://me@h/x"), ("ssh://:secret@h/x", "ssh://h/x"),
    ("https://h:8443/x@y:z", "https://h:8443/x@y:z"), ("https://me:a@b@h/x", "https://h/x"),
    ("me@h:x", "me@h:x"), ("/srv/a:b@c", "/srv/a:b@c"), ("https://me:secret@\u{301}h/x", "https://\u{301}h/x"),
    ("ssh://\u{301}me:\u{20DD}secret@h/x", "ssh://\u{301}me@h/x"),
  ])
  func aPasswordOrATokenIsNotShown(address: String, shown: String) {
    #expect(RemoteAddress.shown(address) == shown)
  }

  /// As git's transports tell them apart: what is neither a URL nor has a colon before its first slash is a folder.
  @Test(arguments: [
    ("/srv/x.git", "/srv/x.git"), ("./.store.git", "/vault/.store.git"), (".store.git", "/vault/.store.git"),
    ("../x", "/x"), ("./a:b", "/vault/a:b"), ("a/b:c", "/vault/a/b:c"), ("file:///srv/x", "/srv/x"),
    ("file:////srv//x/", "/srv/x"), ("file://srv/x", "/srv/x"), ("file:///vault/%2e%73tore.git", "/vault/.store.git"),
    ("file:///vault/%2", "/vault/%2"), ("/\u{301}x", "/\u{301}x"), ("\u{301}/a:b", "/vault/\u{301}/a:b"),
    ("", "/vault"),
  ])
  func whatGitTakesForAFolderIsOne(url: String, folder: String) {
    #expect(RemotePlace(url, from: HostPath("/vault")) == .folder(HostPath(folder)), "\(url)")
  }

  @Test(arguments: [
    ("https://h/x", RemotePlace.other), ("git://h/x", .other), ("FILE:///x", .other), ("ext::sh -c x", .other),
    ("fd::7/x", .other), ("file::/x", .other), ("~/x", .other), ("~me/x", .other), ("h:x", .ssh(host: "h")),
    ("me@H:a@b/c", .ssh(host: "h")), ("[::1]:x", .ssh(host: "::1")), ("me@[h]:x", .ssh(host: "h")),
    ("ssh://me:pw@h:22/x", .ssh(host: "h")), ("ssh://[::1]:22/x", .ssh(host: "::1")),
    ("git+ssh://h/x", .ssh(host: "h")),
    ("ssh://%6cocalhost/x", .ssh(host: "localhost")),
  ])
  func whatGitReachesOverANetworkIsNoFolder(url: String, place: RemotePlace) {
    #expect(RemotePlace(url, from: HostPath("/vault")) == place, "\(url)")
  }

  @Test(arguments: [
    ("localhost:x", true), ("ssh://127.0.0.1/x", true), ("[::1]:x", true), ("me@Desk:x", true), ("x.localhost:x", true),
    ("desk.example.org:x", false), ("https://localhost/x", false), ("/srv/x", true), ("host:x", false),
  ])
  func sshToThisMachineIsADetourToIt(url: String, isHere: Bool) {
    #expect(RemotePlace(url, from: HostPath("/vault")).isOnThisMachine(called: "Desk") == isHere, "\(url)")
  }
}
