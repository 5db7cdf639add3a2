import Foundation
import GestureTesting
import TestSupport

/// One action of each kind, with a pause after each.
let tour = FingerScript {
  for action in everyAction {
    action
    Wait(1)
  }
}

let everyAction: [any FingerAction] = [
  Tap(), Tap(count: 2), Tap(fingers: 3), LongPress(), Swipe(.left, fingers: 3), Swipe(.up),
  Pan(.right),
  Pan(.down, fingers: 2), Pinch(.out), Pinch(from: 60, to: 20), Rotation(.counterclockwise),
  Checkmark(), TapAndDrag(.right),
]

/// Collects failures in place of `XCTFail`.
final class FailureList {
  private(set) var failures: [(message: String, file: String, line: UInt)] = []

  func fail(_ message: String, _ file: StaticString, _ line: UInt) {
    failures.append((message, "\(file)", line))
  }
}
