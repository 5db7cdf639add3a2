import Files

/// Saved scenes as JSON:
///
/// ```json
/// {
///   "rules": "standard",
///   "saved_at_s": 12.5,
///   "scene": "QuartzFun",
///   "v": 2,
///   "values": {"figures": []}
/// }
/// ```
struct JSONMemory: MemoryTextFormat {
  func text(in path: String) throws(FileError) -> MemoryText {
    let source = try ByteSource(path: path).decodingUnicode()
    try source.skipByteOrderMark()
    let bytes = try source.readAll(limit: MemoryLimits.maximumFileSize)
    do throws(JSONError) {
      var reader = MemoryJSONReader()
      return MemoryText(try reader.value(of: bytes)) { part in
        JSONMemory.offset(of: part, in: bytes).map { offset in
          JSONError(offset: offset, expected: "").located(in: bytes, file: path).position
        }
      }
    } catch {
      throw error.located(in: bytes, file: path)
    }
  }

  /// The offset of a part of a document; nil if the document lacks it.
  private static func offset(of part: MemoryText.Part, in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      cursor.skipSpaces()
      if part == .document { return cursor.offset }
      var found: Int?
      // The text was read before, without an error.
      try? cursor.members("an object") { cursor, name throws(JSONError) in
        let nameOffset = cursor.nameOffset
        cursor.skipSpaces()
        if part == .key(name) { found = nameOffset }
        if part == .value(name) { found = cursor.offset }
        try cursor.skipValue()
      }
      return found
    }
  }

  func bytes(of value: MemoryValue, for path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(value, indentation: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
