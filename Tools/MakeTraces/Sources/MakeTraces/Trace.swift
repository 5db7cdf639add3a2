import Evdev
import Timeline

/// A trace of the folder: the actions of hands on devices, and the format of the recording.
struct Trace {
  /// The name of its files, without extension.
  var name: String
  /// Its description in the table.
  var about: String
  var format: TraceFormat
  /// One per device.
  var tracks: [Track]

  init(_ name: String, _ about: String, _ format: TraceFormat = .evemu, _ tracks: Track...) {
    self.name = name
    self.about = about
    self.format = format
    self.tracks = tracks
  }
}

extension Trace {
  var fileName: String { "\(name).\(format.fileExtension)" }
  var expectationName: String { "\(name).gestures.jsonl" }

  /// The contents of the trace's files.
  func render() -> RenderedTrace {
    let rendered = tracks.map { $0.render() }
    let origin = rendered.compactMap { $0.events.first?.time }.min() ?? .zero
    let recordings = zip(tracks.indices, rendered).map { index, track in
      Recording(
        description: tracks[index].device.description, node: "/dev/input/event\(index + 4)",
        events: track.events)
    }
    let expectations = zip(recordings, rendered).flatMap { recording, track in
      track.gestures.compactMap { gesture in
        Expectation(gesture, origin: origin, device: tracks.count > 1 ? recording.node : nil)
      }
    }
    let lines = expectations.sorted { $0.end < $1.end }.map { $0.json + "\n" }
    return RenderedTrace(
      recording: format.bytes(of: recordings), expectations: Array(lines.joined().utf8),
      summary: expectations.map(\.summary))
  }
}

/// The bytes of a trace's two files.
struct RenderedTrace {
  var recording: [UInt8]
  var expectations: [UInt8]
  /// The expected gestures, for the table.
  var summary: [String]
}

/// The events of one device of a trace.
struct Recording {
  var description: DeviceDescription
  var node: String
  var events: [InputEvent]
}
