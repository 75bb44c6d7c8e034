/// All that the server answers; a new feature is a line here.
enum FeatureList {
  /// The features.
  static let all: [Feature] =
    Navigation.features + HoverCard.features + Completion.features
    + PulledDiagnostics.features + Renaming.features + FileOperations.features
    + DocumentSymbols.features + FoldingRanges.features + WorkspaceSymbols.features + SelectionRanges.features
    + DocumentHighlights.features + CommandExecution.features + CodeActions.features
    + CodeLenses.features + InlayHints.features + SemanticTokens.features + OnTypeFormatting.features
    + DocumentFormatting.features
}

/// What the server tells a client that it can do.
enum ServerCapabilities {
  /// The capabilities for a client.
  static func json(for client: ClientProfile) -> JSONValue {
    JSONValue(members: [
      "positionEncoding": .text(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "definitionProvider": true, "declarationProvider": true, "referencesProvider": true, "hoverProvider": true,
      "documentSymbolProvider": true, "foldingRangeProvider": true, "workspaceSymbolProvider": true,
      "selectionRangeProvider": true, "documentHighlightProvider": true,
      "executeCommandProvider": CommandExecution.capability, "codeActionProvider": CodeActions.capability,
      "codeLensProvider": CodeLenses.capability, "inlayHintProvider": true,
      "semanticTokensProvider": SemanticTokens.capability,
      "documentOnTypeFormattingProvider": OnTypeFormatting.capability, "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "documentLinkProvider": ["resolveProvider": false], "completionProvider": Completion.capability,
      "diagnosticProvider": client.takesPulls ? PulledDiagnostics.capability : nil,
      "renameProvider": client.can("textDocument", "rename", "prepareSupport") ? Renaming.capability : true,
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true],
        "fileOperations": FileOperations.capabilities,
      ],
    ])
  }

  /// What a client is asked to report besides: changes of files, and of its settings.
  static func registrations(for client: ClientProfile) -> [JSONValue] {
    let files: JSONValue = [
      "id": "memo-files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": [
        "watchers": [["globPattern": "**/*.{md,markdown}"], ["globPattern": "**/.memo/config.json"]]
      ],
    ]
    let settings: JSONValue = [
      "id": "memo-settings", "method": "workspace/didChangeConfiguration", "registerOptions": ["section": "memo"],
    ]
    return (client.can("workspace", "didChangeWatchedFiles", "dynamicRegistration") ? [files] : [])
      + (client.can("workspace", "didChangeConfiguration", "dynamicRegistration") ? [settings] : [])
  }
}
