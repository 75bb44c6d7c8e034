#!/bin/sh
# ten_screens.sh MEMO VAULT OUT: draws ten screens of the split view of the program MEMO over a copy of the folder VAULT,
# as OUT/01-list.png and so on. Needs tmux and what draw_screen.py needs; PYTHON names another Python.
set -eu
memo=$1 vault=$2 out=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
socket=screens-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null || :; rm -rf "$work"' EXIT
mkdir -p "$out" "$work/home" "$work/vault"
cp -R "$vault/." "$work/vault"
rm -rf "$work/vault/.memo"

cat > "$work/vault/reading tour.md" <<'MEMO'
---
title: 읽기 시험
tags: [여행, plan]
status: open
due: 2026-12-01
rating: 4
---
# 읽기 시험

A paragraph with **strong words**, _emphasis_, ~~struck text~~, `inline code`, a link to [[packing list]] and
one to [a page](https://example.org/path?query=value), and #tag at the end of a line that is long enough to be wrapped.

## 할 일

- [ ] buy a ticket for the night train, and reserve a seat by the window that is not above a wheel
- [x] 숙소 예약 확인하기: 체크인 시간과 조식 포함 여부를 숙소에 전화로 다시 확인하고 예약 번호를 적어 두기
  - nested item with **strong** text that is long enough to need a second row in a window of this width
1. first

> 인용문은 여러 줄에 걸쳐 이어질 수 있고, 이어지는 줄도 인용문의 글자 아래에서 시작해야 읽기 좋다. 그렇지 않은가?

## Code

```swift
let greeting = "안녕하세요"
print(greeting)
```

| city | 날짜 | cost |
|---|---|---|
| 부산 | 12월 1일 | 40,000 |
| Jeju | 12월 3일부터 5일까지 | 120,000 |

![station](station.png)

### 더 보기

끝.
MEMO
printf '\211PNG\r\n\032\n\000\000\000\rIHDR\000\000\002\200\000\000\001\340\010\002\000\000\000' > "$work/vault/station.png"
touch "$work/vault/reading tour.md"

# screen NAME COLUMNS ROWS SETTINGS KEYS…: starts memo, presses keys, and draws what is shown.
screen() {
  name=$1 columns=$2 rows=$3 settings=$4
  # A server of its own: the one before may not have ended yet.
  socket=screen-$$-$name
  shift 4
  mkdir -p "$work/home/.config/memo"
  printf '%s' "$settings" > "$work/home/.config/memo/config.json"
  tmux -L "$socket" -f /dev/null new-session -d -x "$columns" -y "$rows" \
    env HOME="$work/home" XDG_CONFIG_HOME="$work/home/.config" TERM=tmux-256color LC_ALL=C.UTF-8 \
    ${NO_COLOR:+NO_COLOR=1} "$memo" --vault "$work/vault" ${LANGUAGE_OF_MEMO:+--lang "$LANGUAGE_OF_MEMO"} browse
  wait_for '' # the first frame
  for key in "$@"; do
    tmux -L "$socket" send-keys "$key"
    wait_for ''
  done
  tmux -L "$socket" capture-pane -e -p > "$work/$name.ansi"
  cursor=
  if [ "$(tmux -L "$socket" display -p '#{cursor_flag}')" = 1 ]; then
    cursor=--cursor=$(tmux -L "$socket" display -p '#{cursor_x}')','$(tmux -L "$socket" display -p '#{cursor_y}')
  fi
  case $settings in *light*) mode=--light ;; *) mode= ;; esac
  "${PYTHON:-python3}" "$here/draw_screen.py" "$work/$name.ansi" "$out/$name.png" --columns "$columns" $mode $cursor
  tmux -L "$socket" kill-server
}

# Waits until the screen has text and does not change any more.
wait_for() {
  last=
  for _ in $(seq 50); do
    now=$(tmux -L "$socket" capture-pane -e -p)
    if [ -n "$(printf %s "$now" | tr -d ' \n')" ] && [ "$now" = "$last" ]; then return; fi
    last=$now
    sleep 0.1
  done
}

screen 01-list 100 30 '{}'
screen 02-text 100 30 '{}' Tab Down Down
screen 03-further 100 30 '{}' Tab PageDown
screen 04-writing 100 30 '{}' i Down Down End
screen 05-light 100 30 '{"theme":"light"}' Tab Down
screen 06-dark 100 30 '{"theme":"dark"}' Tab PageDown
screen 07-wide 190 40 '{}' Tab
LANGUAGE_OF_MEMO=ko screen 08-narrow-korean 40 12 '{}' Tab
screen 09-commands 100 30 '{}' :
NO_COLOR=1 screen 10-no-colour 100 30 '{}' Tab
