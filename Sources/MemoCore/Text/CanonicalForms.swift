import Foundation

/// The spellings of a text that look the same.
extension String {
  /// The text as it is, composed (NFC) and taken apart (NFD) as in files from a Mac; each spelling once.
  public var canonicalForms: [String] {
    var forms: [String] = []
    for form in [self, precomposedStringWithCanonicalMapping, decomposedStringWithCanonicalMapping]
    // As text all of them are equal.
    where !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
      forms.append(form)
    }
    return forms
  }
}
