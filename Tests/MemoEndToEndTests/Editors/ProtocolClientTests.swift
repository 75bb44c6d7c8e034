import MemoTestSupport
import Testing

/// The language server with `pytest-lsp`, which has the capabilities of some editors and checks answers against them.
@Suite(.waitsForPrograms) struct ProtocolClientTests {
  private static let python = TestPython.program(with: "pytest_lsp")

  @Test(
    .enabled(if: python != nil, "no python3 with the module 'pytest_lsp'"),
    arguments: ["visual_studio_code", "emacs", "neovim@v0.7", "neovim@v0.11"])
  func aProfileFollowsTheStory(profile: String) throws {
    let story = try EditorStory()
    try story.sandbox.folder.write(Self.script, to: "test_story.py")
    let words = [
      try #require(Self.python), "-B", "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "--rootdir", "..",
      "-W", "error::pytest_lsp.LspSpecificationWarning", "-o", "asyncio_default_fixture_loop_scope=function",
      "../test_story.py",
    ]
    let run = try story.run(words, with: ["CLIENT_PROFILE": profile])
    let lines = run.lines.filter { line in !line.hasPrefix("1 passed") && line != "." }
    try story.expect(lines, by: profile == "emacs" ? [.isAsked] : [.isAsked, .renamesFiles], run)
  }

  private static let script = #"""
    import asyncio, os, subprocess, typing, urllib.parse
    import pytest, pytest_lsp
    from lsprotocol import types as lsp
    from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

    profile = os.environ["CLIENT_PROFILE"]
    units = {"utf-8": lambda c: len(c.encode()), "utf-16": lambda c: 1 + (ord(c) > 0xFFFF), "utf-32": lambda c: 1}


    def uri(path): return "file://" + urllib.parse.quote(os.path.join(os.getcwd(), path))
    def path_of(uri): return os.path.relpath(urllib.parse.unquote(uri[len("file://"):]))
    def read(path): return open(path, encoding="utf-8").read()
    def say(*words): print(*words, flush=True)


    def outside(word):
        return subprocess.run(["outside", word], check=True, capture_output=True, text=True).stdout.strip()


    class Editor:
        """Keeps texts as an editor does: sends each change, makes the edits that the server wants, saves when told to."""

        def __init__(self, client, answer):
            self.client, self.operations = client, []
            edit = client.capabilities.workspace.workspace_edit
            self.operations = [str(getattr(kind, "value", kind)) for kind in edit.resource_operations or []]
            self.unit = units[answer.capabilities.position_encoding or "utf-16"]
            self.texts, self.versions, self.undos = {}, {}, {}

        def open(self, path):
            if path in self.texts: return
            self.texts[path], self.versions[path], self.undos[path] = read(path), 1, []
            self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(
                uri=uri(path), language_id="markdown", version=1, text=self.texts[path])))

        def close(self, path):
            del self.texts[path]
            self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri(path))))

        def offset(self, path, place):
            lines = self.texts[path].splitlines(keepends=True) + [""]
            start, left = sum(map(len, lines[:place.line])), place.character
            for count, character in enumerate(lines[place.line]):
                if left <= 0: return start + count
                left -= self.unit(character)
            return start + len(lines[place.line])

        def place(self, path, offset):
            before = self.texts[path][:offset]
            return lsp.Position(before.count("\n"), sum(map(self.unit, before.rpartition("\n")[2])))

        def at(self, path, text, more=0):
            place = self.place(path, self.texts[path].index(text) + more)
            return {"text_document": lsp.TextDocumentIdentifier(uri(path)), "position": place}

        def change(self, path, edits):
            self.open(path)
            self.undos[path].append(self.texts[path])
            changes = []
            place = lambda edit: (edit.range.start.line, edit.range.start.character)
            for edit in sorted(edits, key=place, reverse=True):
                start, end = self.offset(path, edit.range.start), self.offset(path, edit.range.end)
                self.texts[path] = self.texts[path][:start] + edit.new_text + self.texts[path][end:]
                changes.append(lsp.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text))
            self.send(path, changes)

        def set(self, path, text):
            self.texts[path] = text
            self.send(path, [lsp.TextDocumentContentChangeWholeDocument(text)])

        def send(self, path, changes):
            self.versions[path] += 1
            self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(uri=uri(path), version=self.versions[path]), changes))

        def append(self, path, line):
            end = self.place(path, len(self.texts[path]))
            self.change(path, [lsp.TextEdit(lsp.Range(end, end), line + "\n")])

        def undo(self, path):
            """Takes the last change back; once more brings it again."""
            self.undos[path].append(self.texts[path])
            self.set(path, self.undos[path].pop(-2))

        def save(self):
            for path, text in self.texts.items():
                if not os.path.exists(path) or read(path) != text:
                    open(path, "w", encoding="utf-8").write(text)
                    document = lsp.TextDocumentIdentifier(uri(path))
                    self.client.text_document_did_save(lsp.DidSaveTextDocumentParams(document))

        def reload(self, path): self.set(path, read(path))

        def apply(self, edit):
            for change in edit.document_changes or []:
                kind = getattr(change, "kind", None)
                assert kind is None or kind in self.operations, f"the client cannot {kind} files"
                if kind == "rename":
                    old, new = path_of(change.old_uri), path_of(change.new_uri)
                    self.open(old)
                    self.save()
                    os.rename(old, new)
                    self.close(old)
                    self.open(new)
                elif kind == "create":
                    open(path_of(change.uri), "x").close()
                    self.open(path_of(change.uri))
                else:
                    path = path_of(change.text_document.uri)
                    version = change.text_document.version
                    assert version is None or version == self.versions[path], "edits of another version"
                    self.change(path, change.edits)
            for name, edits in (edit.changes or {}).items(): self.change(path_of(name), edits)

        def line(self, number, path="home.md"): return self.texts[path].splitlines()[number - 1]

        def problems(self, path="home.md"):
            found = self.client.diagnostics.get(uri(path), [])
            column = lambda place: self.offset(path, place) - self.offset(path, lsp.Position(place.line, 0)) + 1
            return ", ".join(sorted(f"{it.range.start.line + 1}:{column(it.range.start)} {it.message}" for it in found))

        async def wait(self, step, is_done):
            for _ in range(3000):
                if is_done(): return
                await asyncio.sleep(0.01)
            raise AssertionError(f"waited in vain: {step}, not {self.problems()}\n{self.texts['home.md']}")

        async def wait_for_problems(self, text): await self.wait("problems " + text, lambda: self.problems() == text)

        async def jump(self, path, text):
            found = await self.client.text_document_definition_async(lsp.DefinitionParams(**self.at(path, text, 2)))
            found = found[0] if isinstance(found, list) else found
            to = path_of(getattr(found, "target_uri", None) or found.uri)
            line = (getattr(found, "target_selection_range", None) or found.range).start.line
            say("jump", f"{to}:{line + 1}", (self.texts.get(to) or read(to)).splitlines()[line])

        async def rename(self, path, text, name):
            place = self.at(path, text, 2)
            if self.client.capabilities.text_document.rename.prepare_support:
                assert await self.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place))
            self.apply(await self.client.text_document_rename_async(lsp.RenameParams(new_name=name, **place)))

        async def fix(self, path, text, title):
            place = self.at(path, text)["position"]
            problems = list(self.client.diagnostics[uri(path)])
            actions = await self.client.text_document_code_action_async(lsp.CodeActionParams(
                lsp.TextDocumentIdentifier(uri(path)), lsp.Range(place, place), lsp.CodeActionContext(problems)))
            action = next(action for action in actions if action.title == title)
            assert list(action.diagnostics) == problems
            if action.edit is None and action.command is None:
                action = await self.client.code_action_resolve_async(action)
            if action.edit: self.apply(action.edit)
            if action.command:
                await self.client.workspace_execute_command_async(
                    lsp.ExecuteCommandParams(action.command.command, action.command.arguments))


    @pytest_lsp.fixture(config=ClientServerConfig(server_command=["memo", "lsp"]))
    async def editor(lsp_client: LanguageClient):
        yield
        await lsp_client.shutdown_session()


    @pytest.mark.asyncio
    async def test_story(editor):
        client = editor
        for method in ["client/registerCapability", "workspace/codeLens/refresh", "workspace/inlayHint/refresh",
                       "workspace/semanticTokens/refresh"]:
            client.feature(method)(lambda *_: None)
        # lsprotocol takes an action that runs a command for the command itself.
        converter = client.protocol._converter
        kind = lambda it: lsp.Command if isinstance(it.get("command"), str) else lsp.CodeAction
        converter.register_structure_hook(
            typing.Union[lsp.Command, lsp.CodeAction], lambda it, _: converter.structure(it, kind(it)))
        folder = lsp.WorkspaceFolder(uri=uri("."), name="vault")
        answer = await client.initialize_session(lsp.InitializeParams(
            capabilities=client_capabilities(profile), root_uri=uri("."), workspace_folders=[folder]))
        editor = Editor(client, answer)

        @client.feature("window/showMessageRequest")
        def ask(request):
            say("asked", request.message)
            return request.actions[0]

        @client.feature("workspace/applyEdit")
        def apply(request):
            editor.apply(request.edit)
            return lsp.ApplyWorkspaceEditResult(applied=True)

        editor.open("home.md")
        editor.append("home.md", "[[Gone]] [[nowhere]]")
        await editor.wait_for_problems("4:12 no memo is named 'nowhere'")
        editor.undo("home.md")
        await editor.wait_for_problems("")

        editor.append("home.md", "😀 [[ㅈㄱㅎㅇ")
        place = editor.at("home.md", "ㅈㄱㅎㅇ", 4)
        found = await client.text_document_completion_async(lsp.CompletionParams(**place))
        editor.change("home.md", [found.items[0].text_edit])
        say("complete", editor.line(4))
        await editor.jump("home.md", "[[정기")
        editor.open("정기-회의.md")
        await editor.rename("정기-회의.md", "결정", "결정 사항")
        say("heading", editor.line(3))
        say("changed " + outside("changed"))
        editor.undo("home.md")
        await editor.wait_for_problems("3:9 '정기-회의.md' has no heading '결정'")
        say("undone", editor.line(3))
        editor.undo("home.md")
        await editor.wait_for_problems("")
        await editor.rename("home.md", "[[정기", "월간 회의")
        say("title", editor.line(3))
        editor.save()
        say("changed " + outside("changed"))
        editor.append("home.md", "[[없는 메모]]")
        await editor.wait_for_problems("5:3 no memo is named '없는 메모'")
        await editor.fix("home.md", "없는", "Create '없는 메모'")
        await editor.wait_for_problems("")
        editor.save()
        say("changed " + outside("changed"))
        editor.append("home.md", "[task](task.md)")
        await editor.wait_for_problems("")
        outside("move")
        await editor.wait("move", lambda: editor.line(6) == "[task](archive/errand.md)")
        editor.append("home.md", "[[Gone]] [[Notes#Place]]")
        await editor.wait_for_problems("")
        outside("older")
        await editor.wait_for_problems("7:3 no memo is named 'Gone'")
        await editor.jump("home.md", "[[Notes")
        outside("main")
        await editor.wait_for_problems("")
        await editor.jump("home.md", "[[Notes")
        editor.append("home.md", "[[Fresh]]")
        await editor.wait_for_problems("8:3 no memo is named 'Fresh'")
        editor.open("list.md")
        say("list", len(editor.texts["list.md"].splitlines()))
        outside("sync")
        editor.reload("list.md")
        say("list", len(editor.texts["list.md"].splitlines()))
        await editor.jump("list.md", "[[Notes")
        await editor.wait_for_problems("")
        say("changed " + outside("changed"))
        editor.save()
        say("changed " + outside("changed"))
    """#
}
