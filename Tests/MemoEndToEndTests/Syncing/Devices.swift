import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Several vaults, as if on several machines, and the bare repository `hub.git` that they sync with.
final class Devices {
  let sandbox: Sandbox
  /// The folders of the vaults.
  let names: [String]
  /// What programs get in their environment on each device besides.
  var variables: [Int: [String: String]] = [:]

  /// Makes the hub and empty folders.
  init(_ count: Int) throws {
    sandbox = try Sandbox(hasMarker: false)
    names = (0..<count).map { "d\($0)" }
    let config = "[user]\n\tname = Tester\n\temail = tester@example.org\n[init]\n\tdefaultBranch = main\n"
    try sandbox.folder.write(config, to: "home/.gitconfig")
    sandbox.variables["GIT_CONFIG_NOSYSTEM"] = "1"
    for name in names { try sandbox.folder.makeFolders(VaultPath(name)) }
    try git("init", "-q", "--bare", "hub.git", in: "")
  }

  /// A hub with one memo on it, and every device in step.
  static func inStep(_ count: Int = 2, _ text: String = "# A\none\ntwo\nthree\n") throws -> Devices {
    let devices = try Devices(count)
    try devices.write(text, to: "a.md", on: 0)
    for device in 0..<count { try devices.join(device) }
    return devices
  }

  var hub: String { sandbox.folder.path.appending("hub.git").text }

  /// Connects a device with the hub.
  func join(_ device: Int, _ location: SourceLocation = #_sourceLocation) throws {
    let run = try sync(device, "--remote", hub)
    try #require(run.end == .exited(0), "\(run.errors)", sourceLocation: location)
  }

  // MARK: Files

  private func path(_ name: String, _ device: Int) -> VaultPath { VaultPath("\(names[device])/\(name)") }

  func write(_ text: String, to name: String, on device: Int, modified: Int64? = nil) throws {
    try sandbox.folder.write(Array(text.utf8), to: path(name, device), modified: modified)
  }

  func text(_ name: String, on device: Int) throws -> String? {
    try sandbox.folder.bytes(of: path(name, device)).map { String(decoding: $0, as: UTF8.self) }
  }

  func remove(_ name: String, on device: Int) throws {
    try sandbox.folder.remove(path(name, device))
  }

  func modified(_ name: String, on device: Int) -> Int64? {
    sandbox.folder.status(of: path(name, device))?.stamp.modified
  }

  /// All files of a device outside of `.git` and `.memo`.
  ///
  /// - Parameter limit: how many bytes a file may have; of a larger one there is its start, and its size.
  func files(_ device: Int, upTo limit: UInt64 = .max) throws -> [VaultPath: [UInt8]] {
    try files(in: names[device], upTo: limit)
  }

  func files(in folder: String, upTo limit: UInt64 = .max) throws -> [VaultPath: [UInt8]] {
    var found: [VaultPath: [UInt8]] = [:]
    var folders = [VaultPath.root]
    while let place = folders.popLast() {
      for name in try sandbox.folder.names(in: VaultPath(folder).appending(place.bytes)) {
        if place == .root, [".git", ".memo"].contains(String(decoding: name, as: UTF8.self)) { continue }
        let path = place.appending(name)
        let whole = VaultPath(folder).appending(path.bytes)
        guard let status = sandbox.folder.status(of: whole) else { continue }
        if status.isFolder { folders.append(path) }
        let start = status.isFile && status.stamp.size > limit ? try sandbox.folder.start(of: whole, Int(limit)) : nil
        if let start {
          found[path] = start + Array("\(status.stamp.size)".utf8)
        } else if let bytes = try sandbox.folder.bytes(of: whole) {
          found[path] = bytes
        }
      }
    }
    return found
  }

  // MARK: Running

  @discardableResult
  func sync(_ device: Int, _ words: String...) throws -> MemoRun {
    try memo(device, ["sync"] + words)
  }

  func memo(_ device: Int, _ words: [String]) throws -> MemoRun {
    // From outside of the vault; the paths are compared between devices.
    let options = ["--vault", names[device], "--root-relative"]
    return try sandbox.run(["memo"] + options + words, in: "", input: [], with: variables[device] ?? [:])
  }

  /// Syncs a device; the test cannot go on where that fails.
  func mustSync(_ device: Int, _ words: String..., at location: SourceLocation = #_sourceLocation) throws {
    let run = try memo(device, ["sync"] + words)
    try #require(run.end == .exited(0), "\(run.errors)", sourceLocation: location)
  }

  @discardableResult
  func git(_ words: String..., in folder: String) throws -> String {
    let run = try sandbox.run(["git"] + words, in: folder, input: [], with: [:])
    try #require(run.end == .exited(0), "\(words): \(run.errors)")
    return run.text
  }

  func head(_ device: Int) throws -> String {
    try git("rev-parse", "HEAD", in: names[device])
  }

  /// The newest-first order with the times that memo shows.
  func order(of folder: String) throws -> String {
    try sandbox.run(
      ["memo", "--vault", folder, "--root-relative", "list", "-n", "0", "--format", "{modified} {path}"], in: "",
      input: [],
      with: names.firstIndex(of: folder).flatMap { variables[$0] } ?? [:]
    ).text
  }

  /// The same with the times that the history has: a file that was just saved without a change keeps its own for some minutes.
  func recordedOrder(of folder: String) throws -> String {
    let variables = names.firstIndex(of: folder).flatMap { self.variables[$0] } ?? [:]
    let words = ["memo", "--vault", folder, "index", "--restore-times"]
    _ = try sandbox.run(words, in: "", input: [], with: variables)
    return try order(of: folder)
  }

  /// Expects all devices to hold the same files, commit and order, with nothing left over.
  func expectInStep(_ location: SourceLocation = #_sourceLocation) throws {
    let (files, head, order) = (try files(0), try head(0), try recordedOrder(of: names[0]))
    for device in names.indices {
      #expect(try self.files(device) == files, "files of \(device)", sourceLocation: location)
      #expect(try self.head(device) == head, "commit of \(device)", sourceLocation: location)
      #expect(try self.recordedOrder(of: names[device]) == order, "order of \(device)", sourceLocation: location)
      let status = try git("status", "--porcelain", in: names[device])
      #expect(status.isEmpty, "status of \(device): \(status)", sourceLocation: location)
    }
  }
}
