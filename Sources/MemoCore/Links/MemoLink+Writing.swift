extension MemoLink {
  /// The paths that its target names as it is written, from a memo's folder and from the root; none outside of the vault.
  public func paths(from folder: VaultPath) -> [VaultPath] {
    let address = Array(target.utf8).withUnsafeBytes { LinkAddress($0, kind) }
    return [folder, .root].compactMap { address.path(from: $0) }.map { VaultPath(bytes: $0) }
  }

  /// Whether `[[target]]` is read as a link with just this target, whatever is around it.
  public static func canWrite(_ target: String) -> Bool {
    // These could pair with a bracket or backtick outside of the link.
    guard !target.isEmpty, !target.utf8.contains(where: "[]`".utf8.contains) else { return false }
    return Array("[[\(target)]]".utf8).withUnsafeBytes { text in
      let links = LinkSpan.all(in: text).map(\.link)
      guard links.count == 1, links[0].range == 0..<text.count else { return false }
      let link = MemoLink(links[0], in: text)
      return link.target.utf8.elementsEqual(target.utf8) && link.heading == nil && link.label == nil
    }
  }
}
