import Gestures

/// A knob that two fingers turn, and that one finger sets exactly by moving up and down.
final class Knob: View {
  static let values = 0.0...100.0
  /// Degrees from the lowest value to the highest.
  static let sweep = 270.0
  /// The change for each unit that a finger moves up: a fifth of what a finger makes that turns the
  /// knob 20 units from its center.
  static let valuesPerUnit = 0.2

  let turn = RotationRecognizer()
  let drag = PanRecognizer()
  /// Points straight up in the middle of the sweep.
  let pointer: View
  private(set) var value: Double
  /// What the value was before the gesture.
  private var valueBefore = 0.0

  init(frame: Rect, value initialValue: Double) {
    value = initialValue
    pointer = View(frame: Rect(origin: .zero, size: frame.size))
    super.init(frame: frame)
    addSubview(pointer)
    set(initialValue)
    addGestureRecognizer(turn)
    addGestureRecognizer(drag)

    turn.onBegin { [unowned self] _ in valueBefore = value }
    turn.onChange { [unowned self] turn in
      set(value + turn.rotation / Knob.sweep * 100)
      // Each turn counts from the last: at its end, the knob turns back at once.
      turn.rotation = 0
    }
    turn.onCancel { [unowned self] _ in set(valueBefore) }

    drag.maximumNumberOfTouches = 1
    drag.axis = .vertical
    drag.onBegin { [unowned self] drag in
      valueBefore = value
      // The way that it took to begin would be a jump.
      drag.setTranslation(.zero, in: superview)
    }
    drag.onChange { [unowned self] drag in
      set(value - drag.translation(in: superview).dy * Knob.valuesPerUnit)
      drag.setTranslation(.zero, in: superview)
    }
    drag.onCancel { [unowned self] _ in set(valueBefore) }
  }

  private func set(_ newValue: Double) {
    value = min(max(newValue, Knob.values.lowerBound), Knob.values.upperBound)
    pointer.transform = .rotation(degrees: (value / 100 - 0.5) * Knob.sweep)
  }
}
