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
  func value(in path: String) throws(FileError) -> MemoryValue {
    let source = try ByteSource(path: path).decodingUnicode()
    try source.skipByteOrderMark()
    let bytes = try source.readAll(limit: MemoryLimits.maximumFileSize)
    do throws(JSONError) {
      var reader = MemoryJSONReader()
      return try reader.value(of: bytes)
    } catch {
      throw error.located(in: bytes, file: path)
    }
  }

  func bytes(of value: MemoryValue, for path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(value, indentation: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
