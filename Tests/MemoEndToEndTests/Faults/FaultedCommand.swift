import Testing

/// A command that writes, and what the vault is like before it.
struct FaultedCommand: Sendable, CustomTestStringConvertible {
  /// A shell line that makes the vault what it is to be, run in it after `start`.
  let preparation: String
  /// The command line; `$memo` is the program.
  let line: String
  /// Whether what it does cannot be seen in the memos, so that only the exit code shows it.
  var isQuiet = false
  /// Whether it starts git, which a fault may meet as well.
  var usesGit = false
  /// Files that another program has written right before it.
  var edited: [String] = []

  var testDescription: String { line }

  /// Whether it may tell, by exit code 1, what it has left out: a file that cannot be imported, or a link of which
  /// nothing is known because what is known cannot be read.
  var mayDoLess: Bool { line.contains("import") || line.contains("check") }

  /// Whether it syncs with the repository `hub`.
  var isSync: Bool { line.contains("sync") }

  /// Whether all it does to memos is one operation; an editor and a sync write by rules of their own.
  var makesOperation: Bool { !isQuiet && !line.contains("edit") && !isSync }

  /// What every vault holds before a command's own preparation.
  static let start = """
    memo init -q . && mkdir sub && printf '# A\\n' > a.md && printf '# B [[A]] #t\\n' > sub/b.md &&
    memo append a.md first -q
    """

  private static let person = "git config --global user.name x && git config --global user.email x@x && "

  // A file of git's own kind with what another device has sent since, so that a sync has all its steps to make.
  private static let hub =
    person + """
      git init -q --bare -b main ../hub && memo sync -q --remote ../hub && git clone -q ../hub ../other && cd ../other &&
      printf '# A\\nfirst\\nfrom there\\n' > a.md && echo new > n.md && git add . && git commit -qm other && git push -q &&
      cd ../vault && echo local >> sub/b.md
      """

  /// A sync that merges what was written to a file while it waited.
  static let syncOfWaiting = Self(
    preparation: hub + " && ln -s nowhere n.md && memo sync -q 2> /dev/null; rm n.md && echo own > n.md",
    line: "$memo sync", usesGit: true, edited: ["n.md"])

  /// One of every command that writes.
  static let all = [
    Self(preparation: ":", line: "$memo new Title --body text --dir deep/er"),
    Self(preparation: ":", line: "$memo append a.md more", edited: ["a.md"]),
    Self(preparation: ":", line: "$memo prepend a.md more", edited: ["a.md"]),
    Self(preparation: ":", line: "echo new text | $memo write a.md", edited: ["a.md"]),
    Self(preparation: ":", line: "$memo edit a.md"),
    Self(
      preparation: "for n in 1 2 3; do echo \"[[A]] $n\" > sub/$n.md; done", line: "$memo rename a.md New",
      edited: ["a.md", "sub/1.md"]),
    Self(preparation: ":", line: "$memo move a.md other/place", edited: ["a.md"]),
    Self(preparation: ":", line: "$memo delete --yes a.md sub/b.md", edited: ["a.md", "sub/b.md"]),
    Self(preparation: "memo delete --yes a.md", line: "$memo trash restore a.md"),
    Self(preparation: "memo delete --yes a.md", line: "$memo trash empty --yes", isQuiet: true),
    Self(preparation: "memo delete --yes a.md sub/b.md", line: "$memo undo"),
    Self(preparation: "memo append a.md more", line: "$memo undo", edited: ["a.md"]),
    Self(preparation: "memo delete --yes a.md && memo undo", line: "$memo redo", edited: ["a.md"]),
    Self(preparation: "mkdir ../in && echo '# I' > ../in/i.md && echo '# J' > ../in/j.md", line: "$memo import ../in"),
    Self(preparation: ":", line: "$memo tags rename t u", edited: ["sub/b.md"]),
    Self(preparation: "memo list && mv a.md sub/moved.md && memo list", line: "$memo check --fix --yes"),
    Self(preparation: "rm -rf .memo/cache", line: "$memo index", isQuiet: true),
    Self(preparation: "memo index -q", line: "$memo index --rebuild", isQuiet: true),
    Self(preparation: "rm -r .memo", line: "$memo init .", isQuiet: true),
    Self(preparation: ":", line: "$memo config daily.folder diary", isQuiet: true),
    Self(
      preparation: person + "git init -q -b main . && git add . && git commit -qm one && echo changed > a.md",
      line: "$memo restore a.md --at HEAD", usesGit: true),
    Self(preparation: hub, line: "$memo sync", usesGit: true, edited: ["sub/b.md"]),
  ]
}
