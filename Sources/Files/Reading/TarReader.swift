/// A sequential reader of the files in a tar archive.
///
/// ```swift
/// let reader = TarReader(try ByteSource(path: "shard.tar"))
/// while let entry = try reader.next() {
///   if case .file(let path, let bytes) = entry { print(path, bytes.count) }
/// }
/// ```
///
/// Reads the ustar format of POSIX.1-1988 with the extended headers of POSIX.1-2001 (`path` and
/// `size`), and GNU tar's long names and binary sizes. The archive is read once, from its start to
/// its end, so that it may come through a pipe. One member at a time is in memory.
public final class TarReader {
  /// A member of the archive.
  public enum Entry: Hashable, Sendable {
    /// A regular file.
    case file(path: String, bytes: [UInt8])
    /// A file that cannot be read; the members after it can.
    case failure(FileError)
    /// A member that is not a regular file, and its kind, such as `a link`.
    case skipped(path: String, kind: String)
  }

  /// The most bytes of a member: 256 MB, four hours of ten fingers in evemu.
  public static let maximumMemberSize = 256 << 20
  /// The most bytes of a path (Linux's `PATH_MAX`).
  public static let maximumPathLength = 4096
  /// The most bytes of an extended header: paths and numbers.
  private static let maximumHeaderSize = 64 << 10
  private static let blockSize = 512
  private static let bufferSize = 64 << 10

  /// The number of bytes that suffice to recognize an archive.
  public static let detectionLength = blockSize

  /// Called before a read that may wait for more input.
  public var willRead: (() -> Void)?

  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: bufferSize)
  private var nextByte = 0
  private var filled = 0
  /// The number of bytes taken.
  private var position = 0
  /// The offset of the latest header, for errors.
  private var start = 0
  private var isAtEnd = false

  public init(_ source: ByteSource) { self.source = source }

  /// Whether the bytes are the start of an archive, by the word `ustar` in the first header.
  public static func isArchive(_ head: ArraySlice<UInt8>) -> Bool {
    head.dropFirst(TarHeader.magic.lowerBound).prefix(5).elementsEqual("ustar".utf8)
  }

  /// Whether the bytes begin with the zeros that end an archive, as in an archive without members.
  public static func isEnd(_ head: ArraySlice<UInt8>) -> Bool {
    head.count >= blockSize && head.prefix(blockSize).allSatisfy { $0 == 0 }
  }

  /// The next member; nil at the end of the archive.
  ///
  /// Throws if the archive itself is damaged or ends early, since further members cannot be found.
  public func next() throws(FileError) -> Entry? {
    if isAtEnd { return nil }
    // An error is the end, too.
    isAtEnd = true
    var extended = ExtendedHeader()
    while true {
      start = position
      guard let header = try readHeader() else { return nil }
      let size = extended.size ?? header.size
      switch header.type {
      case UInt8(ascii: "x"):
        guard extended.parse(try readExtended(header)) else {
          throw error("an extended header", "other bytes")
        }
      case UInt8(ascii: "L"):
        extended.path = Array(try readExtended(header).prefix { $0 != 0 })
      case UInt8(ascii: "g"), UInt8(ascii: "K"): try skip(header.size, of: "a header")
      default:
        let entry = try readMember(header, extended.path ?? header.path, size)
        isAtEnd = false
        return entry
      }
    }
  }

  /// The next header; nil for the block of zeros behind the last member.
  private func readHeader() throws(FileError) -> TarHeader? {
    let block = try take(TarReader.blockSize)
    if block.count < TarReader.blockSize {
      throw error("a member or the zeros that end an archive", "the end of the file: it was cut")
    }
    if TarReader.isEnd(block[...]) { return nil }
    guard let header = TarHeader(block) else {
      throw error("the header of a member of a tar archive", FileError.excerpt(block[...]))
    }
    return header
  }

  private func readExtended(_ header: TarHeader) throws(FileError) -> [UInt8] {
    guard header.size <= TarReader.maximumHeaderSize else {
      throw error(
        "an extended header of at most \(TarReader.maximumHeaderSize) bytes", "a larger one")
    }
    return try content(header.size, of: "a header")
  }

  private func readMember(
    _ header: TarHeader, _ name: [UInt8], _ size: Int
  ) throws(FileError) -> Entry {
    let path = String(validating: name, as: UTF8.self)
    let shown = path ?? FileError.escaped(name)
    // Links, devices and folders have no content, whatever size the header specifies.
    if let kind = header.kindWithoutContent { return .skipped(path: shown, kind: kind) }
    guard header.isFile else {
      try skip(size, of: shown)
      return .skipped(path: shown, kind: "not a regular file")
    }
    guard let path else {
      try skip(size, of: shown)
      return .failure(
        FileError(file: shown, expected: "a file name in UTF-8", found: "other bytes"))
    }
    guard name.count <= TarReader.maximumPathLength else {
      try skip(size, of: path)
      return .failure(
        FileError(
          file: String(path.prefix(100)) + "…",
          expected: "a path of at most \(TarReader.maximumPathLength) bytes",
          found: "a longer one"))
    }
    guard size <= TarReader.maximumMemberSize else {
      try skip(size, of: path)
      return .failure(.tooLarge(path, limit: TarReader.maximumMemberSize))
    }
    return .file(path: path, bytes: try content(size, of: path))
  }

  // MARK: Errors

  private func error(_ expected: String, _ found: String) -> FileError {
    FileError(file: source.name, position: .byte(start), expected: expected, found: found)
  }

  private func cut(_ member: String) -> FileError {
    error("the whole of \(member.printable)", "the end of the file: it was cut")
  }

  // MARK: Bytes

  /// The bytes of a member, and the rest of their last block is skipped.
  private func content(_ size: Int, of member: String) throws(FileError) -> [UInt8] {
    let bytes = try take(size)
    guard bytes.count == size else { throw cut(member) }
    try skipPadding(size)
    return bytes
  }

  private func skip(_ size: Int, of member: String) throws(FileError) {
    guard try pass(size) == size else { throw cut(member) }
    try skipPadding(size)
  }

  private func skipPadding(_ size: Int) throws(FileError) {
    let rest = size % TarReader.blockSize
    if rest > 0 { _ = try pass(TarReader.blockSize - rest) }
  }

  /// The next bytes, fewer at the end of the source.
  private func take(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // A header may specify more bytes than the source contains.
    bytes.reserveCapacity(min(count, TarReader.bufferSize))
    while bytes.count < count, try fill() {
      let part = min(count - bytes.count, filled - nextByte)
      bytes += buffer[nextByte..<nextByte + part]
      nextByte += part
    }
    position += bytes.count
    return bytes
  }

  /// Skips bytes and returns their number, which is smaller at the end of the source.
  private func pass(_ count: Int) throws(FileError) -> Int {
    var passed = min(count, filled - nextByte)
    nextByte += passed
    if count - passed > buffer.count { passed += source.skipUnread(count - passed) }
    while passed < count, try fill() {
      let part = min(count - passed, filled - nextByte)
      passed += part
      nextByte += part
    }
    position += passed
    return passed
  }

  /// Whether any bytes are in the buffer, which is filled if it is empty.
  private func fill() throws(FileError) -> Bool {
    if nextByte < filled { return true }
    willRead?()
    nextByte = 0
    filled = try source.read(into: &buffer)
    return filled > 0
  }
}

/// The fields of a header that are used.
private struct TarHeader {
  static let magic = 257..<263

  let path: [UInt8]
  let size: Int
  let type: UInt8

  /// Parses a block; nil unless it is marked `ustar`, with a right checksum and a size.
  init?(_ block: [UInt8]) {
    guard TarReader.isArchive(block[...]), let sum = TarHeader.number(block[148..<156]),
      sum == TarHeader.checksum(block), let size = TarHeader.number(block[124..<136])
    else { return nil }
    self.size = size
    type = block[156]
    let name = block[0..<100].prefix { $0 != 0 }
    // GNU tar has other fields where POSIX has a prefix.
    let isPOSIX = block[262] == 0
    let prefix = isPOSIX ? block[345..<500].prefix { $0 != 0 } : []
    path = prefix.isEmpty ? Array(name) : Array(prefix) + [UInt8(ascii: "/")] + Array(name)
  }

  var isFile: Bool { type == UInt8(ascii: "0") || type == 0 || type == UInt8(ascii: "7") }

  /// The kind of a member that never has content; nil for other members.
  var kindWithoutContent: String? {
    switch type {
    case UInt8(ascii: "1"), UInt8(ascii: "2"): "a link"
    case UInt8(ascii: "5"): "a folder"
    case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"): "not a regular file"
    default: nil
    }
  }

  /// The sum of all bytes; the bytes of the checksum itself count as spaces.
  private static func checksum(_ block: [UInt8]) -> Int {
    block.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int(block[$1])) }
  }

  /// An octal number, or a binary one whose first bit is set, as GNU tar writes large sizes.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    var value = 0
    if let first = field.first, first >= 0x80 {
      for byte in [first & 0x7f] + field.dropFirst() {
        guard value < 1 << 48 else { return nil }
        value = value << 8 | Int(byte)
      }
      return value
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    for digit in digits {
      // The fields have at most 12 digits.
      guard (0x30...0x37).contains(digit) else { return nil }
      value = value << 3 | Int(digit - 0x30)
    }
    return digits.isEmpty ? nil : value
  }
}

/// The properties of the next member that extended headers specify.
private struct ExtendedHeader {
  var path: [UInt8]?
  var size: Int?

  /// Reads records such as `20 path=a/long/name\n`, whose number is their whole length; false if
  /// one is invalid.
  mutating func parse(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0 != 0x20 }
      guard digits.count <= 6, let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 1, length <= rest.count
      else { return false }
      let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
      let key = record.prefix { $0 != UInt8(ascii: "=") }
      let value = record.dropFirst(key.count + 1)
      if key.elementsEqual("path".utf8) { path = Array(value) }
      if key.elementsEqual("size".utf8) {
        size = Int(String(decoding: value, as: UTF8.self))
        guard let size, 0..<1 << 56 ~= size else { return false }
      }
      rest = rest.dropFirst(length)
    }
    return true
  }
}
