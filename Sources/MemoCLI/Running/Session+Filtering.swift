import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

extension Session {
  /// The memos that the filter options ask for.
  func filter() throws(Failure) -> MemoFilter {
    var filter = MemoFilter()
    filter.isUntagged = arguments[FilterOptions.untagged]
    filter.paths = arguments.all(FilterOptions.path).map(Glob.init)
    for text in arguments.all(FilterOptions.tag) { filter.tags.append(try tagExpression(text)) }
    filter.since = try arguments[FilterOptions.since].map(span)?.lowerBound
    // A day, month or year counts to its end; a moment itself still counts.
    if let span = try arguments[FilterOptions.until].map(span) {
      filter.before = span.isEmpty ? span.upperBound.addingClamped(1) : span.upperBound
    }
    return filter
  }

  /// The same with the memos that the links of an index leave.
  func filter(_ filter: MemoFilter, byLinksOf index: VaultIndex, in vault: Vault) throws(VaultError) -> MemoFilter {
    let (target, source) = (arguments[FilterOptions.linksTo], arguments[FilterOptions.linkedFrom])
    guard target != nil || source != nil || arguments[FilterOptions.orphan] else { return filter }
    var filter = filter
    if let target { filter.sets.append(Backlinks(to: try path(of: target, in: index, vault), in: index).members) }
    guard source != nil || arguments[FilterOptions.orphan] else { return filter }
    let graph = LinkGraph(of: index)
    if let source { filter.sets.append(graph.memosLinked(from: try path(of: source, in: index, vault))) }
    if arguments[FilterOptions.orphan] { filter.sets.append(graph.orphans()) }
    return filter
  }

  /// The path of the memo that a REF names in an index.
  private func path(
    of reference: String, in index: VaultIndex, _ vault: Vault
  ) throws(VaultError) -> VaultPath {
    let finder = MemoFinder(
      vault: vault, host: environment.host, workingDirectory: environment.workingDirectory, isStrict: false
    ) { () throws(VaultError) -> VaultIndex in index }
    return try finder.find(Array(reference.utf8))
  }

  private func tagExpression(_ text: String) throws(Failure) -> TagExpression {
    do {
      return try TagExpression(text)
    } catch {
      throw Failure(
        kind: "invalid-value", message: Message.badTag(text), hints: [Message.tagHint], exitCode: .usage)
    }
  }

  private func span(_ text: String) throws(Failure) -> Range<Int64> {
    if let span = DateFilter(clock: environment.clock).span(text) { return span }
    throw Failure(
      kind: "invalid-value", message: Message.badDate(text), hints: [Message.dateHint], exitCode: .usage)
  }

  /// The locale that dates are written in, English or Korean: that of the language where one is chosen, else the user's.
  var dateLocale: String {
    switch chosenLanguage {
    case .english: return "en_US"
    case .korean: return "ko_KR"
    case nil:
      let locale = environment.locale(for: "LC_TIME")
      if Language(locale: locale) == .korean { return "ko_KR" }
      return locale.utf8.starts(with: "en_".utf8) && LocaleName.isRegional(locale) ? locale : "en_US"
    }
  }
}
