import Contacts
import Gestures
import Timeline

/// One change that a program could make in a callback, or between frames.
extension EngineStage {
  func change() {
    let choice = bytes.below(20)
    switch choice {
    case 0...12: if let recognizer = bytes.pick(recognizers) { change(recognizer, choice) }
    case 13...16: changeView()
    case 17: changeWindow()
    case 18: changeApplication()
    default: sendOutside()
    }
  }

  // MARK: Recognizers

  private func change(_ recognizer: GestureRecognizer, _ choice: Int) {
    switch choice {
    case 0, 1: recognizer.isEnabled = false
    case 2, 3: recognizer.isEnabled = true
    case 4: recognizer.view?.removeGestureRecognizer(recognizer)
    case 5, 6: anySuperview()?.addGestureRecognizer(recognizer)
    case 7:
      if let touch = bytes.pick(applications.flatMap { Array($0.touches) }) {
        recognizer.ignore(touch)
      }
    case 8: if let other = bytes.pick(recognizers) { recognizer.require(toFail: other) }
    case 9:
      recognizer.cancelsTouchesInView.toggle()
      recognizer.delaysTouchesBegan = bytes.flag()
      recognizer.delaysTouchesEnded = bytes.flag()
      recognizer.delegate = bytes.flag() ? delegate : nil
    case 10: changeNumbers(of: recognizer)
    default: decide(recognizer)
    }
  }

  private func changeNumbers(of recognizer: GestureRecognizer) {
    let view = anySuperview()
    switch recognizer {
    case let pan as PanRecognizer:
      pan.setTranslation(Vector(dx: 3, dy: -4), in: view)
      pan.minimumNumberOfTouches = 1 + bytes.below(3)
    case let pinch as PinchRecognizer: pinch.scale = [1, 0, 2.5, -1][bytes.below(4)]
    case let rotation as RotationRecognizer: rotation.rotation = bytes.number(-45...45)
    case let tap as TapRecognizer: tap.numberOfTapsRequired = [nil, 1, 2][bytes.below(3)]
    default: break
    }
    let location = recognizer.location(in: view)
    promise(
      !isPlausible || location.x.isFinite && location.y.isFinite,
      "a location is finite: \(location)")
  }

  /// Decides from outside the recognizer's own callbacks.
  private func decide(_ recognizer: GestureRecognizer) {
    // A recognizer in no view takes no part.
    switch bytes.below(8) {
    case 0: recognizer.recognize(at: now)
    case 1: recognizer.begin(at: now)
    case 2: recognizer.change(at: now)
    case 3: recognizer.end(at: now)
    case 4: recognizer.fail(FailureReason(.touches, measured: 1, limit: 2, time: now))
    case 5: recognizer.giveWay(at: now)
    case 6: recognizer.breakOff(at: now)
    default: _ = recognizer.schedule(at: now.advanced(bySeconds: 0.05))
    }
  }

  // MARK: Views

  private func changeView() {
    guard let view = bytes.pick(views) else { return }
    switch bytes.below(8) {
    case 0, 1: view.removeFromSuperview()
    case 2, 3, 4:
      guard let superview = anySuperview(), superview !== view, !superview.isDescendant(of: view)
      else { return }
      superview.insertSubview(view, at: bytes.below(superview.subviews.count + 1))
    case 5: view.isHidden.toggle()
    case 6:
      let transforms = [.identity, Transform.rotation(degrees: 20), .scale(x: 0, y: 0)]
      view.transform = transforms[bytes.below(3)]
    default:
      if bytes.flag() { _ = view.becomeFirstResponder() } else { _ = view.resignFirstResponder() }
    }
  }

  private func changeWindow() {
    guard let window = bytes.pick(windows), let application = bytes.pick(applications)
    else { return }
    if bytes.flag() {
      window.application?.removeWindow(window)
    } else {
      application.addWindow(window)
    }
  }

  // MARK: Applications

  private func changeApplication() {
    guard let application = bytes.pick(applications) else { return }
    switch bytes.below(12) {
    case 0, 1: application.interrupt(at: now)
    case 2, 3, 4: application.resume()
    case 5: application.enterBackground(at: now)
    case 6, 7: application.enterForeground(at: now)
    case 8: application.finish()
    case 9: application.send(MotionEvent(.shake, bytes.flag() ? .began : .ended, at: now))
    case 10: application.palmFilter = bytes.flag() ? nil : PalmFilter()
    default: application.arbiter.policy = bytes.flag() ? ExclusivePolicy() : StandardPolicy()
    }
  }
}
