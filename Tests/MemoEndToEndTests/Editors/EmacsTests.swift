import MemoTestSupport
import Testing

/// The language server in Emacs 28 with eglot.
@Suite(.waitsForPrograms) struct EmacsTests {
  private static let isInstalled: Bool = {
    let check = """
      (progn (package-initialize) (require 'eglot) (require 'markdown-mode) (kill-emacs (- emacs-major-version 28)))
      """
    let run = try? Sandbox().run(["emacs", "--batch", "--eval", check], in: "", input: [], with: [:])
    let isThere = run?.end == .exited(0)
    if !isThere { print("skipped: no Emacs 28 with eglot and markdown-mode") }
    return isThere
  }()

  @Test(.enabled(if: isInstalled, "no Emacs 28 with eglot and markdown-mode"))
  func emacsFollowsTheStory() throws {
    let story = try EditorStory()
    try story.sandbox.folder.write(EditorStory.settings(for: "Emacs"), to: "init.el")
    try story.sandbox.folder.write(Self.tools + Self.story + Self.end, to: "story.el")
    let run = try story.run(["emacs", "--batch", "-l", "../story.el"])
    try story.expect(run.lines, by: [.isAsked], run)
  }

  /// With one for each folder, as Emacs has it on its own, a rename would take the file for a document that the other one
  /// has open, and overwrite what is not saved.
  @Test(.enabled(if: isInstalled, "no Emacs 28 with eglot and markdown-mode"))
  func oneServerHasAllFoldersOfAVault() throws {
    let sandbox = try Sandbox()
    for (path, text) in [
      ("work/plan.md", "# Plan\n"), ("여행/trip.md", "# 여행 일정\n"), ("Home life/garden.md", "# Plants\n"),
    ] { try sandbox.write(text, to: path, day: 9) }
    try sandbox.folder.write(EditorStory.settings(for: "Emacs"), to: "init.el")
    try sandbox.folder.write(Self.tools + Self.folders + Self.end, to: "story.el")
    let run = try sandbox.run(["emacs", "--batch", "-l", "../story.el"], in: "vault", input: [], with: [:])
    let wanted = [
      "renamed not saved: [[Journey]]", "jump 여행/trip.md", "servers 1",
      "complete [[Home life/garden]]", "complete [[여행/trip]]", "complete [y](../여행/trip.md", "complete 0000-00-00",
      "complete [[Plants]]", "complete [[r", "listed 2", "created t",
    ]
    #expect(run.lines == wanted, "\(run.errors)")
    #expect(try sandbox.text(of: "work/nope.md") == "# nope\n")
    #expect(try sandbox.text(of: "work/plan.md") == "# Plan\n")
  }

  private static let tools = #"""
    ;; -*- lexical-binding: t -*-
    (require 'cl-lib)
    (setq make-backup-files nil create-lockfiles nil auto-save-default nil inhibit-message t)
    (package-initialize)
    (load (expand-file-name "../init.el") nil t t)
    (require 'eglot)
    (set-language-environment "UTF-8")

    (defun say (format &rest values) (princ (concat (apply #'format format values) "\n")))
    (defun wait (step test)
      (let ((left 6000))
        (while (not (funcall test))
          (when (zerop (setq left (1- left)))
            (error "waited in vain: %s\n%s" (if (stringp step) step (funcall step)) (buffer-string)))
          ;; What timers do in an Emacs that waits for keys.
          (run-hooks 'post-command-hook)
          (dolist (buffer (buffer-list))
            (with-current-buffer buffer (when (eglot-managed-p) (eglot--signal-textDocument/didChange))))
          (accept-process-output nil 0.01)
          (read-what-is-left))))
    ;; Emacs 28 leaves its filter with the answer to a request that it waits for. Messages that came with the answer are
    ;; read when the next one comes, which may be never.
    (defun read-what-is-left ()
      (let ((server (eglot-current-server)))
        (when server (jsonrpc--process-filter (jsonrpc--process server) ""))))
    (defun line (number)
      (save-excursion (goto-char (point-min)) (forward-line (1- number))
        (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
    (defun put-point (text &optional offset)
      (goto-char (point-min)) (search-forward text) (goto-char (+ (match-beginning 0) (or offset 0))))
    (defun append-line (text)
      (undo-boundary) (goto-char (point-max)) (insert text "\n") (undo-boundary))
    (defun problems ()
      (mapconcat #'identity
        (sort (mapcar (lambda (problem)
                        (save-excursion
                          (goto-char (flymake-diagnostic-beg problem))
                          (format "%d:%d %s" (line-number-at-pos) (- (point) (line-beginning-position) -1)
                            (replace-regexp-in-string "\\`memo \\[.*?\\]: " "" (flymake-diagnostic-text problem)))))
                      (flymake-diagnostics)) #'string<) ", "))
    (defun wait-for-problems (text)
      (wait (lambda () (format "problems %s, not %s" text (problems))) (lambda () (equal (problems) text))))
    (defun outside (word)
      (with-temp-buffer
        (let ((directory default-directory))
          (unless (zerop (call-process "outside" nil t nil word)) (error "outside %s: %s" word (buffer-string)))
          (string-trim-right (buffer-string) "\n"))))
    (defun look-at-files ()
      (dolist (buffer (buffer-list))
        (with-current-buffer buffer
          (when (and buffer-file-name (not (buffer-modified-p)) (file-exists-p buffer-file-name)
                     (not (verify-visited-file-modtime)))
            (revert-buffer t t t)))))
    (defvar root default-directory)
    (defun visit (name)
      (switch-to-buffer (find-file-noselect (expand-file-name name root)))
      (wait "start" #'eglot-managed-p))
    (defun jump ()
      (xref-find-definitions "LSP identifier at point.")
      (let ((number (line-number-at-pos)))
        (say "jump %s:%d %s" (file-name-nondirectory buffer-file-name) number (line number))))
    (defun undo-once () (undo-boundary) (setq last-command nil) (undo) (undo-boundary))

    (advice-add 'y-or-n-p :override (lambda (&rest _) t))
    (defvar chosen nil)
    (advice-add 'completing-read :override
      (lambda (prompt choices &rest _)
        (if chosen
          (if (assoc chosen choices) chosen (error "not offered: %s" chosen))
          (say "asked %s" (replace-regexp-in-string "\\`.*(type=3): \\|\n.*" "" prompt))
          (car choices))))


    """#

  private static let story = #"""
    (defun story ()
      (visit "home.md")
      (append-line "[[Gone]] [[nowhere]]")
      (wait-for-problems "4:12 no memo is named 'nowhere'")
      (undo-once)
      (wait-for-problems "")

      (append-line "😀 [[ㅈㄱㅎㅇ")
      (put-point "ㅈㄱㅎㅇ" 4)
      (completion-at-point)
      (say "complete %s" (line 4))
      (undo-boundary)
      (put-point "[[정기" 2)
      (jump)
      (put-point "결정")
      (eglot-rename "결정 사항")
      (visit "home.md")
      (say "heading %s" (line 3))
      (say "changed %s" (outside "changed"))
      (undo-once)
      (wait-for-problems "3:9 '정기-회의.md' has no heading '결정'")
      (say "undone %s" (line 3))
      (undo-once)
      (wait-for-problems "")
      (put-point "[[정기" 2)
      (eglot-rename "월간 회의")
      (say "title %s" (line 3))
      (save-some-buffers t)
      (say "changed %s" (outside "changed"))
      (append-line "[[없는 메모]]")
      (wait-for-problems "5:3 no memo is named '없는 메모'")
      (put-point "없는")
      (setq chosen "Create '없는 메모'" last-nonmenu-event t)
      (eglot-code-actions (point) (point) nil t)
      (setq chosen nil)
      (wait-for-problems "")
      (save-some-buffers t)
      (say "changed %s" (outside "changed"))
      (append-line "[task](task.md)")
      (wait-for-problems "")
      (outside "move")
      (wait "move" (lambda () (equal (line 6) "[task](archive/errand.md)")))
      (append-line "[[Gone]] [[Notes#Place]]")
      (wait-for-problems "")
      (outside "older")
      (look-at-files)
      (wait-for-problems "7:3 no memo is named 'Gone'")
      (put-point "[[Notes" 2)
      (jump)
      (visit "home.md")
      (outside "main")
      (look-at-files)
      (wait-for-problems "")
      (put-point "[[Notes" 2)
      (jump)
      (visit "home.md")
      (append-line "[[Fresh]]")
      (wait-for-problems "8:3 no memo is named 'Fresh'")
      (visit "list.md")
      (say "list %d" (count-lines (point-min) (point-max)))
      (outside "sync")
      (look-at-files)
      (say "list %d" (count-lines (point-min) (point-max)))
      (put-point "[[Notes" 2)
      (jump)
      (visit "home.md")
      (wait-for-problems "")
      (say "changed %s" (outside "changed"))
      (save-some-buffers t)
      (say "changed %s" (outside "changed")))

    """#

  private static let folders = #"""
    (defun complete (text)
      (append-line text)
      (goto-char (1- (point-max)))
      (completion-at-point)
      (let ((start (line-beginning-position)))
        (say "complete %s" (replace-regexp-in-string "[0-9]" "0" (buffer-substring start (line-end-position))))
        (delete-region start (point-max))))

    (defun story ()
      (visit "work/plan.md")
      (append-line "not saved: [[여행 일정]]")
      ;; What a timer does in an Emacs that waits for keys.
      (eglot--signal-textDocument/didChange)
      (visit "여행/trip.md")
      (put-point "여행 일정")
      (eglot-rename "Journey")
      (visit "work/plan.md")
      (say "renamed %s" (line 2))
      (put-point "[[Journey" 2)
      (xref-find-definitions "LSP identifier at point.")
      (say "jump %s" (file-relative-name buffer-file-name root))
      (visit "work/plan.md")
      (let ((servers 0))
        (maphash (lambda (_ some) (setq servers (+ servers (length some)))) eglot--servers-by-project)
        (say "servers %d" servers))
      (mapc #'complete '("[[Home life/" "[[여행/t" "[y](../여행/t" "@오" "[[Pla" "[[r"))
      (with-current-buffer "*Completions*" (say "listed %d" (count-matches "\\.md" (point-min) (point-max))))
      (append-line "[[work/nope]]")
      (wait "problems" (lambda () (string-match-p "nope" (problems))))
      (put-point "work/nope")
      (setq chosen "Create 'nope'" last-nonmenu-event t)
      (eglot-code-actions (point) (point) nil t)
      (say "created %s" (file-exists-p (expand-file-name "work/nope.md" root))))

    """#

  private static let end = #"""
    (condition-case problem (story)
      (error (say "FAILED %S" problem) (kill-emacs 1)))
    (eglot-shutdown-all)
    """#
}
