import MemoKit
import MemoStore
import MemoWords

/// Names of folders and templates that no word of the command line says: they are in the vault's settings.
enum SettingNames {
  /// What `body` comes to. An error about such a name says which settings it may be from.
  ///
  /// - Parameters:
  ///   - keys: those that name folders.
  ///   - templateKeys: those that name templates.
  static func explained<Result>(
    _ keys: [SettingKey], templates templateKeys: [SettingKey] = [], _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error where isAboutName(error) {
      var failure = FailureMessages.failure(for: error)
      failure.hints.append(DailyMessages.nameInSettings((error is TemplateError ? templateKeys : keys).map(\.rawValue)))
      throw failure
    }
  }

  /// A daily memo needs no template, so that one which was looked for in vain has been named.
  private static func isAboutName(_ error: any Error) -> Bool {
    switch error {
    case TransferError.badFolder, TemplateError.notFound: true
    default: false
    }
  }
}
