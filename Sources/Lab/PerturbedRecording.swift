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

  /// Writes the recording. Positions are rounded to the device's units, so that a gesture at a
  /// limit may be recognized otherwise than in the stress test.
  ///
  /// - Parameter inputs: The files that it derives from, which limit its permissions.
  /// - Returns: The content that the format cannot express, as phrases such as `the name of the
  ///   device`.
  public func write(
    to path: String, format: RecordingFormat, madeOf inputs: [String] = []
  ) throws(FileError) -> [String] {
    let writer = try ConversionWriter(format, path: path, madeOf: inputs)
    let main = trace.tracks.indices.max {
      trace.tracks[$0].frames.count < trace.tracks[$1].frames.count
    }
    try writer.begin(
      trace.tracks.map {
        RecordedDevice(description: $0.encoder.description, calibration: $0.transform)
      }, main: main ?? 0)
    var encoders = trace.tracks.map(\.encoder)
    // The devices write in turn, in the order of time.
    let frames = trace.tracks.enumerated().flatMap { device, track in
      track.frames.enumerated().map { (time: $1.time, device: device, index: $0) }
    }
    for (_, device, index) in frames.sorted(by: { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }) {
      var events: [InputEvent] = []
      encoders[device].encode(trace.tracks[device].frames[index], into: &events)
      try writer.write(events, device: device)
    }
    return try writer.finish(AnomalyCounts(), pieceOf: nil).losses
  }
}
