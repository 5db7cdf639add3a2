import SensorFormats

/// The subject of a recording, detected by its content.
public enum RecordingContent: Sendable {
  case touches
  case accelerations
  case locations
  /// A table with columns of both, such as those of AndroSensor.
  case accelerationsAndLocations

  /// The number of bytes that a receiver may send of a binary protocol before its first sentence.
  public static let lookahead = 1 << 20

  /// Detects the content from the first bytes of a file, which can be read again; nil for anything
  /// else. A given format is assumed for every file that is not a recording of a sensor.
  public static func detect(
    _ source: ByteSource, format: RecordingFormat? = nil
  ) throws(FileError) -> RecordingContent? {
    let head = try source.peek(OpenRecording.headLength)
    // Most files end here; looking for locations in each takes as long as reading a short one.
    if RecordingFormat.hasSignature(head) { return .touches }
    // Text may be in UTF-16 or UTF-32.
    let text = try ByteSource(name: source.name, bytes: Array(head)).decodingUnicode()
      .peek(RecordingFormat.detectionLength)
    // Before touch recordings: a report of gpsd begins as a ChromeOS log does.
    if let locations = LocationFormat.detect(text) {
      if locations != .csv { return .locations }
      return try isAccelerationTable(head, source.name) ? .accelerationsAndLocations : .locations
    }
    if format != nil || RecordingFormat.detect(head.prefix(RecordingFormat.detectionLength)) != nil
      || RecordingFormat.detect(text) != nil
    {
      return .touches
    }
    if try isAccelerationTable(head, source.name) { return .accelerations }
    let more = try source.peek(lookahead + 1)
    return more.count > head.count && LocationFormat.detect(more) != nil ? .locations : nil
  }

  private static func isAccelerationTable(
    _ head: ArraySlice<UInt8>, _ name: String
  ) throws(FileError) -> Bool {
    let reader = AccelerationReader(ByteSource(name: name, bytes: Array(head)))
    do throws(FileError) {
      _ = try reader.next()
      return reader.format != nil
    } catch {
      if error.systemError != nil { throw error }
      // Sentences of NMEA have cells, too, but the first ones are no numbers.
      return reader.hasHeader
    }
  }
}
