extension Collection where Element == UInt8 {
  /// Whether the bytes begin with a text.
  @inlinable public func starts(with text: StaticString) -> Bool {
    starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Whether the bytes contain a text.
  @inlinable public func contains(text: StaticString) -> Bool {
    indices.contains { self[$0...].starts(with: text) }
  }
}

extension ArraySlice<UInt8> {
  /// Removes the first line with its newline or carriage return; returns the line, nil at the end.
  package mutating func popLine() -> ArraySlice<UInt8>? {
    if isEmpty { return nil }
    let end = firstIndex { $0 == 0x0a || $0 == 0x0d } ?? endIndex
    defer { self = self[end...].dropFirst() }
    return self[..<end]
  }
}
