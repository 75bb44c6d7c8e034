import MemoCore
import MemoWords

/// Follows links in the text: to memos, headings, web pages and files.
enum LinkFollowing {
  /// Follows the link at the cursor, if the cursor is visible; `nil` if there is none.
  static func follow(_ state: inout BrowserState) -> [BrowserEffect]? {
    guard state.focus == .memo, state.showsCursor, let pane = state.pane, let path = pane.path,
      let target = pane.editor.targetAtCursor
    else { return nil }
    switch target {
    case .memo(let link): return [.links(path, only: link)]
    case .heading(let name):
      state.wantedPlace = .heading(name)
      state.goToWantedPlace()
      return []
    case .address(let address):
      if let link = OpenedLink(address: address) { return [.openLink(link)] }
      if !address.utf8.contains(UInt8(ascii: ":")) { return [.attachment(address, path)] }
      state.message = ListMessages.notOpened(address)[state.language]
      return []
    }
  }

  /// Follows a link that was clicked; `nil` if there is none.
  static func click(
    _ event: MouseEvent, in area: BrowserLayout.Area?, drawing: RowDrawing, _ state: inout BrowserState
  ) -> [BrowserEffect]? {
    guard state.pane?.isEditable == true else { return nil }
    let (pane, focus) = (state.pane, state.focus)
    state.focus = .memo
    state.pane?.moveCursor(to: event, in: area, drawing: drawing, isSelecting: false)
    state.pane?.hasCursor = true
    if let effects = follow(&state) { return effects }
    (state.pane, state.focus) = (pane, focus)
    return nil
  }
}
