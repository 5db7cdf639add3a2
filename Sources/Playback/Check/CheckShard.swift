/// One of several parts of a set of traces, for machines that share the work: `2/8`.
public struct CheckShard: Hashable, Sendable {
  /// From 1 to ``count``.
  public var number: Int
  public var count: Int

  /// Reads a part such as `2/8`; nil for anything else.
  public init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }),
      let number = Int(parts[0]), let count = Int(parts[1]), (1...10_000).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether the trace whose expectations have this place in the order of all of them is in the part.
  ///
  /// Neighbours go to different parts, so that a folder of slow traces is shared, too.
  public func contains(_ place: Int) -> Bool { place % count == number - 1 }

  /// The files of this part; traces that share their expectations stay together.
  public func files(_ files: [TracePath]) -> [TracePath] {
    var places: [String: Int] = [:]
    return files.filter { file in
      let path = ExpectationFile.path(forTrace: file.path)
      let place = places[path] ?? places.count
      places[path] = place
      return contains(place)
    }
  }
}
