import Files

/// Writes Chrome's Trace Event Format, which the Perfetto UI and `chrome://tracing` open: its JSON
/// object format with times in microseconds, one event on a line ("Trace Event Format",
/// docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU).
///
/// Errors of the sink are kept until ``finish()``, since callbacks cannot throw them.
final class TraceEventWriter {
  /// A horizontal track: a thread of a process, in the words of the format.
  struct Track: Hashable {
    /// The number of the device, from 1.
    var process: Int
    var thread: Int

    /// A track of a process. Viewers may identify a thread by its number alone, so the number is
    /// unique among all processes, and never that of a process.
    init(_ number: Int, ofProcess process: Int) {
      self.process = process
      thread = process * Track.maximumTracks + number
    }

    /// The most tracks: more than a device has fingers and recognizers.
    private static let maximumTracks = 1000
  }

  private var writer: BlockWriter
  private var isFirst = true

  /// Begins a file with the members of `otherData`.
  init(_ sink: ByteSink, metadata addMetadata: (inout JSONLine) -> Void) {
    writer = BlockWriter(sink)
    writer.write { bytes in
      bytes.append("{\"displayTimeUnit\":\"ms\",\"otherData\":" as StaticString)
      JSONLine.append(to: &bytes, addMetadata)
      bytes.append(",\"traceEvents\":[" as StaticString)
    }
  }

  /// Ends the file; throws the first error of the sink.
  func finish() throws(FileError) {
    writer.write { $0.append("\n]}\n" as StaticString) }
    try writer.finish()
  }

  private func write(_ phase: StaticString, _ body: (inout JSONLine) -> Void) {
    let separator: StaticString = isFirst ? "\n" : ",\n"
    isFirst = false
    writer.write { bytes in
      bytes.append(separator)
      JSONLine.append(to: &bytes) { line in
        line.add("ph", String(describing: phase))
        body(&line)
      }
    }
  }
}

// MARK: - Events

extension TraceEventWriter {
  /// Adds the name and the position of a process among others.
  func name(process: Int, _ name: String) {
    addName("process", process, thread: nil, name)
  }

  /// Adds the name and the position of a track among those of its process.
  func name(_ track: Track, _ name: String) {
    addName("thread", track.process, thread: track.thread, name)
  }

  private func addName(_ kind: String, _ process: Int, thread: Int?, _ name: String) {
    let position = "\(thread ?? process)"
    for (key, value) in [("name", JSONLine.quoted(name)), ("sort_index", position)] {
      write("M") { line in
        line.add("pid", process)
        line.add("tid", thread)
        line.add("name", "\(kind)_\(key)")
        line.add("args", json: "{\"\(key)\":\(value)}")
      }
    }
  }

  /// Adds an event, with times in microseconds and a JSON object of arguments; an instant one if it
  /// has no end. The events of a track have to be consecutive or nested, an outer one before those
  /// within it.
  func add(
    _ name: String, category: StaticString, on track: Track, from start: Int64,
    to end: Int64? = nil, arguments: String? = nil
  ) {
    write(end == nil ? "i" : "X") { line in
      line.add("pid", track.process)
      line.add("tid", track.thread)
      line.add("ts", Int(start))
      if let end { line.add("dur", Int(max(0, end - start))) } else { line.add("s", "t") }
      line.add("cat", String(describing: category))
      line.add("name", name)
      if let arguments { line.add("args", json: arguments) }
    }
  }

  /// Adds all values of a counter under their names with their units, valid until the next ones.
  func addCounter(
    _ name: String, of process: Int, at time: Int64, values addValues: (inout JSONLine) -> Void
  ) {
    write("C") { line in
      line.add("pid", process)
      line.add("ts", Int(time))
      line.add("name", name)
      var values = JSONLine()
      addValues(&values)
      line.add("args", json: values.object)
    }
  }
}
