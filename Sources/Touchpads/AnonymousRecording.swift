import Conversion
import Evdev
import Files
import Playback
import TouchFormats

/// Copies recordings without the typed text.
package enum AnonymousRecording {
  /// Writes the touchpads of a recording unchanged, only the times of keyboards' key presses, and
  /// nothing of other devices, in the format of `libinput record`.
  package static func write(_ recording: Recording, to path: String) throws(FileError) {
    let writer = try ConversionWriter(.libinput, path: path, madeOf: [recording.path])
    var kept: [RecordedDevice] = []
    var places: [Int: (index: Int, isKeyboard: Bool)] = [:]
    for (index, track) in recording.tracks.enumerated() {
      let device = RecordedDevice(
        description: track.writtenDescription, calibration: track.recorded.calibration)
      let isKeyboard = !track.isTouched && device.isKeyboard
      guard track.isTouched || isKeyboard else { continue }
      places[index] = (kept.count, isKeyboard)
      kept.append(device.withoutKeys)
    }
    guard !recording.hasContactFrames, let main = places.values.first(where: { !$0.isKeyboard })
    else {
      throw FileError(
        file: recording.path, position: .file, expected: "events of a touchpad", found: "none")
    }
    try writer.begin(kept, main: main.index)
    try recording.forEachBatch { batch throws(FileError) in
      guard let place = places[batch.device] else { return }
      let events = place.isKeyboard ? KeyPressTimes.reduce(batch.events) : batch.events
      if !events.isEmpty { try writer.write(events, device: place.index) }
    }
    _ = try writer.finish(recording.anomalies, pieceOf: nil)
  }
}
