import SystemPackage

/// A sequential reader of bytes from a file, a pipe or an array.
public final class ByteSource {
  private enum Origin {
    case descriptor(FileDescriptor)
    /// A part of an open file; the file's own position does not change.
    case file(FileDescriptor, next: Int64, end: Int64?)
    case bytes([UInt8], next: Int)
    /// Text in another encoding, and the UTF-8 decoded so far, which is read up to `next`.
    case text(ByteSource, UnicodeDecoder, decoded: [UInt8], next: Int)
  }

  /// The path as it was given; `-` is standard input.
  public let name: String
  private var origin: Origin
  /// Whether the origin has no more bytes.
  private var isAtEnd = false
  /// The file to close.
  private var owned: FileDescriptor?
  /// Bytes that ``peek(_:)`` took from the origin, read up to `nextPeeked` since.
  private var peeked: [UInt8] = []
  private var nextPeeked = 0
  /// The number of bytes read.
  public private(set) var position = 0
  /// The first bytes of a source that cannot seek, for ``rewind()``.
  private lazy var history: [UInt8]? = seek(by: 0) ? nil : []

  /// The number of bytes of a pipe that can be read a second time: 1 MiB.
  private static let maximumHistory = 1 << 20

  /// Opens a file, or standard input for `-`.
  public init(path: String) throws(FileError) {
    name = path
    if path == "-" {
      origin = .descriptor(.standardInput)
    } else {
      let file = try ByteSource.open(path)
      origin = file.isRegular ? .file(file, next: 0, end: nil) : .descriptor(file)
      owned = file
    }
  }

  /// Opens a file that was not opened before, or standard input for `-`. A file is read without a
  /// change of its position, so that it can be read again.
  package static func input(
    _ opened: ByteSource? = nil, path: String
  ) throws(FileError) -> ByteSource {
    if let opened { return opened }
    return try path == "-" ? standardInput() : ByteSource(path: path)
  }

  private static func standardInput() -> ByteSource {
    let file = FileDescriptor.standardInput
    guard file.isRegular, let start = try? file.seek(offset: 0, from: .current) else {
      return ByteSource(stream: file, name: "-")
    }
    return ByteSource(file: file, name: "-", from: start)
  }

  private static func open(_ path: String) throws(FileError) -> FileDescriptor {
    // The system would open the path that ends before the NUL.
    if path.utf8.contains(0) { throw .cannotRead(path, .invalidArgument) }
    return try FileError.reading(path) {
      try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
    }
  }

  /// Reads from memory; `name` replaces the path in errors.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    origin = .bytes(bytes, next: 0)
  }

  /// Reads from an open pipe or device, which stays open.
  public init(stream: FileDescriptor, name: String) {
    self.name = name
    origin = .descriptor(stream)
  }

  /// Reads a part of an open file, from a position to another or to the end; the descriptor stays
  /// open and keeps its own position.
  public init(file: FileDescriptor, name: String, from start: Int64 = 0, to end: Int64? = nil) {
    self.name = name
    origin = .file(file, next: start, end: end)
  }

  private init(decoding source: ByteSource, _ decoder: UnicodeDecoder) {
    name = source.name
    origin = .text(source, decoder, decoded: [], next: 0)
  }

  deinit { try? owned?.close() }

  /// All bytes of a source in memory from which nothing has been read; nil for other sources.
  public var wholeBytes: [UInt8]? {
    if case .bytes(let bytes, 0) = origin, peeked.isEmpty { bytes } else { nil }
  }

  /// An open file, and the position of the next byte in it; nil for other sources.
  package var file: (descriptor: FileDescriptor, position: Int64)? {
    guard case .file(let file, let next, _) = origin else { return nil }
    return (file, next - Int64(peeked.count - nextPeeked))
  }

  /// Reads into the start of `buffer` and returns the number of bytes; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count =
      nextPeeked < peeked.count ? readPeeked(into: buffer) : try readOrigin(into: buffer)
    if history != nil {
      if position + count > ByteSource.maximumHistory {
        history = nil
      } else {
        history?.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    position += count
    return count
  }

  /// Reads into the start of an array and returns the number of bytes; 0 at the end.
  public func read(into bytes: inout [UInt8]) throws(FileError) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(FileError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  private func readOrigin(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = isAtEnd ? 0 : try readMore(into: buffer)
    isAtEnd = count == 0 && !buffer.isEmpty
    return count
  }

  private func readMore(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    switch origin {
    case .descriptor(let descriptor):
      return try FileError.reading(name) {
        try descriptor.read(into: buffer, retryOnInterrupt: true)
      }
    case .file(let file, let next, let end):
      let room = end.map { Int(clamping: max(0, $0 - next)) } ?? buffer.count
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(room))
      let count = try FileError.reading(name) {
        try file.read(fromAbsoluteOffset: next, into: part)
      }
      origin = .file(file, next: next + Int64(count), end: end)
      return count
    case .bytes(let bytes, let next):
      let count = copy(bytes, from: next, into: buffer)
      origin = .bytes(bytes, next: next + count)
      return count
    case .text(let source, var decoder, var decoded, var next):
      var block = [UInt8](repeating: 0, count: ByteSource.blockSize)
      while next == decoded.count {
        let got = try source.read(into: &block)
        if got == 0 { break }
        decoded = decoder.utf8(block[..<got])
        next = 0
      }
      let count = copy(decoded, from: next, into: buffer)
      origin = .text(source, decoder, decoded: decoded, next: next + count)
      return count
    }
  }

  private static let blockSize = 64 << 10

  private func readPeeked(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = copy(peeked, from: nextPeeked, into: buffer)
    nextPeeked += count
    if nextPeeked == peeked.count {
      peeked = []
      nextPeeked = 0
    }
    return count
  }

  private func copy(
    _ bytes: [UInt8], from start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = min(buffer.count, bytes.count - start)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
    }
    return count
  }

  /// Returns to the first byte; false for a pipe from which more than 1 MiB has been read.
  public func rewind() -> Bool {
    if let read = history {
      peeked = read + peeked[nextPeeked...]
      history = []
    } else {
      guard seek(by: -Int64(position + peeked.count - nextPeeked)) else { return false }
      peeked = []
      isAtEnd = false
    }
    nextPeeked = 0
    position = 0
    return true
  }

  /// Skips up to `count` bytes of a regular file unread, and returns their number; 0 for others.
  @discardableResult
  package func skipUnread(_ count: Int) -> Int {
    guard nextPeeked == peeked.count, case .file(let file, let next, let end) = origin,
      let size = file.size
    else { return 0 }
    let skipped = min(Int64(count), max(0, min(end ?? size, size) - next))
    origin = .file(file, next: next + skipped, end: end)
    position += Int(skipped)
    return Int(skipped)
  }

  private func seek(by distance: Int64) -> Bool {
    switch origin {
    case .bytes(let bytes, let next):
      origin = .bytes(bytes, next: next + Int(distance))
      return true
    case .descriptor(let descriptor):
      return (try? descriptor.seek(offset: distance, from: .current)) != nil
    case .file(let file, let next, let end):
      origin = .file(file, next: next + distance, end: end)
      return true
    case .text: return false
    }
  }

  /// Returns the next bytes, at most `count`, without consuming them.
  ///
  /// Waits until `count` bytes are available or the end is reached.
  public func peek(_ count: Int) throws(FileError) -> ArraySlice<UInt8> {
    while !isAtEnd, peeked.count < nextPeeked + count {
      var block = [UInt8](repeating: 0, count: nextPeeked + count - peeked.count)
      let got = try block.withUnsafeMutableBufferPointer { buffer throws(FileError) in
        try readOrigin(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if got == 0 { break }
      peeked += block[..<got]
    }
    return peeked[nextPeeked...].prefix(count)
  }

  /// The source itself, or its text in UTF-8 if it begins with a mark of UTF-16 or UTF-32.
  public func decodingUnicode() throws(FileError) -> ByteSource {
    UnicodeDecoder(byteOrderMark: try peek(4)).map { ByteSource(decoding: self, $0) } ?? self
  }

  /// The source itself, or its text with newlines if its first 4 KB have only carriage returns, the
  /// ends of lines of old programs.
  package func decodingLines() throws(FileError) -> ByteSource {
    let head = try peek(4 << 10)
    let isOld = head.contains(0x0d) && !head.contains(0x0a)
    return isOld ? ByteSource(decoding: self, .lines) : self
  }

  /// U+FEFF in UTF-8.
  public static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Skips a byte order mark.
  public func skipByteOrderMark() throws(FileError) {
    var mark = ByteSource.byteOrderMark
    guard try peek(mark.count).elementsEqual(mark) else { return }
    // Peeked bytes are read in one call.
    _ = try read(into: &mark)
  }

  /// All remaining bytes; throws for more than `limit` bytes.
  public func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachBlock { block throws(FileError) in
      if bytes.count + block.count > limit { throw .tooLarge(name, limit: limit) }
      bytes += block
    }
    return bytes
  }

  /// Reads all remaining bytes in blocks.
  package func forEachBlock(
    _ body: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) {
    var block = [UInt8](repeating: 0, count: ByteSource.blockSize)
    while true {
      let count = try read(into: &block)
      if count == 0 { return }
      try body(block[..<count])
    }
  }
}

extension FileDescriptor {
  fileprivate var isRegular: Bool { (try? stat().type) == .regular }

  /// The size in bytes; nil if the system does not say.
  package var size: Int64? { try? stat().size }
}
