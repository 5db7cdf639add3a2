/// An open recording: what it contains, and a reader for it.
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
}

extension OpenRecording {
  /// Opens a file, or standard input for `-`, and recognizes its format by its content.
  ///
  /// - Parameters:
  ///   - format: The format, if it is known; otherwise it is detected.
  ///   - rate: The report rate in Hz for getevent recordings without times; ignored unless it is positive
  ///     and finite.
  public init(
    path: String, format: RecordingFormat? = nil, rate: Double? = nil
  ) throws(RecordingError) {
    try self.init(ByteSource(path: path), format: format, rate: rate)
  }

  /// Reads a recording from bytes, and recognizes its format by its content.
  public init(
    _ source: ByteSource, format: RecordingFormat? = nil, rate: Double? = nil
  ) throws(RecordingError) {
    var known = format
    if known == nil { known = try OpenRecording.detect(source) }
    if known != .raw && known != .raw32 { try source.skipByteOrderMark() }
    switch known ?? .evemu {
    case .evemu: self = .events(EvemuReader(source))
    case .libinput: self = .events(LibinputReader(source))
    case .raw: self = .events(RawReader(source, format: .raw))
    case .raw32: self = .events(RawReader(source, format: .raw32))
    case .evtest: self = .events(EvtestReader(source))
    case .getevent: self = .events(GeteventReader(source, rate: rate))
    case .umockdev: self = .events(UmockdevReader(source))
    case .chromeos: self = .frames(ChromeOSReader(source))
    }
  }

  public var format: RecordingFormat {
    switch self {
    case .events(let reader): reader.format
    case .frames(let reader): reader.format
    }
  }

  /// The content of a file that is not a recording, in words.
  private static func description(of head: ArraySlice<UInt8>) -> String {
    if head.starts(with: [0x1f, 0x8b]) { return "compressed data (gzip -dc unpacks it)" }
    if head.contains(0) { return "binary data" }
    return RecordingError.excerpt(head.prefix { $0 != UInt8(ascii: "\n") })
  }

  private static func detect(_ source: ByteSource) throws(RecordingError) -> RecordingFormat {
    let head = try source.peek(RecordingFormat.detectionLength)
    if let format = RecordingFormat.detect(head) { return format }
    throw RecordingError(
      file: source.name, position: head.contains(0) ? .byte(0) : .line(1, column: 1),
      expected: """
        a recording: evemu, libinput YAML, evtest, getevent, umockdev, a ChromeOS activity log, \
        or raw input events
        """,
      found: description(of: head))
  }
}
