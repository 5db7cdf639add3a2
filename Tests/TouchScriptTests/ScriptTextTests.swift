import Contacts
import Testing
import TouchScript

@Suite("Scripts as text")
struct ScriptTextTests {
  private let size = Size(width: 120, height: 80)

  /// One action of each kind, with and without its arguments.
  private static let actions: [any FingerAction] = [
    Tap(), Tap(at: Point(x: 20, y: 30.5), count: 2, fingers: 3, interval: 0.1, duration: 0.07),
    LongPress(), LongPress(at: Point(x: 1, y: 2), duration: 0.8, fingers: 2), TipTap(.left),
    TipTap(.right, at: Point(x: 40, y: 40), distance: 20, fingers: 2), Swipe(.left),
    Swipe(from: Point(x: 10, y: 20), to: Point(x: 50, y: 25), fingers: 3, liftOff: 2, rest: 0.2),
    Pan(.up, length: 30), Pan(from: Point(x: 1, y: 1), to: Point(x: 9, y: 9), isSteady: true),
    TapAndDrag(.down), EdgePan(.left, length: 30), Pinch(.in), Pinch(from: 20, to: 60, angle: 10),
    Rotation(.clockwise, radius: 15), Rotation(degrees: -90, duration: 1), Checkmark(width: 25),
    Path([Point(x: 1, y: 2), Point(x: 30, y: 40)], name: "slash"), Wait(0.25), Interrupt(0.1),
    Shake(1, strength: 3), Tap(count: 2).numbered(301), LongPress(fingers: 2).numbered(7),
    Together([LongPress(fingers: 2).numbered(4), InSequence([Tap(fingers: 3)]).numbered(5)])
      .numbered(6),
    Fingers { Finger(at: Point(x: 30, y: 20)).rest(0.2) }.numbered(9),
    Together([LongPress(duration: 2), InSequence([Wait(0.5), Tap(at: Point(x: 80, y: 10))])]),
    Fingers(meaning: IntendedGesture(.pan, touches: 2, direction: .right)) {
      Finger(at: Point(x: 10, y: 10)).rest(0.1).move(to: Point(x: 60, y: 10), over: 0.5)
      Finger(at: Point(x: 10, y: 40), after: 0.05).move(to: Point(x: 60, y: 40), over: 0.5, .linear)
    },
  ]

  @Test("A written script reads as the same script", arguments: actions.indices)
  func files(index: Int) throws {
    let script = FingerScript([ScriptTextTests.actions[index]])
    let text = try #require(script.touchText(on: size, hand: .person(7).sampled(at: 90)))
    let file = try ScriptFile(Array(text.utf8), file: "written")
    #expect(file.touchArea == size)
    #expect(file.hand == .person(7).sampled(at: 90))
    // Files have positions where Swift has the middle.
    let area = size
    for hand in [Hand.perfect, .person(3)] {
      #expect(file.script.frames(on: area, hand: hand) == script.frames(on: area, hand: hand))
    }
    let again = try #require(file.script.touchText(on: size, hand: file.hand))
    #expect(
      try ScriptFile(Array(again.utf8), file: "again").script.swiftText == file.script.swiftText)
  }

  @Test("Swift code has the arguments that differ from their default")
  func swift() {
    let script = FingerScript {
      Tap(count: 2)
      Swipe(.left, fingers: 3)
      Together {
        LongPress(at: Point(x: 15, y: 35), duration: 1.5)
        InSequence { Wait(0.9) }
      }
      Fingers { Finger(at: Point(x: 30, y: 20)).rest(0.2).move(to: Point(x: 30, y: 50), over: 0.8) }
    }
    #expect(
      script.swiftText == """
        FingerScript {
          Tap(count: 2)
          Swipe(.left, fingers: 3)
          Together {
            LongPress(at: Point(x: 15, y: 35), duration: 1.5)
            InSequence {
              Wait(0.9)
            }
          }
          Fingers {
            Finger(at: Point(x: 30, y: 20)).rest(0.2).move(to: Point(x: 30, y: 50), over: 0.8)
          }
        }
        """)
  }

  private struct Own: FingerAction {
    func perform(in plan: inout ScriptPlan) {}
  }

  @Test("Files cannot express actions of other modules, recorded paths and places on the globe")
  func inexpressible() {
    let move = Move(to: GeographicPosition(latitude: 1, longitude: 2), over: 3)
    let names = ["two words", "a#b", "star numbered 3", "a\ntap", ""]
    let paths = names.map { Path([Point(x: 0, y: 0), Point(x: 9, y: 9)], name: $0) }
    let actions: [any FingerAction] = [Own(), move, Wait(1e9), Tap(count: 101)] + paths
    for action in actions { #expect(FingerScript([action]).touchText(on: size) == nil) }
    #expect(FingerScript([Own()]).swiftText.contains("Own()"))
    #expect(FingerScript([move]).swiftText.contains("longitude: 2), over: 3)"))
    #expect(FingerScript([]).touchText(on: size, hand: .human.roughened(by: 2)) == nil)
  }

  @Test(
    "Hands are named by their preset",
    arguments: [
      (Hand.perfect, "Hand.perfect"), (.human.seeded(3), "Hand.human.seeded(3)"),
      (.person(17).sampled(at: 60), "Hand.person(17).sampled(at: 60)"),
      (.person(17).seeded(3), nil),
      (.shaky.dropping(0.02), "Hand.shaky.dropping(0.02)"),
      (.human.seeded(4).roughened(by: 2), nil),
    ] as [(Hand, String?)])
  func hands(hand: Hand, text: String?) {
    #expect(hand.swiftText == text)
  }
}
