import Checking
import Files
import Gestures
import Playback

// Changes parameters of the profile until a recognized gesture is lost, and compares the verdict
// with the change. Arguments: recordings or folders; -v lists the verdicts that do not agree.

let isVerbose = CommandLine.arguments.contains("-v")
let paths = CommandLine.arguments.dropFirst().filter { $0 != "-v" }
let files = InputFiles.expand(Array(paths)).compactMap(\.file?.path).filter {
  !$0.hasSuffix(".jsonl")
}
/// The most gestures of a recording that are examined.
let most = 3
var (smallest, coarse, pairs) = (Tally(), Tally(), Tally())
var movements = MovementTally()
var byParameter: [String: Tally] = [:]
var generator = 0

@MainActor func measure(
  _ losses: [Loss], _ gesture: LostGesture, _ tally: inout Tally, _ label: String
) {
  var profile = Profile.standard
  for loss in losses { loss.apply(to: &profile) }
  guard !gesture.isRecognized(profile) else { return }
  var verdict: Verdict?
  let duration = ContinuousClock().measure {
    verdict = Verdict(gesture.expected, in: gesture.recording, profile: profile)
  }
  guard let verdict else { return }
  let seconds = Double(duration.components.attoseconds) / 1e18 + Double(duration.components.seconds)
  let before = tally
  tally.add(verdict, losses, of: gesture, profile, seconds: seconds)
  if losses.count == 1 {
    byParameter["\(losses[0].parameter.key)", default: Tally()].add(
      verdict, losses, of: gesture, profile, seconds: seconds)
  }
  let isRight =
    tally.first > before.first && tally.named > before.named
    && tally.sufficing > before.sufficing
    && tally.near - before.near == tally.compared - before.compared
  if isVerbose && !isRight {
    let changes = losses.map { "\($0.parameter.key)=\($0.lost) (kept \($0.kept))" }
    let question = "\(gesture.recording.path) \(gesture.expected.text)"
    print("\(label) \(question): \(changes.joined(separator: " + "))")
    print("    \(verdict.text)")
    func list(_ changes: [SettingChange]) -> [String] {
      changes.map { "\($0.parameter)=\($0.value)" }
    }
    print("    settings \(list(verdict.settings)) other \(list(verdict.alternatives))")
  }
}

for file in files {
  guard let recording = try? LoadedRecording(path: file) else { continue }
  var seen: Set<String> = []
  for record in recording.records() where record.gesture.state != .cancelled {
    let gesture = LostGesture(record, in: recording)
    var shape = gesture.expected
    shape.at = nil
    guard seen.count < most, seen.insert(shape.text).inserted,
      gesture.isRecognized(Profile.standard)
    else { continue }
    movements.add(record, in: recording, isVerbose: isVerbose)
    var found: [Loss] = []
    for parameter in Profile.parameters {
      for rises in [true, false] {
        guard let loss = Loss(parameter, rises: rises, of: gesture, in: .standard, isCoarse: false)
        else { continue }
        measure([loss], gesture, &smallest, "one")
        guard let rough = Loss(parameter, rises: rises, of: gesture, in: .standard, isCoarse: true)
        else { continue }
        measure([rough], gesture, &coarse, "coarse")
        found.append(rough)
      }
    }
    guard found.count > 1 else { continue }
    for index in 0..<min(4, found.count) {
      generator = (generator * 31 + 17) % 1009
      let other = found[(index + 1 + generator % (found.count - 1)) % found.count]
      if other.parameter.key != found[index].parameter.key {
        measure([found[index], other], gesture, &pairs, "two")
      }
    }
  }
}
for (key, tally) in byParameter.sorted(by: { $0.key < $1.key }) { print("\(key): \(tally.line)") }
print("smallest change: \(smallest.line)")
print("coarse change:   \(coarse.line)")
print("two changes:     \(pairs.line)")
print("movements:       \(movements.line)")
