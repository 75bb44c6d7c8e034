import MemoCore

/// Definitions of a service that follows a vault from login on. What it tells goes nowhere: it is about memos.
struct ServiceUnit {
  /// The program and its arguments.
  let command: [[UInt8]]

  /// A user unit of systemd.
  var systemd: [UInt8] {
    Array("[Unit]\nDescription=memo watch\n\n[Service]\nExecStart=".utf8)
      + command.map(Self.systemdWord).joined(separator: [UInt8(ascii: " ")])
      + Array(
        "\nStandardOutput=null\nSuccessExitStatus=130\nRestart=on-failure\n\n[Install]\nWantedBy=default.target\n".utf8)
  }

  /// A property list of launchd.
  var launchd: [UInt8] {
    let arguments = command.map { "      <string>\(Self.xml(String(decoding: $0, as: UTF8.self)))</string>\n" }.joined()
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
        <dict>
          <key>Label</key><string>memo.watch</string>
          <key>ProgramArguments</key>
          <array>
      \(arguments)    </array>
          <key>RunAtLoad</key><true/>
        </dict>
      </plist>

      """.utf8)
  }

  /// In quotes, with the characters escaped that systemd gives a meaning inside them.
  private static func systemdWord(_ word: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote]
      + word.flatMap { byte -> [UInt8] in
        switch byte {
        case quote, UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "%"), UInt8(ascii: "$"): [byte, byte]
        case UInt8(ascii: "\n"): Array("\\n".utf8)
        default: [byte]
        }
      } + [quote]
  }

  private static func xml(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(scalar)
      }
    }.joined()
  }
}
