import Conversion
import Evdev
import Files
import Gestures
import Playback
import TouchFormats

extension FuzzTarget {
  /// Converts a recording into a writable format, and reads the result.
  ///
  /// Promises: the kind and the size of the device and the gestures stay the same; what was
  /// written can be read.
  static let conversions = FuzzTarget(
    "conversions", words: RecordingInput.words, seeds: RecordingInput.seeds
  ) { bytes in
    var input = RecordingInput(bytes)
    let target = input.choices.pick(RecordingFormat.writable) ?? .evemu
    let path = TemporaryFiles.input(input.bytes)
    var options = ReplayOptions()
    options.format = input.format
    do throws(FileError) {
      let recording = try Recording(path: path, options: options)
      // A log of contacts has fractions of millimetres that device units round.
      try convert(
        recording.load(), options, to: target, isExact: !recording.hasContactFrames)
    } catch {
      check(error, in: input.bytes)
    }
  }

  private static func convert(
    _ original: LoadedRecording, _ options: ReplayOptions, to target: RecordingFormat,
    isExact: Bool
  ) throws(FileError) {
    let hasDescription = target == .raw || target == .raw32
    var conversion = RecordingConversion(input: original.path, target: target)
    conversion.options = options
    conversion.descriptionPath = hasDescription ? TemporaryFiles.description : nil
    _ = try conversion.run(to: TemporaryFiles.output)
    // Formats for one device keep the first that is touched.
    guard original.tracks.count == 1 || target.holdsSeveralDevices else { return }
    do {
      var reading = ReplayOptions()
      reading.format = target
      if hasDescription {
        reading.device = try EvemuDescription.read(path: TemporaryFiles.description)
      }
      let copy = try LoadedRecording(path: TemporaryFiles.output, options: reading)
      if isExact { compare(copy, original, target) }
    } catch {
      broken("a recording converted to \(target) can be read: \(error)")
    }
  }

  private static func compare(
    _ copy: LoadedRecording, _ original: LoadedRecording, _ target: RecordingFormat
  ) {
    let (found, expected) = (gestures(copy), gestures(original))
    promise(found == expected, "\(target) keeps the gestures \(expected), not \(found)")
    guard !expected.isEmpty, let track = copy.mainTrack, let old = original.mainTrack
    else { return }
    promise(track.touchArea.kind == old.touchArea.kind, "\(target) keeps the kind of the device")
    promise(track.size == old.size, "\(target) keeps the size of the device")
  }

  private static func gestures(_ recording: LoadedRecording) -> [String] {
    recording.records().map { record in
      var record = record
      record.file = nil
      record.device = nil
      return record.json
    }
  }
}
