/// An open recording, of events or of contacts, with its reader.
///
/// ```swift
/// switch try OpenRecording(path: "swipe.evemu") {
/// case .events(let reader): ...  // a device's events, for a SlotTracker
/// case .frames(let reader): ...  // contacts
/// }
/// ```
public enum OpenRecording {
  /// The events of one or several devices.
  case events(any RecordingReader)
  /// Frames of contacts, as in the activity log of ChromeOS.
  case frames(any ContactFrameReader)

  /// Opens a file, or standard input for `-`, and recognizes its format by its content.
  ///
  /// - Parameters:
  ///   - format: The format, if it is known; otherwise it is detected.
  ///   - rate: The report rate in Hz for getevent recordings without times, if positive and finite.
  public init(path: String, format: RecordingFormat? = nil, rate: Double? = nil) throws(FileError) {
    try self.init(ByteSource(path: path), format: format, rate: rate)
  }

  /// Reads a recording from bytes, and recognizes its format by its content.
  ///
  /// - Parameter otherKind: Names the kind of a file that is not a touch recording, by its first
  ///   bytes, for the error; nil for an unknown kind.
  public init(
    _ source: ByteSource, format: RecordingFormat? = nil, rate: Double? = nil,
    otherKind: (ArraySlice<UInt8>) -> String? = { _ in nil }
  ) throws(FileError) {
    let (source, known) = try OpenRecording.identify(source, format, otherKind)
    switch known {
    case .evemu: self = .events(EvemuReader(source))
    case .libinput: self = .events(LibinputReader(source))
    case .raw: self = .events(RawReader(source, format: .raw))
    case .raw32: self = .events(RawReader(source, format: .raw32))
    case .evtest: self = .events(EvtestReader(source))
    case .getevent: self = .events(GeteventReader(source, rate: rate))
    case .umockdev: self = .events(UmockdevReader(source))
    case .chromeos: self = .frames(ChromeOSReader(source))
    case .pointerEvents: self = .frames(PointerEventReader(source))
    }
  }

  /// The number of bytes that suffice to detect the format of a recording in any encoding of its
  /// text: UTF-32 has four bytes for one of UTF-8.
  public static let headLength = 4 * RecordingFormat.detectionLength

  /// Throws the error that ``init(_:format:rate:otherKind:)`` would throw for a recording that
  /// begins with `head`: at least ``headLength`` bytes, or the whole recording.
  public static func check(
    head: some Collection<UInt8>, name: String, format: RecordingFormat?,
    otherKind: (ArraySlice<UInt8>) -> String?
  ) throws(FileError) {
    _ = try identify(ByteSource(name: name, bytes: Array(head)), format, otherKind)
  }

  /// The format of a source, and the source or its text in UTF-8 after a byte order mark.
  private static func identify(
    _ source: ByteSource, _ format: RecordingFormat?, _ otherKind: (ArraySlice<UInt8>) -> String?
  ) throws(FileError) -> (ByteSource, RecordingFormat) {
    var source = source
    let known: RecordingFormat
    if let format { known = format } else { (source, known) = try detect(source, otherKind) }
    if known != .raw && known != .raw32 {
      source = try source.decodingUnicode()
      if let format { try checkIsText(source, format) }
      try source.skipByteOrderMark()
    }
    return (source, known)
  }

  public var format: RecordingFormat {
    switch self {
    case .events(let reader): reader.format
    case .frames(let reader): reader.format
    }
  }

  /// The content of a file that is not a recording, in words.
  private static func description(of head: ArraySlice<UInt8>) -> String {
    if let kind = OtherFile.kind(of: head) { return kind }
    if TarReader.isArchive(head) { return "a tar archive ('replay run' reads its recordings)" }
    if head.allSatisfy({ $0 == 0 }) { return "nothing but zeros" }
    if head.contains(0) { return "binary data" }
    return FileError.excerpt(head.prefix { $0 != UInt8(ascii: "\n") })
  }

  /// Throws for a file of another kind. If it ends within its first line, a reader would take it
  /// for a truncated recording.
  private static func checkIsText(
    _ source: ByteSource, _ format: RecordingFormat
  ) throws(FileError) {
    let head = try source.peek(RecordingFormat.detectionLength)
    let isOther = OtherFile.kind(of: head) != nil
    guard isOther || !head.isEmpty && head.allSatisfy({ $0 == 0 }) else { return }
    throw FileError(
      file: source.name, position: .byte(0), expected: "the text of \(format.rawValue)",
      found: description(of: head))
  }

  /// The format of a source, and the source or its text in UTF-8. Text may be in UTF-8, or in
  /// UTF-16 or UTF-32 with a byte-order mark.
  private static func detect(
    _ source: ByteSource, _ otherKind: (ArraySlice<UInt8>) -> String?
  ) throws(FileError) -> (ByteSource, RecordingFormat) {
    var head = try source.peek(RecordingFormat.detectionLength)
    if let format = RecordingFormat.detect(head) { return (source, format) }
    let text = try source.decodingUnicode()
    if text !== source {
      try text.skipByteOrderMark()
      head = try text.peek(RecordingFormat.detectionLength)
      if let format = RecordingFormat.detect(head) { return (text, format) }
    }
    throw FileError(
      file: source.name, position: head.contains(0) ? .byte(0) : .line(1, column: 1),
      expected: """
        a recording: evemu, libinput YAML, evtest, getevent, umockdev, a ChromeOS activity log, \
        pointer events, or raw input events
        """,
      found: otherKind(head) ?? description(of: head))
  }
}
