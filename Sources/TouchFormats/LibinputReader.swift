/// Reads the YAML of `libinput record`, with one or several devices, one after the other.
///
/// The tool's own layout is read line by line in constant memory. Any other YAML layout is loaded
/// whole, up to ``maximumDocumentSize`` bytes. libinput's reactions and HID reports are skipped.
package final class LibinputReader: RecordingReader {
  /// The largest recording in another layout, in bytes; it takes a hundred times as much memory.
  package static let maximumDocumentSize = 16 << 20

  package let format = RecordingFormat.libinput
  package private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var layout = LibinputLayout()
  /// The recording as a document, if the layout is not the tool's.
  private var document: LibinputDocument?
  private var eventsDelivered = 0
  private var isDone = false

  package init(_ source: ByteSource) { lines = LineBuffer(source) }

  package var devices: [RecordedDevice] { document?.devices ?? layout.devices }

  package func read(into batch: inout EventBatch) throws(FileError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      if let document { return try document.read(into: &batch) }
      guard !isDone, try lines.fill() else { return false }
      try readLines(into: &batch)
    }
    eventsDelivered += batch.events.count
    return true
  }

  private func readLines(into batch: inout EventBatch) throws(FileError) {
    var cursor = lines.cursor
    do throws(Expectation) {
      try readLayout(&cursor, into: &batch)
      lines.consume(to: cursor)
    } catch {
      let failure = lines.error(at: cursor, error)
      let isCutOff = lines.isCutOff(cursor)
      cursor.position = cursor.lineStart
      lines.consume(to: cursor)
      // Events before the failure are delivered first; the next call fails again.
      if batch.events.isEmpty { try recover(from: failure, isCutOff) }
    }
  }

  private func readLayout(
    _ cursor: inout TextCursor, into batch: inout EventBatch
  ) throws(Expectation) {
    // The events of a device may continue from an earlier batch.
    batch.device = max(0, layout.devices.count - 1)
    while !cursor.isAtEnd, batch.events.count < EventBatch.capacity {
      if layout.isEvent(cursor) {
        layout.readUsualEvents(&cursor, into: &batch.events)
        guard !cursor.isAtEnd, batch.events.count < EventBatch.capacity else { return }
        if layout.isEvent(cursor) { batch.events.append(try cursor.libinputEvent()) }
        continue
      }
      if !batch.events.isEmpty, cursor.starts(with: "- node:") { return }
      try layout.readLine(&cursor)
      batch.device = layout.devices.count - 1
    }
  }

  /// Continues as a document in any layout, after the events already delivered. If the last line is
  /// truncated, the recording may end there instead.
  private func recover(from error: FileError, _ isCutOff: Bool) throws(FileError) {
    if isCutOff, eventsDelivered > 0 { return end() }
    guard lines.source.rewind(),
      let bytes = try? lines.source.readAll(limit: LibinputReader.maximumDocumentSize)
    else { throw error }
    do throws(FileError) {
      let whole = try LibinputDocument(bytes, file: lines.file)
      if isCutOff { try whole.check() }
      try whole.skip(eventsDelivered)
      document = whole
    } catch {
      guard isCutOff else { throw error }
      end()
    }
  }

  private func end() {
    anomalies.count(.truncated)
    isDone = true
  }
}
