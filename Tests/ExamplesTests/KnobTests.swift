import Gestures
import Testing
import TouchScript

@testable import Knob

@Suite("Example program with a knob")
struct KnobTests {
  let panel = Panel()
  var value: Double { panel.knob.value }

  @Test("The program reports what its fingers do")
  func program() {
    var lines: [String] = []
    Panel { lines.append($0) }.play(Panel.script)
    #expect(
      lines == [
        "turned to 83.3", "turned to 100.0", "turned to 83.3", "tuned to 78.4", "back to 78.4",
      ])
  }

  @Test("Two fingers turn the knob by as much as they turn", arguments: [-108.0, -45, 45, 108])
  func turning(degrees: Double) {
    panel.play(FingerScript { Rotation(degrees: degrees) })
    #expect(abs(value - (50 + degrees / 2.7)) < 0.001)
    // The pointer is 135 degrees from straight up at either end.
    let tip = panel.knob.pointer.transform.apply(to: Vector(dx: 0, dy: -1))
    let angle = Trigonometry.degrees(from: Vector(dx: 0, dy: -1), to: tip)
    #expect(abs(angle - degrees) < 0.001)
  }

  @Test("The knob stops at its ends", arguments: [(-200.0, 0.0), (200, 100)])
  func clamping(degrees: Double, end: Double) {
    panel.play(FingerScript { Rotation(degrees: degrees) })
    #expect(value == end)
  }

  @Test("Fingers that have turned beyond the end turn the knob back at once")
  func turningBack() {
    func finger(from start: Double) -> [Finger] {
      func point(_ degrees: Double) -> Point {
        Point(x: 50, y: 35)
          + Transform.rotation(degrees: degrees).apply(to: Vector(dx: 20, dy: 0))
      }
      let there = stride(from: 0, through: 200, by: 10).map { point(start + $0) }
      let back = stride(from: 190, through: 173, by: -1.0).map { point(start + $0) }
      return [Finger(at: point(start)).draw(there, over: 1).draw(back, over: 1)]
    }
    panel.play(FingerScript { Fingers(finger(from: 0) + finger(from: 180)) })
    #expect(abs(value - 90) < 0.01)
  }

  @Test("One finger sets the knob exactly, upward to more", arguments: [-20.0, 20])
  func tuning(way: Double) {
    panel.play(
      FingerScript { Pan(from: Point(x: 50, y: 35), to: Point(x: 50, y: 35 - way)) })
    // The first 22 to 36 points do not count.
    let change = (value - 50) / Knob.valuesPerUnit * (way < 0 ? -1 : 1)
    #expect((20 - 5.7..<20 - 3.4).contains(change))
  }

  @Test("A finger that moves sideways, and two that move up, leave the knob alone")
  func others() {
    panel.play(
      FingerScript {
        Pan(from: Point(x: 30, y: 35), to: Point(x: 70, y: 38))
        Pan(.up, length: 30, fingers: 2)
      })
    #expect(value == 50)
  }

  @Test("An interruption takes the knob back to the value before the gesture")
  func interruption() {
    for action in [Rotation(degrees: 90), Pan(.up, length: 30)] as [any FingerAction] {
      let panel = Panel()
      let knob = panel.knob
      var reached = 50.0
      for recognizer in [knob.turn, knob.drag] {
        recognizer.addAction { [unowned knob] in
          if $0.state.isActive { reached = knob.value }
        }
      }
      panel.play(
        FingerScript {
          Together {
            action
            InSequence {
              Wait(0.5)
              Interrupt(0.2)
            }
          }
        })
      #expect(reached > 51)
      #expect(knob.value == 50)
    }
  }
}
