import Foundation
import GestureTesting

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/gesture-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}

/// The root of the package.
let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// One of each kind, with a rest after each.
let tour = FingerScript {
  for action in everyAction {
    action
    Wait(1)
  }
}

let everyAction: [any FingerAction] = [
  Tap(), Tap(count: 2), Tap(fingers: 3), Press(), Swipe(.left, fingers: 3), Swipe(.up),
  Drag(.right),
  Drag(.down, fingers: 2), Pinch(.out), Pinch(from: 60, to: 20), Rotate(.counterclockwise),
  Draw.checkmark(), TapAndDrag(.right),
]

/// Hears of failures as `XCTFail` would.
final class FailureList {
  private(set) var failures: [(message: String, file: String, line: UInt)] = []

  func fail(_ message: String, _ file: StaticString, _ line: UInt) {
    failures.append((message, "\(file)", line))
  }
}
