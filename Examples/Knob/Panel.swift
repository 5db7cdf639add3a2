import Gestures
import TouchScript

/// A knob in a window, and the fingers of a script.
final class Panel {
  /// 100 × 70 units of a millimetre, as the script's positions are.
  let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 70), dotsPerInch: 25.4)
  let knob: Knob
  private let application = Application()

  init(value: Double = 50, report: @escaping (String) -> Void = { _ in }) {
    let knob = Knob(frame: Rect(x: 20, y: 5, width: 60, height: 60), value: value)
    self.knob = knob
    window.addSubview(knob)
    application.addWindow(window)
    knob.turn.onEnd { [unowned knob] _ in report("turned to \(text(knob.value))") }
    knob.drag.onCancel { [unowned knob] _ in report("back to \(text(knob.value))") }
    knob.drag.onEnd { [unowned knob] _ in report("tuned to \(text(knob.value))") }
    knob.turn.onCancel { [unowned knob] _ in report("back to \(text(knob.value))") }
  }

  func play(_ script: FingerScript) {
    for frame in script.frames(on: window.bounds.size, hand: .perfect) { application.send(frame) }
    application.finish()
  }

  static let script = FingerScript {
    Rotation(degrees: 90)
    Rotation(degrees: 120)  // beyond the end
    Rotation(degrees: -45)
    Pan(.down, length: 30)  // fine
    Together {
      Rotation(degrees: -90)
      InSequence {
        Wait(0.5)
        Interrupt(0.2)
      }
    }
  }
}

private func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
