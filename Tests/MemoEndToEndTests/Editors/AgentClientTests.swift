import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// The agent server with a real client: the `mcp` package of PyPI, where there is one.
@Suite(.waitsForPrograms) struct AgentClientTests {
  private static let python = TestPython.program(with: "mcp.client.stdio")

  /// Handshakes of each revision and none, what a read-only server refuses, and changes with `--write`.
  private static let script = #"""
    import asyncio, json, sys
    from mcp.client.session import ClientSession
    from mcp.client.stdio import StdioServerParameters, stdio_client

    def value(result):
        return json.loads(result.content[0].text)

    async def session(words, start):
        async with stdio_client(StdioServerParameters(command="memo", args=["mcp"] + words)) as (read, write):
            async with ClientSession(read, write) as session:
                return await start(session)

    async def reads(session):
        hello = await session.initialize()
        print("handshake", hello.protocol_version, hello.server_info.name)
        await session.send_ping()
        print("tools", *[tool.name for tool in (await session.list_tools()).tools])
        found = value(await session.call_tool("search", {"query": "rain"}))
        print("found", *[f"{memo['path']}:{match['line']}" for memo in found["memos"] for match in memo["matches"]])
        refused = await session.call_tool("read", {"path": "../secret.md"})
        print("outside", refused.is_error, value(refused)["error"])

    async def writes(session):
        discovered = await session.discover()
        print("stateless", *discovered.supported_versions)
        print("tools", len((await session.list_tools()).tools))
        memo = value(await session.call_tool("read", {"path": "plan.md"}))
        edit = {"path": "plan.md", "if_match": memo["etag"], "old": "Rain", "new": "Snow"}
        print("edited", value(await session.call_tool("edit", edit))["line"])
        again = await session.call_tool("edit", edit)
        print("again", again.is_error, value(again)["error"])

    asyncio.run(session([], reads))
    asyncio.run(session(["--write"], writes))
    """#

  @Test(.enabled(if: python != nil, "no python3 with the package 'mcp'"))
  func aRealClientFindsReadsAndEdits() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n\nRain on Friday.\n", to: "plan.md")
    try sandbox.folder.write("secret\n", to: "secret.md")
    try sandbox.folder.write(Self.script, to: "client.py")
    let run = try sandbox.run([try #require(Self.python), "../client.py"], in: "vault", input: [], with: [:])
    print(run.text)
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(
      run.text == """
        handshake 2025-11-25 memo
        tools search list read outline backlinks
        found plan.md:3
        outside True no-such-memo
        stateless 2026-07-28
        tools 9
        edited 3
        again True changed

        """)
    #expect(try sandbox.text(of: "plan.md") == "# Plan\n\nSnow on Friday.\n")
    let undo = try sandbox.memo("undo", "--agent")
    #expect(undo.end == .exited(0), "\(undo.errors)")
    #expect(try sandbox.text(of: "plan.md") == "# Plan\n\nRain on Friday.\n")
  }
}
