import MemoWords

/// How each editor is set up for `memo lsp`, as help and the manual print it. The article on editors has the same lines.
enum EditorSettings {
  /// All editors, the tested ones first.
  static let all = [neovim, oldNeovim, emacs, vim, helix, kakoune, kate, code, zed]

  private static let neovim = HelpSnippet(
    Text(
      "Neovim 0.11, in init.lua (if a plugin completes, without the first line and on_attach)",
      ko: "Neovim 0.11의 init.lua(자동 완성 플러그인을 쓰면 첫째 줄과 on_attach는 제외)"),
    #"""
    vim.opt.completeopt:append("menuone")
    vim.lsp.config("memo", {
      cmd = { "memo", "lsp" }, filetypes = { "markdown" },
      root_markers = { ".memo", ".obsidian", ".zk" },
      on_attach = function(client, buffer)
        vim.lsp.completion.enable(true, client.id, buffer)
      end,
    })
    vim.lsp.enable("memo")
    """#)

  private static let oldNeovim = HelpSnippet(
    Text("Neovim 0.7, in init.lua", ko: "Neovim 0.7의 init.lua"),
    #"""
    vim.api.nvim_create_autocmd("FileType", {
      pattern = "markdown",
      callback = function()
        memo_client = memo_client or vim.lsp.start_client({
          name = "memo", cmd = { "memo", "lsp" },
          root_dir = vim.fn.getcwd(),
        })
        vim.lsp.buf_attach_client(0, memo_client)
        vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
      end,
    })
    """#)

  private static let emacs = HelpSnippet(
    Text("Emacs with eglot and markdown-mode, in init.el", ko: "eglot과 markdown-mode를 쓰는 Emacs의 init.el"),
    #"""
    (defun memo-project (folder)
      (let ((vault (seq-some
                    (lambda (mark)
                      (locate-dominating-file folder mark))
                    '(".memo" ".obsidian" ".zk"))))
        (and vault (bound-and-true-p eglot-lsp-context)
             (cons 'transient vault))))
    (defun memo-decoded (path)
      (decode-coding-string path 'utf-8))
    (defun memo-all (_text table predicate _point)
      (let ((found (all-completions "" table predicate)))
        (and (cdr found) found)))
    (defun memo-try (text table predicate point)
      (and (memo-all text table predicate point)
           (cons text point)))
    (with-eval-after-load 'eglot
      (add-to-list 'eglot-server-programs
                   '(markdown-mode "memo" "lsp"))
      (add-to-list 'completion-styles-alist
                   '(memo memo-try memo-all
                     "All that memo found"))
      (add-to-list 'completion-category-overrides
                   '(eglot (styles memo basic flex)))
      (add-hook 'project-find-functions 'memo-project)
      (dolist (name '(eglot--uri-to-path eglot-uri-to-path))
        (when (fboundp name)
          (advice-add name :filter-return 'memo-decoded))))
    (add-hook 'markdown-mode-hook 'eglot-ensure)
    """#)

  private static let vim = HelpSnippet(
    Text("Vim 9 with ALE, in .vimrc", ko: "ALE를 쓰는 Vim 9의 .vimrc"),
    #"""
    function! MemoRoot(buffer) abort
      for l:mark in ['.memo', '.obsidian', '.zk']
        let l:found = ale#path#FindNearestDirectory(
              \ a:buffer, l:mark)
        if !empty(l:found)
          return fnamemodify(l:found, ':h:h')
        endif
      endfor
      return expand('#' . a:buffer . ':p:h')
    endfunction
    call ale#linter#Define('markdown', {
          \ 'name': 'memo', 'lsp': 'stdio',
          \ 'executable': 'memo', 'command': '%e lsp',
          \ 'project_root': function('MemoRoot'),
          \ 'initialization_options':
          \   {'positionEncoding': 'utf-8'}})
    let g:ale_linters = {'markdown': ['memo']}
    """#)

  private static let helix = HelpSnippet(
    Text("Helix, in languages.toml", ko: "Helix의 languages.toml"),
    #"""
    [language-server.memo]
    command = "memo"
    args = ["lsp"]

    [[language]]
    name = "markdown"
    language-servers = ["memo"]
    roots = [".memo", ".obsidian", ".zk"]
    """#)

  private static let kakoune = HelpSnippet(
    Text("Kakoune with kakoune-lsp 18, in kakrc", ko: "kakoune-lsp 18을 쓰는 Kakoune의 kakrc"),
    #"""
    eval %sh{kak-lsp}
    lsp-enable
    hook global BufSetOption filetype=markdown %{
      set-option buffer lsp_servers %{
        [memo]
        args = ["lsp"]
        root_globs = [".memo", ".obsidian", ".zk"]
      }
    }
    """#)

  private static let kate = HelpSnippet(
    Text(
      "Kate, under Configure Kate > LSP Client > User Server Settings", ko: "Kate의 설정 > LSP 클라이언트 > 사용자 서버 설정"),
    #"""
    {
      "servers": {
        "markdown": {
          "command": ["memo", "lsp"],
          "rootIndicationFileNames":
            [".memo", ".obsidian", ".zk"],
          "highlightingModeRegex": "^Markdown$"
        }
      }
    }
    """#)

  private static let code = HelpSnippet(
    Text(
      "VS Code with the extension vscode-lsp-generic, in settings.json",
      ko: "확장 vscode-lsp-generic을 쓰는 VS Code의 settings.json"),
    #"""
    {
      "lsp_generic_client": {
        "servers": {
          "memo": {
            "name": "memo",
            "path": "memo",
            "args": ["lsp"],
            "documentSelector": ["markdown"]
          }
        }
      }
    }
    """#)

  private static let zed = HelpSnippet(
    Text(
      "Zed starts only servers of extensions: with the extension Markdown Oxide, and the full path of memo, in settings.json",
      ko: "Zed의 settings.json(확장의 서버만 실행하므로 확장 Markdown Oxide를 설치하고 memo의 전체 경로를 적음)"),
    #"""
    {
      "lsp": {
        "markdown-oxide": {
          "binary": {
            "path": "/usr/local/bin/memo",
            "arguments": ["lsp"]
          }
        }
      },
      "languages": {
        "Markdown": {
          "language_servers": ["markdown-oxide"]
        }
      }
    }
    """#)
}
