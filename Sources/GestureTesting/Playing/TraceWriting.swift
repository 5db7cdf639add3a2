import Contacts
import Evdev
import Foundation
public import Recordings
import SystemPackage
public import TouchScript

/// Frames as a recording of the device that they were played on.
enum TraceWriting {
  static func bytes(
    of frames: [ContactFrame], on device: StageDevice, as format: RecordingFormat
  ) throws -> [UInt8] {
    let sink = ByteSink()
    try write(frames, on: device, as: format, to: sink)
    return sink.bytes
  }

  static func write(
    _ frames: [ContactFrame], on device: StageDevice, as format: RecordingFormat, to sink: ByteSink
  ) throws {
    guard let writer = format.makeWriter(sink) else {
      let names = RecordingFormat.writable.map(\.rawValue).joined(separator: ", ")
      throw TraceProblem(description: "\(format.rawValue) is only read; written are \(names)")
    }
    let description = device.description
    try writer.begin([RecordedDevice(description: description)])
    var encoder = SlotEncoder(description: description)
    var events: [InputEvent] = []
    for frame in frames {
      events.removeAll(keepingCapacity: true)
      encoder.encode(frame, into: &events)
      try writer.write(events, device: 0)
    }
    try writer.finish()
  }
}

extension FingerScript {
  /// Plays the script and writes what a device would have recorded of it.
  ///
  /// Formats that are only read (``Recordings/RecordingFormat/writable`` has the others) throw.
  public func save(
    to path: String, as format: RecordingFormat = .evemu, on device: StageDevice = .touchpad(),
    hand: Hand = .human
  ) throws {
    try TraceWriting.write(
      frames(on: device.size, hand: hand), on: device, as: format,
      to: try ByteSink(replacing: path))
  }
}

extension StageLog {
  /// What was played, as a recording: the trace itself where it was one.
  var attachment: (name: String, bytes: [UInt8])? {
    if let tracePath {
      guard let data = FileManager.default.contents(atPath: tracePath) else { return nil }
      return (URL(fileURLWithPath: tracePath).lastPathComponent, Array(data))
    }
    guard !frames.isEmpty, let bytes = try? recording() else { return nil }
    return ("played.evemu", bytes)
  }

  /// What was played, as a recording in a format; one that is only read throws.
  public func recording(as format: RecordingFormat = .evemu) throws -> [UInt8] {
    try TraceWriting.bytes(of: frames, on: device, as: format)
  }
}
