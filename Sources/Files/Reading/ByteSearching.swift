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
