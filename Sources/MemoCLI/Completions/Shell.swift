import MemoWords

/// A shell that memo's completions are for.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script that has the shell ask `memo __complete`.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// Whether it leaves out names that do not begin with the very letters that are typed, in whatever case.
  var comparesLetters: Bool { self == .fish }

  /// The file in the home folder where it looks for the script.
  var installedFile: String {
    switch self {
    case .bash: ".local/share/bash-completion/completions/memo"
    case .zsh: ".zfunc/_memo"
    case .fish: ".config/fish/completions/memo.fish"
    }
  }

  /// What it takes for it to look there.
  var installHint: Text? {
    switch self {
    case .bash:
      Text(
        "without the package bash-completion, add to ~/.bashrc: source <(memo completions bash)",
        ko: "bash-completion 패키지가 없으면 ~/.bashrc에 추가하십시오: source <(memo completions bash)")
    case .zsh:
      Text("in ~/.zshrc, before compinit: fpath+=~/.zfunc", ko: "~/.zshrc의 compinit 앞에 추가하십시오: fpath+=~/.zfunc")
    case .fish: nil
    }
  }

  // What COMP_WORDS holds is split at = and :, so the line is handed over. Words come back quoted: readline, told that
  // they are file names, leaves the $ of a title to be expanded.
  private static let bashScript = #"""
    # Completions of memo for bash: source <(memo completions bash)
    _memo() {
      local line kind=
      COMPREPLY=()
      while IFS= read -r line; do
        if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("${line%%$'\t'*}"); fi
      done < <(command memo __complete bash -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      # Behind the name of a folder, that of a memo follows, and behind that of a field its value.
      if [[ $COMPREPLY == *[/=] && ${#COMPREPLY[@]} == 1 ]]; then compopt -o nospace 2>/dev/null; fi
      case $kind in
        files) compopt -o default 2>/dev/null ;;
        folders) compopt -o dirnames 2>/dev/null ;;
      esac
    }
    complete -o nosort -F _memo memo 2>/dev/null || complete -F _memo memo
    """#

  private static let zshScript = #"""
    #compdef memo
    # Completions of memo for zsh: a file _memo in a folder of $fpath, or after compinit: source <(memo completions zsh)
    _memo() {
      local -a answer names shown open found
      local -a matcher=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
      local line
      answer=("${(@f)$(command memo __complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      case $answer[1] in
        files) compset -P '--*='; _files ;;
        folders) compset -P '--*='; _files -/ ;;
        words)
          for line in "${(@)answer[2,-1]}"; do
            # Behind the name of a folder, that of a memo follows, and behind that of a field its value.
            if [[ ${line%%$'\t'*} == *[/=] ]]; then open+=("${line%%$'\t'*}"); continue; fi
            names+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  -- }")
          done
          local -i count=$(( $#names + $#open ))
          (( count )) || return
          compadd $matcher -O found -a names open
          # zsh knows fewer spellings of a letter than memo. A start that all names share replaces what is typed, so it
          # has to be longer.
          (( $#found == count || $#SUFFIX )) || matcher=(-U)
          compadd -l -V memo -d shown $matcher -a names
          compadd -l -V memo -S '' $matcher -a open
          if [[ $matcher == -U && $compstate[insert] == *unambiguous ]]; then
            (( count == 1 || $#compstate[unambiguous] > $#PREFIX )) || compstate[insert]=
          fi
          ;;
      esac
    }
    if [[ $funcstack[1] == _memo ]]; then _memo "$@"; else compdef _memo memo; fi
    """#

  private static let fishScript = #"""
    # Completions of memo for fish: memo completions fish > ~/.config/fish/completions/memo.fish
    function __memo_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      set -l answer (command memo __complete fish -- $words[2..-1] "$current" 2>/dev/null)
      set -l name (string match -r -- '^--[^=]*=' "$current")
      switch "$answer[1]"
        case files
          string replace -r -- '^' "$name" (__fish_complete_path (string replace -- "$name" '' "$current"))
        case folders
          string replace -r -- '^' "$name" (__fish_complete_directories (string replace -- "$name" '' "$current"))
        case words
          set -e answer[1]
          printf '%s\n' $answer
      end
    end
    complete -c memo -e
    complete -c memo -k -f -a '(__memo_complete)'
    """#
}
