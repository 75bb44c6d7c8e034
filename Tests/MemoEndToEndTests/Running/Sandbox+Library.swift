extension Sandbox {
  /// A vault of six memos, one a day, the first the newest.
  static func withLibrary() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Release plan\n\nShip it on **Friday**. #work #project/memo\n", to: "plan.md", day: 9)
    try sandbox.write("# 장보기\n\n우유, 두부 #home\n", to: "home/장보기.md", day: 8)
    try sandbox.write(
      """
      ---
      title: Basil pesto
      tags: [cooking, home]
      created: 2026-01-02T03:04:05Z
      aliases: [green sauce, 페스토]
      ---
      # Pesto

      see [[Release plan#When|the plan]] and [the list](../장보기.md)

      """, to: "home/recipes/pesto.markdown", day: 7)
    try sandbox.write("# 주간 회의록\n\n결정: 없음 #work\n다음 회의: 금요일\n", to: "work/회의록.md", day: 6)
    try sandbox.write("", to: "work/empty.md", day: 5)
    try sandbox.write("no heading here\nsecond line, work\n", to: "ünïcode.md", day: 4)
    try sandbox.write("# Not a memo\n", to: ".hidden.md", day: 3)
    try sandbox.write("# Not a memo\n", to: ".git/config.md", day: 3)
    try sandbox.write("# Not a memo\n", to: "notes.txt", day: 3)
    return sandbox
  }
}
