import MemoCore
import MemoTestSupport
import Testing

/// The language server in Vim 9 with ALE.
@Suite(.waitsForPrograms) struct VimTests {
  private static let isInstalled: Bool = {
    let check = """
      vim --version | grep -q '+job' && vim -es -u NONE --cmd 'packadd! ale' \
      -c 'if empty(globpath(&runtimepath, "autoload/ale.vim")) | cquit | endif' -c 'qall!'
      """
    let isThere = (try? Sandbox().shell(check).end) == .exited(0)
    if !isThere { print("skipped: no Vim with ALE") }
    return isThere
  }()

  @Test(.enabled(if: isInstalled, "no Vim with ALE"))
  func vimFollowsTheStory() throws {
    let story = try EditorStory()
    try story.sandbox.folder.write(EditorStory.settings(for: "Vim 9"), to: "vimrc")
    try story.sandbox.folder.write(Self.script, to: "story.vim")
    let run = try story.run([
      "vim", "-N", "-u", "../vimrc", "--cmd", "packadd! ale | filetype on", "-i", "NONE", "-n", "-es", "home.md",
      "-S", "../story.vim",
    ])
    let said = try story.sandbox.folder.bytes(of: VaultPath("said")) ?? []
    try story.expect(said.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }, by: [], run)
  }

  private static let script = #"""
    set hidden autoread noswapfile nomore omnifunc=ale#completion#OmniFunc
    let s:answer = ''
    function! Say(...) abort
      call writefile([join(a:000)], '../said', 'a')
    endfunction
    function! Wait(step, IsDone) abort
      for l:attempt in range(6000)
        if a:IsDone() | return | endif
        sleep 10m
      endfor
      throw 'waited in vain: ' . a:step . "\n" . join(getline(1, '$'), "\n")
    endfunction
    function! Append(line) abort
      let &undolevels = &undolevels
      call append('$', a:line)
      let &undolevels = &undolevels
    endfunction
    function! At(text, ...) abort
      call cursor(1, 1)
      if !search('\V' . a:text, 'c') | throw 'not in the text: ' . a:text | endif
      call cursor(line('.'), col('.') + get(a:, 1, 0))
    endfunction
    function! Problems() abort
      let l:found = copy(ale#engine#GetLoclist(bufnr('')))
      return join(map(l:found, {_, problem -> problem.lnum . ':' . problem.col . ' ' . problem.text}), ', ')
    endfunction
    function! WaitForProblems(text) abort
      ALELint
      call Wait('problems ' . a:text . ', not ' . Problems(), {-> Problems() ==# a:text})
    endfunction
    function! Outside(word) abort
      let l:output = system('outside ' . a:word)
      if v:shell_error | throw 'outside ' . a:word . ': ' . l:output | endif
      execute 'checktime' bufnr('')
      return substitute(l:output, '\n$', '', '')
    endfunction
    function! Jump() abort
      let l:origin = bufnr('')
      ALEGoToDefinition
      call Wait('jump', {-> bufnr('') != l:origin})
      call Say('jump', expand('%:t') . ':' . line('.'), getline('.'))
    endfunction
    " Answers the questions that ALE asks: a new name, and the number of a choice.
    function! Answer(answer) abort
      let s:answer = a:answer
      function! ale#util#Input(message, value, ...) abort
        let l:choice = matchlist(a:message, '\v(\d+)\) \V' . s:answer . '\n')
        return empty(l:choice) ? s:answer : l:choice[1]
      endfunction
    endfunction
    " The completion that begins with a text, as ALE hands it to other plugins.
    function! Complete(start) abort
      let l:found = []
      call ale#completion#GetCompletions('ale-callback', {'callback': {items -> extend(l:found, items)}})
      call Wait('completion', {-> !empty(l:found)})
      return filter(map(l:found, 'v:val.word'), 'stridx(v:val, a:start) == 0')[0]
    endfunction
    function! Rename(name, IsDone) abort
      let &undolevels = &undolevels
      call Answer(a:name)
      ALERename
      call Wait('rename', a:IsDone)
      let &undolevels = &undolevels
    endfunction

    function! Story() abort
      call Append('[[Gone]] [[nowhere]]')
      call WaitForProblems("4:12 no memo is named 'nowhere'")
      undo
      call WaitForProblems('')

      call Append('😀 [[')
      call At('😀')
      call feedkeys("A\<C-r>=Complete('정기')\<CR>\<Esc>", 'tx')
      call Say('complete', getline('.'))
      call At('[[정기', 2)
      call Jump()
      call At('결정')
      call Rename('결정 사항', {-> getline(3) ==# '## 결정 사항'})
      edit home.md
      call Say('heading', getline(3))
      call Say('changed ' . Outside('changed'))
      undo
      call WaitForProblems("3:17 '정기-회의.md' has no heading '결정'")
      call Say('undone', getline(3))
      redo
      call WaitForProblems('')
      call At('[[정기', 2)
      call Rename('월간 회의', {-> getline(4) ==# '😀 [[월간 회의]]'})
      call Say('title', getline(3))
      silent wall
      call Say('changed ' . Outside('changed'))
      call Append('[[없는 메모]]')
      call WaitForProblems("5:3 no memo is named '없는 메모'")
      call At('없는')
      call Answer("Create '없는 메모'")
      ALECodeAction
      call WaitForProblems('')
      silent wall
      call Say('changed ' . Outside('changed'))
      call Append('[task](task.md)')
      call WaitForProblems('')
      call Outside('move')
      call WaitForProblems("6:8 no memo is named 'task.md'; it moved to 'archive/errand.md'")
      call setline(6, '[task](archive/errand.md)')
      call Append('[[Gone]] [[Notes#Place]]')
      call WaitForProblems('')
      call Outside('older')
      call WaitForProblems("7:3 no memo is named 'Gone'")
      call At('[[Notes', 2)
      call Jump()
      edit home.md
      call Outside('main')
      call WaitForProblems('')
      call At('[[Notes', 2)
      call Jump()
      edit home.md
      call Append('[[Fresh]]')
      call WaitForProblems("8:3 no memo is named 'Fresh'")
      edit list.md
      call WaitForProblems('')
      call Say('list', line('$'))
      call Outside('sync')
      call Say('list', line('$'))
      call WaitForProblems('')
      call At('[[Notes', 2)
      call Jump()
      edit home.md
      call WaitForProblems('')
      call Say('changed ' . Outside('changed'))
      silent wall
      call Say('changed ' . Outside('changed'))
    endfunction

    try
      call Story()
      qall!
    catch
      call Say('FAILED', v:exception, v:throwpoint)
      cquit
    endtry
    """#
}
