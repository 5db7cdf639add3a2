import Checking
import Files
import Gestures
import Playback

extension FuzzTarget {
  /// Asks a recording for a gesture that it may not have.
  ///
  /// Promises: a verdict is JSON and conforms to its schema; the settings that it suggests suffice;
  /// of a recognized gesture nothing is unmet.
  static let verdicts = FuzzTarget(
    "verdicts", words: RecordingInput.words, seeds: RecordingInput.seeds
  ) { bytes in
    var input = RecordingInput(bytes)
    let options = input.options()
    let expected = VerdictQuestion(bytes).expected
    let path = TemporaryFiles.input(input.bytes)
    do throws(FileError) {
      let recording = try LoadedRecording(path: path, options: options)
      judge(Verdict(expected, in: recording, profile: options.profile), recording, options.profile)
    } catch {
      check(error, in: input.bytes)
    }
  }

  private static let schema = JSONSchema("verdict")

  private static func judge(
    _ verdict: Verdict, _ recording: LoadedRecording, _ profile: Profile
  ) {
    check(json: verdict.json, schema)
    promise(!verdict.text.isEmpty, "a verdict has words")
    if verdict.isRecognized {
      promise(verdict.unmet.isEmpty && verdict.settings.isEmpty, "what is recognized lacks nothing")
    }
    if verdict.settings.isEmpty { return }
    let records = recording.records(profile.changed(by: verdict.settings))
    promise(
      records.contains { verdict.expected.matches($0.gesture) }, "suggested settings suffice")
  }
}

/// A question that the first bytes of an input choose.
private struct VerdictQuestion {
  let expected: ExpectedGesture

  init(_ bytes: [UInt8]) {
    func byte(_ index: Int) -> Int { bytes.indices.contains(index) ? Int(bytes[index]) : 0 }
    let kinds = ExpectedGesture.kinds
    var expected = ExpectedGesture(kinds[byte(0) % kinds.count])
    if byte(1) % 3 == 1 { expected.touches = byte(1) % 5 + 1 }
    if byte(2) % 3 == 1 { expected.taps = byte(2) % 3 + 1 }
    let directions = Gesture.Direction.allCases
    if byte(3) % 3 == 1 { expected.direction = directions[byte(3) % directions.count] }
    if byte(4) % 3 == 1 { expected.at = Double(byte(4)) / 16 }
    self.expected = expected
  }
}
