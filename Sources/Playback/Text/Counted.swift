extension Int {
  /// The number and what it counts, as in `1 file` and `2 files`; `many` is for words that an s does not
  /// make many of.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? "\(one)s")"
  }
}
