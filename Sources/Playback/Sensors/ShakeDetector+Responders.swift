public import Gestures
public import Sensors
import Timeline

extension ShakeDetector {
  /// Lets shakes enter an application's responder chain: `motionBegan` when one is recognized,
  /// `motionEnded` when it is over.
  ///
  /// What was to be called at these moments before is called no more.
  public mutating func deliver(to application: Application) {
    onBegan = { [weak application] shake in
      application?.send(MotionEvent(.shake, .began, at: shake.time))
    }
    onEnded = { [weak application] shake in
      application?.send(MotionEvent(.shake, .ended, at: max(shake.time, shake.end)))
    }
  }
}
