import MemoTestSupport
import Testing

/// The language server in Neovim, as its user has set it up: what a person does with keys, done by keys and calls.
@Suite(.waitsForPrograms) struct NeovimTests {
  /// A program and how the documentation's settings for it are headed.
  struct Neovim: Sendable, CustomTestStringConvertible {
    let program: String
    let heading: String

    var testDescription: String { heading }

    /// The one of the system and that of PyPI, as far as they are there.
    static let installed = [MemoProgram.isInstalled("nvim") ? "nvim" : nil, TestPython.neovim].compactMap(\.self)
      .compactMap { program -> Neovim? in
        let version = try? Sandbox().run([program, "--version"], in: "", input: [], with: [:]).lines.first
        guard let minor = version?.split(separator: ".").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        return Neovim(program: program, heading: minor < 11 ? "Neovim 0.7" : "Neovim 0.11")
      }
  }

  private static let isInstalled: Bool = {
    if Neovim.installed.isEmpty { print("skipped: no Neovim") }
    return !Neovim.installed.isEmpty
  }()

  private func run(_ script: String, in neovim: Neovim, _ story: EditorStory) throws -> MemoRun {
    try story.sandbox.folder.write(EditorStory.settings(for: neovim.heading), to: "init.lua")
    try story.sandbox.folder.write(Self.library + "\n\n" + script + "\n", to: "story.lua")
    return try story.run([
      neovim.program, "--headless", "-u", "../init.lua", "-i", "NONE", "-n", "home.md", "-c", "luafile ../story.lua",
    ])
  }

  @Test(.enabled(if: isInstalled, "no Neovim"), arguments: Neovim.installed)
  func neovimFollowsTheStory(neovim: Neovim) throws {
    let story = try EditorStory()
    let run = try run(Self.story, in: neovim, story)
    try story.expect(run.lines, by: [.renamesFiles, .isAsked], run)
  }

  @Test(.enabled(if: isInstalled, "no Neovim"), arguments: Neovim.installed)
  func actionsAndCommandsAreRun(neovim: Neovim) throws {
    let run = try run(Self.commands, in: neovim, EditorStory())
    #expect(run.end == .exited(0), "\(run.text)\(run.errors)")
    #expect(
      run.lines == [
        "created # 새 메모", "table | b    | 1   |", "unsaved 1",
        "refused 'home.md' is not the same in the editor and on disk; save or reload it first", "renamed Goal",
        "on disk [정기 회의](Goal.md#결정) [go](Goal.md)", "undone rename",
        "on disk [정기 회의](정기-회의.md#결정) [go](정기-회의.md)",
      ], "\(run.errors)")
  }

  @Test(.enabled(if: isInstalled, "no Neovim"), arguments: Neovim.installed)
  func aSyncOfAFileWithUnsavedTextLosesNeither(neovim: Neovim) throws {
    let story = try EditorStory()
    try story.sandbox.makeProgram(
      "elsewhere",
      "cd ../other && git pull -q --rebase && echo theirs >> home.md && git commit -qam theirs && git push -q")
    let run = try run(Self.overlap, in: neovim, story)
    #expect(run.end == .exited(0), "\(run.text)\(run.errors)")
    #expect(
      run.lines == [
        "warned 'home.md' has changed on disk while you have unsaved changes; compare them before you save",
        "editor mine [[Notes#Place]]", "jump notes.md:3", "disk theirs", "saved mine [[Notes#Place]]",
        "both true true",
      ], "\(run.errors)")
  }

  // MARK: Scripts

  private static let library = #"""
    local story
    local function finish(code) io.stdout:flush() vim.cmd("cquit " .. code) end
    local function say(...) io.stdout:write(table.concat({ ... }, " ") .. "\n") end
    local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
    local function resume()
      local ok, message = coroutine.resume(story)
      if not ok then
        say("FAILED", debug.traceback(story, message))
        finish(1)
      end
    end
    -- Lets the editor go on until something is so: a key that was typed takes effect, a message comes.
    local function wait(step, is_done)
      for _ = 1, 6000 do
        if is_done() then return end
        vim.defer_fn(resume, 10)
        coroutine.yield()
      end
      error("waited in vain: " .. (type(step) == "string" and step or step()) .. "\n" .. table.concat(lines(), "\n"))
    end
    local function at(text, offset)
      for number, line in ipairs(lines()) do
        local found = line:find(text, 1, true)
        if found then return vim.api.nvim_win_set_cursor(0, { number, found - 1 + (offset or 0) }) end
      end
      error("not in the text: " .. text)
    end
    local function append(...) vim.api.nvim_buf_set_lines(0, -1, -1, false, { ... }) end
    local function problems()
      local found = {}
      for _, problem in ipairs(vim.diagnostic.get(0)) do
        table.insert(found, (problem.lnum + 1) .. ":" .. (problem.col + 1) .. " " .. problem.message)
      end
      table.sort(found)
      return table.concat(found, ", ")
    end
    local function wait_for_problems(text)
      local found
      wait(function() return "problems " .. text .. ", not " .. found end, function()
        found = problems()
        return found == text
      end)
    end
    local function client() return (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1] end
    local function ask(method, params)
      local answer = vim.lsp.buf_request_sync(0, method, params, 60000)[client().id]
      return answer.result, answer.error or answer.err
    end
    -- Takes one of the actions that are offered under the cursor.
    local function choose(title)
      vim.ui.select = function(items, _, done)
        for _, item in ipairs(items) do
          if (item.action or item[2]).title == title then return done(item) end
        end
        error("not offered: " .. title)
      end
      vim.lsp.buf.code_action()
    end
    -- Runs a story once the server knows the vault.
    local function tell(steps)
      story = coroutine.create(function()
        vim.o.autoread = true
        wait("start", function() return client() and client().initialized end)
        append("[[Gone]] [[nowhere]]")
        wait_for_problems("4:12 no memo is named 'nowhere'")
        vim.cmd("undo")
        wait_for_problems("")
        steps()
        finish(0)
      end)
      vim.defer_fn(resume, 0)
    end
    """#

  private static let story = #"""
    local function home() vim.cmd("edit home.md") end
    local function outside(word)
      local output = vim.fn.system({ "outside", word })
      if vim.v.shell_error ~= 0 then error("outside " .. word .. ": " .. output) end
      -- As when a person comes back from another program.
      vim.cmd("checktime")
      return vim.trim(output)
    end
    local function jump()
      local origin = vim.api.nvim_get_current_buf()
      vim.lsp.buf.definition()
      wait("jump", function() return vim.api.nvim_get_current_buf() ~= origin end)
      say("jump", vim.fn.expand("%:t") .. ":" .. vim.fn.line(".") .. " " .. vim.api.nvim_get_current_line())
    end

    tell(function()
      append("😀 [[ㅈㄱㅎㅇ")
      at("😀", #"😀 [[ㅈㄱㅎㅇ")
      if vim.fn.has("nvim-0.11") == 1 then
        vim.api.nvim_input("A<C-x><C-o>")
        wait("completion", function() return vim.fn.pumvisible() == 1 end)
        vim.api.nvim_input("<C-y>")
        wait("completion", function() return vim.api.nvim_get_current_line():sub(-2) == "]]" end)
        vim.api.nvim_input("<Esc>")
        wait("normal mode", function() return vim.api.nvim_get_mode().mode == "n" end)
      else
        -- Its own completion leaves out what does not begin with the typed text; plugins insert the edit.
        local params = vim.lsp.util.make_position_params()
        params.position.character = params.position.character + 1
        local found = ask("textDocument/completion", params)
        vim.lsp.util.apply_text_edits({ found.items[1].textEdit }, 0, client().offset_encoding)
      end
      say("complete", vim.api.nvim_get_current_line())
      at("[[정기", 2)
      jump()

      at("## 결정", 3)
      vim.lsp.buf.rename("결정 사항")
      wait("rename", function() return lines()[3] == "## 결정 사항" end)
      home()
      wait("rename", function() return lines()[3]:find("#결정 사항", 1, true) end)
      say("heading", lines()[3])
      say("changed " .. outside("changed"))
      vim.cmd("undo")
      wait_for_problems("3:17 '정기-회의.md' has no heading '결정'")
      say("undone", lines()[3])
      vim.cmd("redo")
      wait_for_problems("")

      at("[[정기", 2)
      vim.lsp.buf.rename("월간 회의")
      wait("rename", function() return lines()[4] == "😀 [[월간 회의]]" end)
      say("title", lines()[3])
      vim.cmd("silent wall")
      say("changed " .. outside("changed"))

      append("[[없는 메모]]")
      wait_for_problems("5:3 no memo is named '없는 메모'")
      at("없는")
      choose("Create '없는 메모'")
      wait_for_problems("")
      vim.cmd("silent wall")
      say("changed " .. outside("changed"))

      append("[task](task.md)")
      wait_for_problems("")
      vim.lsp.handlers["window/showMessageRequest"] = function(_, request)
        say("asked", request.message)
        return request.actions[1]
      end
      outside("move")
      wait("move", function() return lines()[6] == "[task](archive/errand.md)" end)

      append("[[Gone]] [[Notes#Place]]")
      wait_for_problems("")
      outside("older")
      wait_for_problems("7:3 no memo is named 'Gone'")
      at("[[Notes", 2)
      jump()
      home()
      outside("main")
      wait_for_problems("")
      at("[[Notes", 2)
      jump()

      home()
      append("[[Fresh]]")
      wait_for_problems("8:3 no memo is named 'Fresh'")
      vim.cmd("edit list.md")
      wait_for_problems("")
      say("list " .. #lines())
      outside("sync")
      wait("reload", function() return #lines() == 5 end)
      say("list " .. #lines())
      at("[[Notes", 2)
      jump()
      home()
      wait_for_problems("")
      say("changed " .. outside("changed"))
      vim.cmd("silent wall")
      say("changed " .. outside("changed"))
    end)
    """#

  private static let overlap = #"""
    local function run(...)
      local output = vim.fn.system({ ... })
      if vim.v.shell_error ~= 0 then error(table.concat({ ... }, " ") .. ": " .. output) end
    end
    local function on_disk() return table.concat(vim.fn.readfile("home.md"), "\n") end
    local function last_line() return on_disk():match("[^\n]+$") end

    tell(function()
      append("mine [[Notes#Place]]")
      local warned = false
      vim.lsp.handlers["window/showMessage"] = function(_, message)
        say("warned", message.message)
        warned = true
      end
      run("elsewhere")
      run("outside", "sync")
      wait("warning", function() return warned end)
      say("editor", lines()[4])
      at("[[Notes", 2)
      local found = ask("textDocument/definition", vim.lsp.util.make_position_params(0, client().offset_encoding))
      local place = found[1] or found
      local range = place.range or place.targetSelectionRange
      say("jump", vim.fn.fnamemodify(vim.uri_to_fname(place.uri or place.targetUri), ":t") .. ":" .. range.start.line + 1)
      say("disk", last_line())
      -- The person saves over it all the same; the older one asks again.
      if vim.fn.has("nvim-0.11") == 0 then vim.api.nvim_input("y") end
      vim.cmd("silent! write!")
      say("saved", last_line())
      run("outside", "sync")
      say("both", tostring(on_disk():find("mine", 1, true) ~= nil), tostring(on_disk():find("theirs", 1, true) ~= nil))
    end)
    """#

  private static let commands = #"""
    local function run(command, argument)
      local result, problem = ask("workspace/executeCommand", { command = command, arguments = { argument } })
      return result or problem
    end
    local function on_disk() return vim.fn.readfile("home.md")[3] end

    tell(function()
      at("[[정기", 3)
      choose("Convert to a Markdown link")
      wait("convert", function() return lines()[3] == "[정기 회의](정기-회의.md#결정) [go](정기-회의.md)" end)
      append("- [ ] 😀 task", "[[새 메모]]")
      at("😀")
      choose("Mark as done")
      wait("task", function() return lines()[4] == "- [x] 😀 task" end)
      at("새 메모")
      choose("Create '새 메모'")
      wait("create", function() return vim.fn.bufexists("새-메모.md") == 1 end)
      vim.cmd("silent! wall")
      say("created", vim.fn.readfile("새-메모.md")[1])

      -- A table whose columns are as wide as they look.
      append("", "|이름|n|", "|-|-|", "|b|1|")
      local edits = ask("textDocument/formatting", { textDocument = vim.lsp.util.make_text_document_params(0),
        options = { tabSize = 2, insertSpaces = true } })
      vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), client().offset_encoding)
      say("table", lines()[9])

      say("unsaved", #run("memo.search", { query = "이름" }))
      say("refused", run("memo.rename", { memo = "정기-회의", title = "Goal" }).message)
      vim.cmd("silent! wall")
      say("renamed", run("memo.rename", { memo = "정기-회의", title = "Goal" }).title)
      say("on disk", on_disk())
      wait("update", function() return lines()[3] == on_disk() end)
      say("undone", run("memo.undo", vim.empty_dict()).operation)
      say("on disk", on_disk())
      wait("update", function() return lines()[3] == on_disk() end)
    end)
    """#
}
