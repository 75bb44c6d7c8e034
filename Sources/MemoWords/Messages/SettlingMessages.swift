import MemoCore
package import MemoSync

/// Messages about settling the conflicts of syncs.
package enum SettlingMessages {
  /// What a device is called; with its number, where another may be meant.
  ///
  /// - Parameter own: the name of this device, if it is known.
  package static func name(of device: SyncDevice?, beside other: SyncDevice?, own: String?) -> Text {
    guard let device else { return SyncMessages.here }
    if device.name.isEmpty { return SyncMessages.elsewhere }
    let isTwin = device.name == other?.name || device.name == own
    return Text(verbatim: isTwin && !device.id.isEmpty ? "\(device.name) (\(device.id))" : device.name)
  }

  /// What the devices are called that wrote a part of a conflict.
  ///
  /// - Parameter own: the name of this device, if it is known.
  package static func names(of devices: [SyncDevice?], in conflict: SyncConflict, own: String?) -> Text {
    let names = devices.map { name(of: $0, beside: conflict.twin(of: $0), own: own) }
    return names.dropFirst().reduce(names.first ?? SyncMessages.elsewhere) { Text("\($0), \($1)", ko: "\($0), \($1)") }
  }

  /// A version by its device and time.
  package static func version(_ device: Text, at date: String?) -> Text {
    date.map { Text("\(device), \($0)", ko: "\(device), \($0)") } ?? device
  }

  /// The place of a conflict among all.
  package static func place(_ number: Int, of count: Int) -> Text {
    Text("conflict \(number) of \(count)", ko: "충돌 \(count)건 중 \(number)번째")
  }

  /// The keys that settle a conflict.
  package static func keys(_ conflict: SyncConflict) -> Text {
    guard conflict.choices.contains(.only(.ours)) else {
      return Text("= keep as it is · ) next", ko: "= 그대로 두기 · ) 다음")
    }
    return conflict.kind == .one
      ? Text("< mine · > theirs · = as it is · ) next", ko: "남길 값: < 이 기기 · > 다른 기기 · = 그대로 · ) 다음")
      : Text("< mine · > theirs · = both · ) next", ko: "남길 줄: < 이 기기 · > 다른 기기 · = 둘 다 · ) 다음")
  }

  package static let keyMeaning = Text(
    "at a sync conflict: keep the lines marked <, those marked >, or both",
    ko: "동기화 충돌에서: <로 표시한 줄, >로 표시한 줄, 또는 둘 다 남기기")
  /// How to go on from a list of conflicts.
  package static let walkHint = Text(
    "to settle them one after the other: memo conflicts --resolve", ko: "하나씩 해결하려면: memo conflicts --resolve")
  package static let nextConflict = Text("go to the next sync conflict, in any memo", ko: "다음 동기화 충돌로 이동(모든 메모)")

  /// Why a key that settles conflicts does nothing.
  package static func notAtConflict(_ key: String) -> Text {
    Text(
      "'\(key)' settles the conflict at the cursor; ) goes to the next one",
      ko: "'\(key)' 키는 커서 위치의 충돌을 해결합니다. )를 누르면 다음 충돌로 갑니다")
  }

  /// What was kept.
  package static func done(_ choice: ConflictChoice, undo key: String) -> Text {
    switch choice {
    case .only: Text("settled; undo with \(key)", ko: "해결했습니다. \(key)로 되돌릴 수 있습니다")
    case .both: Text("settled on this device: everything stays as it is", ko: "이 기기에서 해결했습니다. 모두 그대로 둡니다")
    }
  }

  package static let gone = Text("this conflict is settled already", ko: "이미 해결된 충돌입니다")

  /// Why nothing is "ours" in a conflict.
  package static func noOwn(_ path: String, line: Int) -> Text {
    Text(
      "neither version at \(path):\(line) is known to be from this device: both stay",
      ko: "\(path):\(line)의 두 버전 가운데 이 기기에서 쓴 것을 알 수 없어 둘 다 그대로 두었습니다")
  }

  /// Why memo cannot carry out a choice.
  package static func byHand(_ conflict: SyncConflict) -> Text {
    conflict.kind == .both
      ? Text(
        "one version is too long to be sure where it ends; delete the lines you do not want",
        ko: "한 버전이 길어 어디까지인지 확실하지 않습니다. 필요 없는 줄을 직접 지우십시오")
      : SyncMessages.advice(on: conflict)
  }

  /// Why a command cannot choose a version, and how a person does: of a conflict that has not both in one text.
  package static func holdsOne(_ conflict: SyncConflict) -> Text {
    if let text = SyncMessages.oneName(of: conflict) { return text }
    let path = conflict.path.text
    if let other = conflict.otherPath?.text {
      return Text(
        "'\(path)' and '\(other)' are one version each; delete or rename the one you do not want",
        ko: "'\(path)'\(.with) '\(other)'에 버전이 하나씩 있습니다. 필요 없는 것을 지우거나 이름을 바꾸십시오")
    }
    let command = "memo conflicts --resolve \(ShellWord.of(conflict.path))"
    return Text(
      "'\(path)' can hold one version alone; write the one you want there, then: \(command)",
      ko: "'\(path)'에는 한 버전만 담을 수 있습니다. 원하는 버전을 직접 적은 뒤 실행하십시오: \(command)")
  }

  // MARK: The command

  package static let needsTerminal = Text(
    "going through conflicts needs a terminal", ko: "충돌을 하나씩 처리하려면 터미널이 필요합니다")
  package static let nameAMemo = Text(
    "'memo conflicts' lists them; 'memo conflicts --resolve REF' keeps both versions, with --ours or --theirs one",
    ko: "목록은 'memo conflicts'로 봅니다. 'memo conflicts --resolve 메모'는 두 버전을 모두 남기고, --ours나 --theirs를 함께 쓰면 하나만 남깁니다")

  /// How many conflicts of a memo were settled by taking a version out.
  package static func tookOut(_ path: String, _ count: Int) -> Text {
    guard count > 0 else { return SyncMessages.resolved(path, 0) }
    return Text(
      count == 1 ? "settled the conflict in '\(path)'" : "settled \(count) conflicts in '\(path)'",
      ko: "'\(path)'의 충돌 \(count)건을 해결했습니다")
  }

  /// The question about a conflict.
  package static func question(_ conflict: SyncConflict) -> Text {
    guard conflict.choices.contains(.only(.ours)) else {
      return Text("= keep as it is, s skip, q quit:", ko: "= 그대로 두기, s 건너뛰기, q 그만:")
    }
    return conflict.kind == .one
      ? Text(
        "keep < mine, > theirs, = as it is; s skip, q quit:", ko: "남길 값을 고르십시오: < 이 기기, > 다른 기기, = 그대로. s 건너뛰기, q 그만:")
      : Text("keep < mine, > theirs, = both; s skip, q quit:", ko: "남길 줄을 고르십시오: < 이 기기, > 다른 기기, = 둘 다. s 건너뛰기, q 그만:")
  }

  /// The choices as they are typed.
  package static func choice(_ answer: String) -> ConflictChoice? {
    switch answer {
    case "<", "m", "mine", "ours": .only(.ours)
    case ">", "t", "theirs": .only(.theirs)
    case "=", "b", "both": .both
    default: nil
    }
  }

  /// How many are left after going through them.
  package static func left(_ count: Int) -> Text {
    count == 0
      ? Text("all conflicts are settled", ko: "모든 충돌을 해결했습니다")
      : Text(count == 1 ? "1 conflict is left" : "\(count) conflicts are left", ko: "충돌이 \(count)건 남았습니다")
  }
}
