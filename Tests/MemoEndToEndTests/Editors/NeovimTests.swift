import MemoCore
import MemoTestSupport
import Testing

/// The language server in a real editor: what a person does with keys, done by calls.
@Suite(.enabled(if: MemoProgram.isInstalled("nvim"), "nvim is not installed"))
struct NeovimTests {
  private static let script = #"""
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
      if not answer or answer.err then fail(method .. " " .. vim.inspect(answer)) end
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

    vim.lsp.stop_client(client)
    wait("stop", function() return vim.lsp.client_is_stopped(client) end)
    vim.cmd("qall!")
    """#

  @Test func linksAreCompletedFollowedRenamedAndRepairedInNeovim() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# 정기 회의\n\n## 결정\n", to: "정기-회의.md")
    try sandbox.write("# A\n", to: "a.md")
    try sandbox.write("# B\n\n[[정기 회의#결정]] [go](정기-회의.md)\n", to: "b.md")
    try sandbox.folder.write(Self.script, to: "script.lua")
    let run = try sandbox.run(
      ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile ../script.lua"], in: "vault", input: [],
      with: [:])
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
