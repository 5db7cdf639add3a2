/// The most that a saved scene holds, so that a file cannot exhaust the memory or the stack.
enum MemoryLimits {
  /// The largest file in bytes.
  static let largestFile = 64 << 20
  /// The most values of a file, those within lists and objects included.
  static let mostValues = 4_000_000
  /// The most lists and objects within each other, the file's own two included, as in all JSON.
  static let mostLevels = 64
  /// The levels of a file around the values of a scene: the file, and the object of all values.
  static let outerLevels = 2
}

/// Counts the values of a file while it is read or written.
struct MemoryCount {
  var values = 0

  /// Counts a value; false if it is one too many.
  mutating func add() -> Bool {
    values += 1
    return values <= MemoryLimits.mostValues
  }
}
