public import Playback
import SensorPlayback

/// Exports recordings as trace events, which the Perfetto UI opens.
///
/// A recording of touches has a process for each device, with a track for each finger and each
/// recognizer; one of an accelerometer has a counter for each axis, and a track of shakes. Times
/// count from the first event. Memory does not grow with the recording.
public enum TraceEventExport {
  /// Writes a recording of touches with the name and version of the generator; the replay's
  /// selection of reports has no effect. Returns its counts and notes.
  public static func write(
    _ replay: Replay, to sink: ByteSink, generator: String
  ) throws(FileError) -> ReplaySummary {
    var replay = replay
    replay.options.detail = .explanation
    let (path, profile) = (replay.path, replay.options.profile.name)
    let writer = TraceEventWriter(sink) { line in
      line.add("generator", generator)
      line.add("recording", path)
      line.add("profile", profile)
    }
    var programs: [TouchTraceEvents] = []
    var count = 0
    var summary = try replay.runObserved { player, track in
      count += 1
      if !track.isTouched { return }
      let program = TouchTraceEvents(
        player.engine, writer, process: count, name: title(of: track), origin: player.engine.origin)
      player.program = program
      programs.append(program)
    }
    summary.gesturesByKind = programs.reduce(into: [:]) {
      $0.merge($1.gesturesByKind, uniquingKeysWith: +)
    }
    try writer.finish()
    return summary
  }

  /// The name of the device in the recording, and its node or number if there are several.
  private static func title(of track: RecordingTrack) -> String {
    let name = track.description?.name ?? ""
    let title = name.isEmpty ? track.touchArea.kind.rawValue : name
    return track.name.map { $0 == title ? title : "\(title) (\($0))" } ?? title
  }

  /// Writes a table of accelerations and its shakes with the name and version of the generator.
  public static func write(
    _ source: ByteSource, _ search: ShakeSearch, to sink: ByteSink, generator: String
  ) throws(FileError) -> ShakeSearch.Summary {
    let writer = TraceEventWriter(sink) { line in
      line.add("generator", generator)
      line.add("recording", source.name)
    }
    let track = TraceEventWriter.Track(1, ofProcess: 1)
    writer.name(process: 1, "accelerometer")
    writer.name(track, "shakes")
    var origin: Timestamp?
    let summary = try search.run(source) { sample in
      let start = origin ?? sample.time
      origin = start
      let time = max(0, sample.time.microseconds - start.microseconds)
      let value = sample.acceleration
      writer.addCounter("acceleration", of: 1, at: time) { values in
        values.add("x_g", value.x, decimals: 4)
        values.add("y_g", value.y, decimals: 4)
        values.add("z_g", value.z, decimals: 4)
        values.add("magnitude_g", value.magnitude, decimals: 4)
      }
    } report: { record in
      var record = record
      record.file = nil
      writer.add(
        "shake", category: "gesture", on: track, from: microseconds(record.start),
        to: microseconds(record.start + record.shake.duration), arguments: record.json)
    }
    try writer.finish()
    return summary
  }

  private static func microseconds(_ seconds: Double) -> Int64 {
    Int64((max(0, min(seconds, 1e12)) * 1e6).rounded())
  }
}
