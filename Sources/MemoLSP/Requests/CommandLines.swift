package import MemoCore
package import MemoIndex
package import MemoStore

/// Runs command lines of memo within this process, so that what an editor asks for is what the command prints.
package protocol CommandLines: Sendable {
  /// Runs a command line, without the program's own name.
  ///
  /// - Parameters:
  ///   - root: the vault, which is the working directory, too.
  ///   - served: the vault with the texts of open documents, and its index; `nil` to work on the disk.
  ///   - isStopped: whether no one waits for it any more; a sync then waits for its remote no longer, and what works on the
  ///     served vault ends without its answer.
  func run(
    _ words: [String], in root: HostPath, on served: (vault: Vault, index: VaultIndex)?,
    isStopped: @escaping @Sendable () -> Bool
  ) -> CommandOutput
}

/// What a command line printed.
package struct CommandOutput: Sendable {
  /// The exit status.
  package let status: Int32
  /// Standard output.
  package let output: [UInt8]
  /// Standard error.
  package let errors: [UInt8]

  /// Puts together an output.
  package init(status: Int32, output: [UInt8], errors: [UInt8]) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }
}
