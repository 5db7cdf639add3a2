/// C strings, stored as long as the engine.
final class CStrings {
  private var pointers: [String: UnsafeMutablePointer<CChar>] = [:]
  /// The sentence of the last failure, which the next one replaces.
  private var sentence: UnsafeMutablePointer<CChar>?

  deinit {
    for pointer in pointers.values { pointer.deallocate() }
    sentence?.deallocate()
  }

  /// A string of a small set, such as the name of a shape; NULL for nil.
  func pointer(to text: String?) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    if let pointer = pointers[text] { return UnsafePointer(pointer) }
    let pointer = text.makeCString()
    pointers[text] = pointer
    return UnsafePointer(pointer)
  }

  /// A string that is valid until the next call.
  func temporaryPointer(to text: String) -> UnsafePointer<CChar> {
    sentence?.deallocate()
    let pointer = text.makeCString()
    sentence = pointer
    return UnsafePointer(pointer)
  }
}

extension String {
  /// The bytes with a zero at the end; the caller deallocates them.
  func makeCString() -> UnsafeMutablePointer<CChar> {
    let bytes = utf8CString
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (pointer + index).initialize(to: byte) }
    return pointer
  }
}
