import MemoCore

/// Messages about texts of two encodings, which no memo gets.
enum EncodingMessages {
  /// Text in UTF-8 is refused for a memo in another encoding.
  static func otherEncoding(_ path: String, _ finding: EncodingFinding) -> Text {
    switch finding {
    case .likely(let encoding), .partly(let encoding), .oversized(let encoding):
      let name = CheckMessages.name(of: encoding)
      return Text(
        "'\(path)' is not UTF-8 but probably \(name): text added to it could not be read there",
        ko: "'\(path)'\(.topic) UTF-8이 아니라 \(name)인 것 같아서 글을 덧붙일 수 없습니다")
    case .binary:
      return Text("cannot change '\(path)': it is not text", ko: "'\(path)'\(.object) 고칠 수 없습니다: 텍스트가 아닙니다")
    case .brokenUTF8, .unclear:
      return Text(
        "'\(path)' is not UTF-8, and its encoding is not clear: text added to it could not be read there",
        ko: "'\(path)'\(.topic) UTF-8이 아니고 어떤 인코딩인지 분명하지 않아서 글을 덧붙일 수 없습니다")
    }
  }

  /// How to convert a memo that is not UTF-8.
  static func convertHint(_ finding: EncodingFinding) -> Text {
    switch finding {
    case .likely, .partly, .oversized:
      Text("to convert it to UTF-8: memo check --fix", ko: "UTF-8로 변환하려면: memo check --fix")
    case .brokenUTF8, .binary, .unclear:
      Text(
        "if you know its encoding, convert it to UTF-8, such as from CP949: iconv -f CP949 -t UTF-8",
        ko: "인코딩을 알고 있으면 UTF-8로 변환하십시오. 예를 들어 CP949라면: iconv -f CP949 -t UTF-8")
    }
  }

  /// What a filter of git has stored of a memo is not changed.
  static func sealed(_ path: String, _ form: SealedForm) -> Text {
    switch form {
    case .pointer:
      Text(
        "cannot change '\(path)': it holds a git-lfs pointer, not its text",
        ko: "'\(path)'\(.object) 고칠 수 없습니다. 글이 아니라 git-lfs 포인터가 들어 있습니다")
    case .encrypted:
      Text(
        "cannot change '\(path)': it is encrypted by git-crypt",
        ko: "'\(path)'\(.object) 고칠 수 없습니다. git-crypt로 암호화되어 있습니다")
    }
  }

  /// How to get the text of such a memo.
  static func openHint(_ form: SealedForm) -> Text {
    switch form {
    case .pointer: Text("to download its text: git lfs pull", ko: "글을 내려받으려면: git lfs pull")
    case .encrypted: Text("to decrypt it: git-crypt unlock", ko: "복호화하려면: git-crypt unlock")
    }
  }

  /// Text in another encoding is refused for every memo.
  static func foreignText(_ finding: EncodingFinding) -> Text {
    switch finding {
    case .likely(let encoding), .partly(let encoding), .oversized(let encoding):
      let name = CheckMessages.name(of: encoding)
      return Text(
        "cannot add the text: it is not UTF-8 but probably \(name)", ko: "글을 넣을 수 없습니다. UTF-8이 아니라 \(name)인 것 같습니다")
    case .brokenUTF8:
      return Text(
        "cannot add the text: it is UTF-8 except for some bytes", ko: "글을 넣을 수 없습니다. UTF-8 텍스트에 잘못된 바이트가 있습니다")
    case .binary:
      return Text("cannot add the text: it has NUL bytes or is not text", ko: "글을 넣을 수 없습니다. NUL 바이트가 있거나 텍스트가 아닙니다")
    case .unclear:
      return Text(
        "cannot add the text: it is not UTF-8, and its encoding is not clear",
        ko: "글을 넣을 수 없습니다. UTF-8이 아니며 어떤 인코딩인지 분명하지 않습니다")
    }
  }

  /// How to convert it, where it can be.
  static func foreignTextHints(_ finding: EncodingFinding) -> [Text] {
    let encoding: TextEncoding? =
      switch finding {
      case .likely(let encoding), .partly(let encoding), .oversized(let encoding): encoding
      case .unclear: .korean
      case .brokenUTF8, .binary: nil
      }
    guard let encoding else { return [] }
    let command = "iconv -f \(encoding.nameForIconv) -t UTF-8"
    guard finding == .unclear else { return [Text("to convert it: \(command)", ko: "변환하려면: \(command)")] }
    return [
      Text(
        "convert it to UTF-8 first, such as from CP949: \(command)",
        ko: "먼저 UTF-8로 변환하십시오. 예를 들어 CP949라면: \(command)")
    ]
  }
}

extension TextEncoding {
  /// What iconv calls it.
  fileprivate var nameForIconv: String {
    switch self {
    case .japanese: "CP932"
    case .western: "CP1252"
    case .utf16LittleEndian, .utf16BigEndian, .korean, .chinese: rawValue
    }
  }
}
