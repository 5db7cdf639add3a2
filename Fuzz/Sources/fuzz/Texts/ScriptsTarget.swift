import Checking
import Contacts
import Conversion
import Files
import Playback
import TouchScript

extension FuzzTarget {
  /// Reads a script of fingers and plays it, if it is short.
  ///
  /// Promises: frames in the order of time with finite positions, at most as many as scripts may
  /// have; the same script gives the same frames; expectations that conform to their schema and are
  /// read back.
  static let scripts = FuzzTarget("scripts", words: scriptWords, seeds: scriptSeeds) { bytes in
    do throws(FileError) {
      let file = try ScriptFile(bytes, file: "input")
      // A frame a second shows how long it is.
      let outline = file.script.frames(on: file.touchArea, hand: .perfect.sampled(at: 1))
      let contacts = outline.reduce(0) { $0 + $1.contacts.count }
      guard outline.count < 100, contacts < 500 else { return }
      play(file)
    } catch {
      check(error, in: bytes)
    }
  }

  private static func play(_ file: ScriptFile) {
    let performance = file.script.performed(on: file.touchArea, by: file.hand)
    promise(
      performance == file.script.performed(on: file.touchArea, by: file.hand),
      "a script gives the same frames")
    let frames = performance.frames
    promise(
      zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time }, "frames ascend in time")
    for contact in frames.lazy.flatMap(\.contacts) {
      promise(contact.position.x.isFinite && contact.position.y.isFinite, "positions are finite")
      promise((0...1).contains(contact.pressure ?? 0), "a pressure is a share")
    }
    promise(frames.last?.contacts.isEmpty ?? true, "all fingers lift in the end")
    do {
      let text = file.expectations
      for line in text.split(separator: "\n") { check(json: String(line), expectation) }
      let lines = try ExpectationFile(Array(text.utf8), file: "expectations").lines
      promise(
        lines.count == performance.gestures.count { !$0.isInterrupted },
        "every gesture of a script is expected")
    } catch {
      broken("expectations that were written can be read: \(error)")
    }
  }

  private static let expectation = JSONSchema("expectation")

  private static let scriptWords = [
    "size ", "device touchscreen\n", "hand human ", "hand shaky ", "hand perfect ", "seed ",
    "rate ",
    "tremor ", "dropped ", "tap ", "count ", "fingers ", "interval ", "for ", "long-press ",
    "swipe ",
    "left ", "right ", "up ", "down ", "at ", "rest ", "pan ", "steady ", "edge-pan ", "length ",
    "tap-and-drag ", "tip-tap ", "distance ", "pinch ", "from ", "to ", "rotation ", "by ",
    "radius ",
    "checkmark ", "width ", "path ", "as ", "shake ", "strength ", "wait ", "interrupt ",
    "together {\n",
    "sequence {\n", "repeat 3 {\n", "fingers as pan right {\n", "finger ", "after ", "linear ",
    "flick ",
    "}\n", "100x70mm\n", "50,35 ", "0 ", "1e300 ", "-1 ", "ms", "# ",
  ]

  private static let scriptSeeds: [[UInt8]] = {
    let texts = [
      """
      size 100x70mm
      hand human seed 7 rate 60Hz tremor 0.1mm dropped 5%
      tap 50,35 count 2
      wait 1s
      swipe left at 50,35 fingers 3
      together {
        tap 20,35
        sequence {
          wait 0.8s
          tap 70,35
        }
      }

      """,
      """
      device touchscreen
      hand perfect rate 30
      fingers as pan right {
        finger 20,20 to 70,20 for 1s linear
        finger 20,50 after 50ms to 70,50 for 1s flick
      }
      repeat 2 {
        pinch 50,35 from 20 to 60 for 300ms
        rotation by 45 radius 20
      }

      """,
      "long-press for 0.7\nedge-pan left length 30\ntap-and-drag right at 40,30\ntip-tap left fingers 1\n",
      "checkmark width 20\npath 10,10 50,50 20,60 as N\nshake for 1 strength 2\ninterrupt 0.5s\n",
      "pan from 10,10 to 60,40 steady rest 200ms\ninterrupt\nswipe up length 30 for 0.2\n",
    ]
    return texts.map { Array($0.utf8) }
  }()
}
