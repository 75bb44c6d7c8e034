/// One of the names under which a link is looked for.
struct LinkStep {
  /// Which extensions the memo's file may have.
  enum Ending {
    /// Any: the name has none.
    case any
    /// Any, but `.md` before `.markdown`.
    case preferred
    /// The one that is written.
    case written(MemoExtension)
  }

  let rule: LinkRule
  let role: NameRole
  /// A path or name, without extension where it has one.
  let name: ArraySlice<UInt8>
  let ending: Ending
}

extension LinkAddress {
  /// Whether the target can only be a name: all steps ask for the same one.
  var isPlainName: Bool {
    kind == .wiki && !hasFolder && bytes.first != UInt8(ascii: ".") && MemoExtension(of: bytes[...]) == nil
  }

  /// The steps of a plain name.
  static let plainSteps: [(rule: LinkRule, role: NameRole, ending: LinkStep.Ending)] = [
    (.path, .path, .preferred), (.fileName, .fileName, .any), (.title, .title, .any), (.alias, .alias, .any),
  ]

  /// The names under which it is looked for, in their order.
  func steps(from folder: VaultPath) -> [LinkStep] {
    var steps: [LinkStep] = []
    if isTriedFromFolder { steps += pathSteps(path(from: folder), by: .relativePath) }
    // `../a` names nothing but a path, and that from its folder.
    if isDotted { return steps }
    steps += pathSteps(path(from: .root), by: .path)
    if !hasFolder {
      if let ending = MemoExtension(of: bytes[...]) {
        let stem = bytes.dropLast(ending.length)
        steps.append(LinkStep(rule: .fileName, role: .fileName, name: stem, ending: .written(ending)))
      }
      steps.append(LinkStep(rule: .fileName, role: .fileName, name: bytes[...], ending: .any))
    }
    steps.append(LinkStep(rule: .title, role: .title, name: bytes[...], ending: .any))
    steps.append(LinkStep(rule: .alias, role: .alias, name: bytes[...], ending: .any))
    return steps
  }

  /// With the extension that is written, else with one added.
  private func pathSteps(_ path: [UInt8]?, by rule: LinkRule) -> [LinkStep] {
    guard let path, !path.isEmpty else { return [] }
    let whole = LinkStep(rule: rule, role: .path, name: path[...], ending: .preferred)
    guard let ending = MemoExtension(of: path[...]) else { return [whole] }
    let stem = path.dropLast(ending.length)
    return [LinkStep(rule: rule, role: .path, name: stem, ending: .written(ending)), whole]
  }
}
