import FoundationEssentials
public import TouchFormats

/// A recording embedded in a page: Base64 in an element that browsers neither show nor run, with
/// its size and its hash. It has no path: the user chooses that of the extracted file.
public struct RecordingAttachment: Hashable, Sendable {
  public var bytes: [UInt8]
  public var format: RecordingFormat

  public init(bytes: [UInt8], format: RecordingFormat) {
    self.bytes = bytes
    self.format = format
  }

  /// The extension of the recording's file, as in `evemu`.
  public var fileExtension: String { format == .libinput ? "yml" : format.rawValue }

  /// The name of the extracted recording in the page's commands.
  var usualName: String { "recording.\(fileExtension)" }

  /// The formats of recordings within pages.
  private static let formats: [RecordingFormat] = [.evemu, .libinput]

  /// The beginning of the element. Other content of a page cannot contain it, since it escapes `<`.
  private static let start = "<script type=\"application/vnd.touchstone.recording\" "
  private static let end = "</script>"

  // MARK: Writing

  /// The element, on separate lines.
  var html: String {
    let text = Data(bytes).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithLineFeed,
    ])
    let hash = SHA256.hexadecimal(bytes)
    return """
      \(RecordingAttachment.start)data-format="\(format.rawValue)" data-bytes="\(bytes.count)" \
      data-sha256="\(hash)">
      \(text)
      \(RecordingAttachment.end)

      """
  }

  // MARK: Extracting

  /// The largest page in bytes: an embedded recording of the largest size, and a page around it.
  private static let maximumPageSize = 256 << 20

  /// Extracts the recording of a page; throws the position of a missing or damaged part.
  public init(page source: ByteSource) throws(FileError) {
    let page = try source.readAll(limit: Self.maximumPageSize)
    let finder = PageFinder(page: page, file: source.name)
    let start = Array(Self.start.utf8)
    guard let begin = finder.position(of: start, from: 0) else {
      throw finder.error(nil, "a report with a recording, as 'replay report' writes it", "none")
    }
    if let other = finder.position(of: start, from: begin + 1) {
      throw finder.error(other, "one recording", "another one")
    }
    guard let tagEnd = page[begin...].firstIndex(of: UInt8(ascii: ">")) else {
      throw finder.error(
        page.count, "the end of the element with the recording", "the end of the file")
    }
    let end = Array(Self.end.utf8)
    guard let contentEnd = finder.position(of: end, from: tagEnd) else {
      throw finder.error(page.count, "the rest of the recording", "the end of the file")
    }
    let tag = String(decoding: page[(begin + start.count)..<tagEnd], as: UTF8.self)
    let attributes = Self.attributes(of: tag)
    guard let name = attributes["data-format"], let format = RecordingFormat(rawValue: name),
      Self.formats.contains(format), let count = attributes["data-bytes"].flatMap({ Int($0) }),
      let hash = attributes["data-sha256"]
    else {
      throw finder.error(
        begin, "the format, the size and the hash of the recording",
        FileError.excerpt(Array(tag.utf8)))
    }
    self.format = format
    bytes = try finder.decode((tagEnd + 1)..<contentEnd)
    guard bytes.count == count else {
      throw finder.error(
        begin, "a recording of \(count) bytes", "\(bytes.count) bytes: the report is damaged")
    }
    guard SHA256.hexadecimal(bytes) == hash else {
      throw finder.error(
        begin, "a recording with its SHA-256", "another one: the report is damaged")
    }
  }

  /// The attributes of a tag such as `a="1" b="2"`.
  private static func attributes(of tag: String) -> [String: String] {
    var attributes: [String: String] = [:]
    for part in tag.split(separator: " ") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[1].count >= 2, sides[1].hasPrefix("\""),
        sides[1].hasSuffix("\"")
      else { continue }
      attributes[String(sides[0])] = String(sides[1].dropFirst().dropLast())
    }
    return attributes
  }
}

/// Finds and decodes parts of a page.
private struct PageFinder {
  let page: [UInt8]
  let file: String

  /// The offset of the first occurrence of bytes; nil without one.
  func position(of bytes: [UInt8], from start: Int) -> Int? {
    guard let first = bytes.first else { return nil }
    var index = start
    while let candidate = page[min(index, page.count)...].firstIndex(of: first) {
      if page[candidate...].starts(with: bytes) { return candidate }
      index = candidate + 1
    }
    return nil
  }

  /// An error at an offset, as a line and a column; nil for the whole file.
  func error(_ offset: Int?, _ expected: String, _ found: String) -> FileError {
    guard let offset else {
      return FileError(file: file, position: .file, expected: expected, found: found)
    }
    return JSONError(offset: offset, expected: expected, found: found).located(in: page, file: file)
  }

  /// Decodes Base64, which a program that sent the page may have wrapped or indented otherwise.
  func decode(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var padding = 0
    for index in range {
      let byte = page[index]
      if [0x20, 0x09, 0x0a, 0x0d].contains(byte) { continue }
      text.append(byte)
      if byte == UInt8(ascii: "=") {
        padding += 1
        if padding > 2 || text.count % 4 == 1 { throw notBase64(index) }
      } else if padding > 0 || !Self.isDigit(byte) {
        throw notBase64(index)
      }
    }
    guard text.count % 4 == 0, let bytes = Data(base64Encoded: Data(text)) else {
      throw notBase64(range.upperBound)
    }
    return Array(bytes)
  }

  private func notBase64(_ offset: Int) -> FileError {
    error(offset, "Base64", FileError.excerpt(page[min(offset, page.count)...].prefix(20)))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }
}
