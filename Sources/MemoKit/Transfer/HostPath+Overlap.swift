import MemoCore

extension HostPath {
  /// Whether one of two folders without symbolic links is the other or lies in it.
  func overlaps(_ other: HostPath) -> Bool {
    path(inVault: other) != nil || other.path(inVault: self) != nil
  }
}
