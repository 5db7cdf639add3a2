/// A record that commands print as a line of JSON; docs/Records.md has the keys.
public protocol JSONRecord: Sendable {
  /// Appends the record as one line of JSON, without the newline.
  func appendJSON(to bytes: inout [UInt8])
}

extension JSONRecord {
  /// The record as one line of JSON, without the newline.
  public var json: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
