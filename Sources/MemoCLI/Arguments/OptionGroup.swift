public import MemoWords

/// Options under one heading of a command's help; commands that share options share the group.
public struct OptionGroup: Sendable {
  /// The heading.
  public let title: Text
  /// The options, in the order help shows them.
  public let arguments: [any ArgumentDeclaration]
  /// Sets of options of which a command line may hold one at most; a set may name options of other groups.
  public let exclusions: [[any ArgumentDeclaration]]

  /// Declares options that stand together.
  public init(
    _ title: Text, _ arguments: [any ArgumentDeclaration], exclusions: [[any ArgumentDeclaration]] = []
  ) {
    self.title = title
    self.arguments = arguments
    self.exclusions = exclusions
  }
}
