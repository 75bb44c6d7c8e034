import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// `memo merge-file` and `memo git setup`, outside of any vault.
@Suite(.waitsForPrograms) struct MergeFileTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox(hasMarker: false)
    try sandbox.folder.write("[user]\n\tname = T\n\temail = t@example.org\n", to: "home/.gitconfig")
    sandbox.variables["GIT_CONFIG_NOSYSTEM"] = "1"
    return sandbox
  }

  @Test func twoVersionsAreMergedTheSameInEitherOrder() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("---\ntags: [a]\n---\n# Plan\none\ntwo\n", to: "base")
    try sandbox.write("---\ntags: [a, b]\n---\n# Plan\none\ntwo 가\n", to: "mine.md")
    try sandbox.write("---\ntags: [a, c]\n---\n# Plan\ntwo 나\nthree\n", to: "yours.md")
    try sandbox.check(
      """
      $ memo merge-file -p mine.md base yours.md > x; memo merge-file -p yours.md base mine.md | cmp - x
      'mine.md': both versions changed the same lines at 1 place; both are kept
      'yours.md': both versions changed the same lines at 1 place; both are kept
      $ memo merge-file -q mine.md base yours.md; cmp mine.md x; cat mine.md
      ---
      tags: [a, b, c]
      ---
      # Plan
      two 가
      two 나
      three
      $ memo merge-file -q mine.md base yours.md; cmp mine.md x; ls -A
      base
      mine.md
      x
      yours.md
      """)
  }

  @Test func ofAFieldThatBothChangedOneValueIsKeptAndBothAreNamed() throws {
    let sandbox = try Self.sandbox()
    for (name, status) in [("base", "open"), ("mine.md", "done"), ("yours.md", "waiting")] {
      try sandbox.write("---\nstatus: \(status)\n---\n# Plan\n", to: name)
    }
    try sandbox.check(
      """
      $ memo merge-file mine.md base yours.md; cat mine.md
      'mine.md': kept one of 'status: done' and 'status: waiting', because a field has one value
      ---
      status: waiting
      ---
      # Plan
      """)
  }

  @Test func withoutACommonVersionAllLinesStay() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("one\n", to: "a.md")
    try sandbox.write("two\n", to: "b.md")
    try sandbox.check(
      """
      $ memo merge-file -q -p b.md /dev/null a.md
      one
      two
      """)
  }

  @Test func whatCannotHoldBothVersionsStaysAsItIs() throws {
    let sandbox = try Self.sandbox()
    for (name, text) in [("a", "{\n\"x\": 1\n}\n"), ("o", "{\n\"x\": 0\n}\n"), ("b", "{\n\"x\": 2\n}\n")] {
      try sandbox.write(text, to: name)
    }
    try sandbox.write([0, 1, 2], to: VaultPath("c.md"))
    try sandbox.write("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", to: "p.md")
    try sandbox.check(
      """
      $ memo merge-file a o b --path data.json
      memo: 'data.json' was not merged: both versions changed the same lines, and only memos and plain text can hold both
      [1]
      $ memo merge-file c.md o b
      memo: 'c.md' was not merged: '/sandbox/vault/c.md' is not text
      [1]
      $ memo merge-file o a p.md
      memo: 'o' was not merged: '/sandbox/vault/p.md' is not text
      [1]
      $ memo merge-file o none b
      memo: cannot read '/sandbox/vault/none': No such file or directory
      [7]
      $ memo merge-file o b
      memo: missing THEIRS
      usage: memo merge-file [OPTIONS] OURS BASE THEIRS
      hint: see 'memo help merge-file'
      [2]
      $ cat a; memo merge-file --path notes.md a o b -q --marker-size 7 && cat a
      {
      "x": 1
      }
      {
      "x": 1
      "x": 2
      }
      """)
  }

  @Test func setupShowsWhatItChangesAndTakesItBack() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check(
      #"""
      $ memo git setup
      memo: '/sandbox/vault' is not in a git repository
      hint: 'git init' makes it one
      [7]
      $ git init -q; printf '*.txt text' > .git/info/attributes; cp -R .git ../before; mkdir sub
      $ cd sub; memo git setup --dry-run
      + .git/config: merge.memo.name = both versions, without conflict markers
      + .git/config: merge.memo.driver = memo merge-file --path %P %A %O %B; s=$?; test $s -le 1 || { git merge-file --marker-size=%L %A %O %B; s=$?; }; exit $s
      + .git/config: diff.memo.xfuncname = ^#{1,6}[[:blank:]].*$
      + .git/config: diff.memo.wordRegex = [^[:space:][:punct:]]+|[[:punct:]]
      + .git/info/attributes: *.md merge=memo diff=memo
      + .git/info/attributes: *.markdown merge=memo diff=memo
      $ diff -r .git ../before; memo git setup -q | wc -l; memo git setup
      6
      git is set up to use memo already
      $ cat .git/info/attributes; git check-attr merge -- 'x y.md'
      *.txt text
      *.md merge=memo diff=memo
      *.markdown merge=memo diff=memo
      x y.md: merge: memo
      $ memo git setup --shared --json | tr , '\n' | grep -c gitattributes; cat .gitattributes
      2
      *.md merge=memo diff=memo
      *.markdown merge=memo diff=memo
      $ memo git setup --undo --dry-run | grep -c attributes
      hint: '.gitattributes' still names memo, for everyone; to remove that: memo git setup --undo --shared
      2
      $ memo git setup --undo --shared | cut -d= -f1 | sed 's/ $//'
      - .git/config: merge.memo.name
      - .git/config: merge.memo.driver
      - .git/config: diff.memo.xfuncname
      - .git/config: diff.memo.wordRegex
      - .git/info/attributes: *.md merge
      - .git/info/attributes: *.markdown merge
      - .gitattributes: *.md merge
      - .gitattributes: *.markdown merge
      $ memo git setup --undo; ls -A; diff .git/config ../before/config; cat .git/info/attributes
      git is not set up to use memo here
      .git
      sub
      *.txt text
      """#)
  }

  @Test func attributesThatWinOverMemosAreNamedWithTheWayOut() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check(
      """
      $ git init -q; mkdir sub; touch a.md b.md c.txt sub/d.md; git add .; echo '*.md merge=union' > .gitattributes
      $ memo git setup --dry-run | grep -c memo; git check-attr merge -- a.md
      git merges 'a.md' and 2 more memos with 'merge=union' now, from '.gitattributes'
      6
      a.md: merge: union
      $ memo git setup > ../out; git check-attr merge -- a.md
      memo's line wins over 'merge=union', from '.gitattributes', on this device only; for everyone: memo git setup --shared
      a.md: merge: memo
      $ echo '*.md -merge' >> .git/info/attributes; memo git setup
      memo: git still merges 'a.md' and 2 more memos with '-merge', from '.git/info/attributes'
      hint: the last line of '.git/info/attributes' wins; to put memo's there: memo git setup --undo && memo git setup
      $ (memo git setup --undo && memo git setup) > ../out; git check-attr merge -- a.md
      memo's line wins over '-merge', from '.git/info/attributes'
      a.md: merge: memo
      $ memo git setup --undo -q > ../out; rm .git/info/attributes; echo 'd.md !merge' > sub/.gitattributes
      $ memo git setup --shared > ../out; git check-attr merge -- a.md sub/d.md
      memo: git still merges 'sub/d.md' with '!merge', from 'sub/.gitattributes'
      hint: to have memo merge it on this device: memo git setup
      memo's line wins over 'merge=union', from '.gitattributes'
      a.md: merge: memo
      sub/d.md: merge: unspecified
      $ memo git setup > ../out; memo git setup; git check-attr merge -- sub/d.md
      git is set up to use memo already
      sub/d.md: merge: memo
      $ memo git setup --undo --shared -q > ../out; rm .gitattributes sub/.gitattributes
      $ echo '*.md merge=ours' > ~/own; git config --global core.attributesFile '~/own'; memo git setup --dry-run > ../out
      git merges 'a.md' and 2 more memos with 'merge=ours' now, from attributes outside the repository
      $ memo git setup --json | grep -o '"others":.*'; rm ~/own
      "others":[]}
      """)
  }

  @Test func whatOthersHaveSetIsNotOverwritten() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check(
      """
      $ git init -q; git config merge.memo.driver other
      $ memo git setup
      memo: merge.memo.driver is already set to 'other'
      hint: to remove it: git config --unset merge.memo.driver
      [7]
      $ memo git setup --undo; git config merge.memo.driver
      git is not set up to use memo here
      other
      $ git commit -q --allow-empty -m 0; git worktree add -q ../tree; cd ../tree; memo git setup
      memo: the repository of '/sandbox/tree' is kept in another folder
      hint: use the main work tree (the first in 'git worktree list'), or clone the remote: memo clone "$(git remote get-url origin)" ../notes
      [7]
      """)
  }

  @Test func syncTrustsExactlyWhatTheSetupWrites() throws {
    let devices = try Devices.inStep()
    let folder = devices.sandbox.folder
    let setup = try devices.memo(0, ["git", "setup"])
    #expect(setup.end == .exited(0), "\(setup.errors)")
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    let config = try #require(try folder.bytes(of: VaultPath("d0/.git/config")))
    let hostile = String(decoding: config, as: UTF8.self).replacingOccurrences(of: "exit $s", with: "touch x; exit $s")
    try folder.write(hostile, to: "d0/.git/config")
    let run = try devices.sync(0, "--json")
    #expect(try run.failure()["kind"] as? String == "untrusted", "\(run.errors)")
    #expect(try run.failure()["candidates"] as? [String] == ["merge.memo.driver"], "\(run.errors)")
  }

  /// Without memo, no side of a merge is taken for the whole.
  @Test func whereMemoIsMissingGitMergesAsItDoes() throws {
    let sandbox = try Self.sandbox()
    try sandbox.check(
      """
      $ git init -q -b main; echo one > a.md; git add .; git commit -qm 0; memo git setup -q >/dev/null
      $ git checkout -q -b x; echo x > a.md; git commit -qam x; git checkout -q main; echo y > a.md; git commit -qam y
      $ rm ../programs/memo; git merge x 2>&1 | tail -1; grep -c '^[<=>]' a.md; git ls-files -u | wc -l
      Automatic merge failed; fix conflicts and then commit the result.
      3
      3
      """)
  }
}
