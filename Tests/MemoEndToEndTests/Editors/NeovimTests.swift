import MemoCore
import MemoTestSupport
import Testing

/// The language server in a real editor: what a person does with keys, done by calls.
@Suite(.enabled(if: MemoProgram.isInstalled("nvim"), "nvim is not installed"))
struct NeovimTests {
  /// Functions for the scripts, and a server that has b.md open and knows where its link leads.
  private static let start = #"""
    local function say(...) io.stdout:write(table.concat({ ... }, " ") .. "\n") end
    local function fail(step) say("FAILED", step) vim.cmd("cquit 1") end
    local function wait(step, isDone) if not vim.wait(60000, isDone, 20) then fail(step) end end
    local client = vim.lsp.start_client({ name = "memo", cmd = { "memo", "lsp" }, root_dir = vim.fn.getcwd(),
      flags = { debounce_text_changes = 0 } })
    local function attach() vim.lsp.buf_attach_client(0, client) return vim.api.nvim_get_current_buf() end
    local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
    local function ask(method, line, column, more)
      local params = vim.tbl_extend("force", { textDocument = vim.lsp.util.make_text_document_params(0),
        position = { line = line, character = column } }, more or {})
      local answer = (vim.lsp.buf_request_sync(0, method, params, 60000) or {})[client]
      if not answer or answer.error or answer.err then fail(method .. " " .. vim.inspect(answer)) end
      return answer.result
    end

    vim.cmd("edit b.md")
    local buffer = attach()
    wait("start", function()
      local known = vim.lsp.get_client_by_id(client)
      return known and known.initialized and vim.lsp.buf_is_attached(buffer, client)
    end)
    wait("index", function()
      local found = ask("textDocument/definition", 2, 4)
      return type(found) == "table" and #found > 0
    end)
    """#

  private static let finish = #"""
    vim.lsp.stop_client(client)
    wait("stop", function() return vim.lsp.client_is_stopped(client) end)
    vim.cmd("qall!")
    """#

  private static let navigation = #"""
    -- Completion of a title by its initials, behind an emoji that takes two units.
    vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "😀 [[ㅈㄱㅎㅇ" })
    local items = ask("textDocument/completion", 3, 9).items
    vim.lsp.util.apply_text_edits({ items[1].textEdit }, buffer, "utf-16")
    say("complete", lines()[4])

    local found = ask("textDocument/definition", 3, 6)
    vim.lsp.util.jump_to_location(found[1], "utf-16")
    say("jump", vim.fn.expand("%:t"), vim.api.nvim_get_current_line())

    attach()
    vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 2, 4, { newName = "결정 사항" }), "utf-16")
    say("heading", lines()[3])
    vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 0, 3, { newName = "월간 회의" }), "utf-16")
    vim.cmd("silent! wall")
    say("files", table.concat(vim.fn.glob("*.md", false, true), " "))
    for _, line in ipairs(vim.fn.readfile("b.md")) do say("b.md:", line) end

    vim.cmd("edit a.md")
    buffer = attach()
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { "[[b]] [[nowhere]]" })
    wait("diagnostics", function() return #vim.diagnostic.get(buffer) == 1 end)
    say("problem", tostring(vim.diagnostic.get(buffer)[1].col), vim.diagnostic.get(buffer)[1].message)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { "[x](b.md)" })
    wait("repair", function() return #vim.diagnostic.get(buffer) == 0 end)
    vim.cmd("silent! wall")
    say("repaired")

    -- A file that another program moves.
    vim.lsp.handlers["window/showMessageRequest"] = function(_, params)
      say("asked", params.message)
      return params.actions[1]
    end
    vim.fn.mkdir("moved")
    os.rename("b.md", "moved/c.md")
    wait("move", function() return lines()[1] == "[x](moved/c.md)" end)
    say("moved", lines()[1])
    """#

  private static let changes = #"""
    local function choose(title, line, column)
      vim.ui.select = function(items, _, done)
        for _, item in ipairs(items) do if item[2].title == title then return done(item) end end
        fail("no action " .. title)
      end
      vim.api.nvim_win_set_cursor(0, { line, column })
      vim.lsp.buf.code_action()
    end
    local function run(command, argument)
      return ask("workspace/executeCommand", 0, 0, { command = command, arguments = { argument } })
    end

    choose("Convert to a Markdown link", 3, 4)
    wait("convert", function() return lines()[3] == "[a](a.md)" end)
    say("link", lines()[3])
    vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "- [ ] 😀 task", "[[새 메모]]" })
    choose("Mark as done", 4, 3)
    wait("task", function() return lines()[4] == "- [x] 😀 task" end)
    choose("Create '새 메모'", 5, 4)
    wait("create", function() return vim.fn.bufexists("새-메모.md") == 1 end)
    vim.cmd("silent! wall")
    say("created", vim.fn.readfile("새-메모.md")[1])

    -- A table whose columns are as wide as they look.
    vim.api.nvim_buf_set_lines(buffer, 3, -1, false, { "|이름|n|", "|-|-|", "|b|1|" })
    local edits = ask("textDocument/formatting", 0, 0, { options = { tabSize = 2, insertSpaces = true } })
    vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
    say("table", lines()[6])

    say("unsaved", #run("memo.search", { query = "이름" }))
    local refused = vim.lsp.buf_request_sync(0, "workspace/executeCommand",
      { command = "memo.rename", arguments = { { memo = "a", title = "Goal" } } }, 60000)[client]
    say("refused", (refused.error or refused.err).message)
    vim.cmd("silent! wall")
    say("renamed", run("memo.rename", { memo = "a", title = "Goal" }).title)
    say("on disk", vim.fn.readfile("b.md")[3])
    wait("update", function() return lines()[3] == "[a](Goal.md)" end)
    say("undone", run("memo.undo", vim.empty_dict()).operation)
    say("on disk", vim.fn.readfile("b.md")[3])
    wait("update", function() return lines()[3] == "[a](a.md)" end)
    """#

  private func run(_ script: String, in sandbox: Sandbox) throws -> MemoRun {
    try sandbox.folder.write(Self.start + "\n\n" + script + "\n\n" + Self.finish, to: "script.lua")
    return try sandbox.run(
      ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile ../script.lua"], in: "vault", input: [],
      with: [:])
  }

  @Test func actionsAndCommandsAreRunInNeovim() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md")
    try sandbox.write("# B\n\n[[a]]\n", to: "b.md")
    let run = try run(Self.changes, in: sandbox)
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(
      run.lines == [
        "link [a](a.md)", "created # 새 메모", "table | b    | 1   |", "unsaved 1",
        "refused 'b.md' is not the same in the editor and on disk; save or reload it first", "renamed Goal",
        "on disk [a](Goal.md)", "undone rename", "on disk [a](a.md)",
      ], "\(run.errors)")
  }

  @Test func linksAreCompletedFollowedRenamedAndRepairedInNeovim() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# 정기 회의\n\n## 결정\n", to: "정기-회의.md")
    try sandbox.write("# A\n", to: "a.md")
    try sandbox.write("# B\n\n[[정기 회의#결정]] [go](정기-회의.md)\n", to: "b.md")
    let run = try run(Self.navigation, in: sandbox)
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(
      run.lines == [
        "complete 😀 [[정기 회의]]",
        "jump 정기-회의.md # 정기 회의",
        "heading ## 결정 사항",
        "files a.md b.md 월간-회의.md",
        "b.md: # B", "b.md: ", "b.md: [[월간 회의#결정 사항]] [go](월간-회의.md)", "b.md: 😀 [[월간 회의]]",
        "problem 8 no memo is named 'nowhere'",
        "repaired",
        "asked Update 1 link to 'moved/c.md'?",
        "moved [x](moved/c.md)",
      ], "\(run.errors)")
  }
}
