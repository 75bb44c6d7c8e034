#!/usr/bin/env python3
"""Draws a capture of a terminal as a PNG.

usage: draw_screen.py CAPTURE OUT.png [--light] [--cursor COLUMN,ROW] [--columns N]

CAPTURE is what `tmux capture-pane -e -p` printed. Needs PIL (Debian: python3-pil) and the fonts of Debian's packages
fonts-dejavu-core and fonts-noto-cjk.
"""
import argparse
import pathlib
import re
import sys
import unicodedata

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError:
    sys.exit("draw_screen.py: PIL is not installed (Debian: python3-pil)")

FONTS = pathlib.Path("/usr/share/fonts")
WIDTH, HEIGHT, EDGE = 11, 26, 8
DARK = "000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db ffffff"
LIGHT = "24292e d73a49 28a745 b08800 0366d6 6f42c1 1b7c83 6a737d 959da5 cb2431 22863a b08800 005cc5 5a32a3 3192aa fafbfc"
CUBE = (0, 95, 135, 175, 215, 255)
SEQUENCE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\][^\x1b\x07]*(?:\x07|\x1b\\)|\x1b[()][B0]|[\x0e\x0f]|(.)")


def palette(name):
    return [tuple(bytes.fromhex(word)) for word in name.split()]


def colour(number, base):
    """One of the 256 colours."""
    if number < 16:
        return base[number]
    if number < 232:
        number -= 16
        return CUBE[number // 36], CUBE[number // 6 % 6], CUBE[number % 6]
    return (8 + (number - 232) * 10,) * 3


def columns(character):
    """The cells that a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Style:
    def __init__(self):
        self.marks, self.text, self.ground = set(), None, None

    SET = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
    RESET = {22: {"bold", "dim"}, 23: {"italic"}, 24: {"underline"}, 27: {"reverse"}, 29: {"strike"}}

    def take(self, codes, base):
        """Obeys the codes of one sequence."""
        codes = [int(code or 0) for code in re.split("[;:]", codes)]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in self.SET:
                self.marks = self.marks | {self.SET[code]}
            elif code in self.RESET:
                self.marks = self.marks - self.RESET[code]
            elif code in (38, 48) and len(codes) >= 2:
                kind = codes.pop(0)
                found = colour(codes.pop(0), base) if kind == 5 else tuple(codes[:3])
                if kind != 5:
                    del codes[:3]
                if code == 38:
                    self.text = found
                else:
                    self.ground = found
            else:
                for first, is_text, shift in ((30, True, 0), (90, True, 8), (40, False, 0), (100, False, 8)):
                    if first <= code < first + 8:
                        setattr(self, "text" if is_text else "ground", base[code - first + shift])
                if code == 39:
                    self.text = None
                if code == 49:
                    self.ground = None

    def copy(self):
        copy = Style()
        copy.marks, copy.text, copy.ground = self.marks, self.text, self.ground
        return copy


def read(capture, base):
    """The rows of a capture, each a list of characters with their styles."""
    style, rows = Style(), []
    for line in capture.rstrip("\n").split("\n"):
        row = []
        for match in SEQUENCE.finditer(line):
            if match.group(1) is not None:
                style.take(match.group(1), base)
            elif match.group(2):
                row.append((match.group(2), style.copy()))
        rows.append(row)
    return rows


def font(character, marks, cache={}):
    """The font that has a character, upright or slanted, and whether it is the wide one."""
    is_wide = columns(character) == 2 or 0x2E80 <= ord(character) < 0xFB00
    slant = "Oblique" if "italic" in marks else ""
    weight = "Bold" if "bold" in marks else ""
    key = (is_wide, weight, slant)
    if key not in cache:
        if is_wide:
            name = FONTS / f"opentype/noto/NotoSansCJK-{weight or 'Regular'}.ttc"
            cache[key] = ImageFont.truetype(str(name), 20, index=6)
        else:
            style = "-" + weight + slant if weight or slant else ""
            name = FONTS / f"truetype/dejavu/DejaVuSansMono{style}.ttf"
            name = name if name.exists() else FONTS / "truetype/dejavu/DejaVuSansMono.ttf"
            cache[key] = ImageFont.truetype(str(name), 18)
    return cache[key], is_wide


def draw(rows, width, base, text, ground, cursor):
    image = Image.new("RGB", (width * WIDTH + 2 * EDGE, len(rows) * HEIGHT + 2 * EDGE), ground)
    canvas = ImageDraw.Draw(image)
    for y, row in enumerate(rows):
        x, joins = 0, False
        for character, style in row:
            fore, back = style.text or text, style.ground or ground
            if "reverse" in style.marks:
                fore, back = back, fore
            if "dim" in style.marks:
                fore = tuple(int(0.55 * a + 0.45 * b) for a, b in zip(fore, back))
            # Characters that are joined to the one before: families, tones of skin.
            size = 0 if joins or "\U0001f3fb" <= character <= "\U0001f3ff" else columns(character)
            joins = character == "\u200d"
            left, top = EDGE + x * WIDTH, EDGE + y * HEIGHT
            right = left + size * WIDTH - 1
            if size and back != ground:
                canvas.rectangle([left, top, right, top + HEIGHT - 1], fill=back)
            face, is_wide = font(character, style.marks)
            canvas.text((left if size else left - WIDTH, top - 2 if is_wide else top + 2), character, font=face, fill=fore)
            if "underline" in style.marks:
                canvas.line([left, top + HEIGHT - 3, right, top + HEIGHT - 3], fill=fore)
            if "strike" in style.marks:
                canvas.line([left, top + HEIGHT // 2, right, top + HEIGHT // 2], fill=fore)
            x += size
    if cursor:
        left, top = EDGE + cursor[0] * WIDTH, EDGE + cursor[1] * HEIGHT
        canvas.rectangle([left, top, left + WIDTH - 1, top + HEIGHT - 1], outline=(255, 136, 0), width=2)
    return image


def main():
    parser = argparse.ArgumentParser(description="Draws a capture of a terminal as a PNG.")
    parser.add_argument("capture")
    parser.add_argument("out")
    parser.add_argument("--light", action="store_true", help="dark text on white")
    parser.add_argument("--cursor", help="COLUMN,ROW, from 0")
    parser.add_argument("--columns", type=int, default=0, help="at least so many columns")
    options = parser.parse_args()
    base = palette(LIGHT if options.light else DARK)
    text, ground = ((36, 41, 46), (255, 255, 255)) if options.light else ((212, 212, 212), (30, 30, 30))
    rows = read(pathlib.Path(options.capture).read_text(encoding="utf-8", errors="replace"), base)
    width = max([options.columns] + [sum(columns(character) for character, _ in row) for row in rows])
    cursor = tuple(map(int, options.cursor.split(","))) if options.cursor else None
    draw(rows, width, base, text, ground, cursor).save(options.out)


main()
