import Conversion
import Evdev
import Files
import Gestures
public import Playback
import Timeline
public import TouchFormats

/// One draw of a perturbation as a separate recording, for inspection.
public struct PerturbedRecording: Sendable {
  private let trace: LoadedRecording

  public init(_ trace: LoadedRecording, _ grade: StressGrade, amount: Double, seed: UInt64) {
    self.trace = grade.applied(to: trace, amount: amount, seed: seed)
  }

  /// Writes the recording, with positions in the device's units, and returns the content that the
  /// format cannot express, as phrases; `inputs` limit the permissions.
  public func write(
    to path: String, format: RecordingFormat, madeOf inputs: [String] = []
  ) throws(FileError) -> [String] {
    try trace.write(to: path, format: format, madeOf: inputs)
  }
}

extension LoadedRecording {
  func write(
    to path: String, format: RecordingFormat, madeOf inputs: [String]
  ) throws(FileError) -> [String] {
    let writer = try ConversionWriter(format, path: path, madeOf: inputs)
    let main = tracks.indices.max { tracks[$0].frames.count < tracks[$1].frames.count }
    try writer.begin(
      tracks.map { RecordedDevice(description: $0.encoder.description, calibration: $0.transform) },
      main: main ?? 0)
    var encoders = tracks.map(\.encoder)
    // The devices write in turn, in the order of time.
    let frames = tracks.enumerated().flatMap { device, track in
      track.frames.map { (device: device, frame: $0) }
    }
    for (device, frame) in frames.sorted(by: { $0.frame.time < $1.frame.time }) {
      var events: [InputEvent] = []
      encoders[device].encode(frame, into: &events)
      try writer.write(events, device: device)
    }
    return try writer.finish(AnomalyCounts(), pieceOf: nil).losses
  }
}
