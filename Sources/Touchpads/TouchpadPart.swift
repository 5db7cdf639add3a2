import Lab
import Playback

/// The part of a hand that makes touches: libinput should answer to fingers only.
package enum TouchpadPart: String, CaseIterable, Sendable {
  case fingers, palms, thumbs, unlabelled

  package var isUnintended: Bool { self == .palms || self == .thumbs }
}

/// A short recording of a session, which names its file: `typing.yml` or `taps-2.evemu`.
package enum TouchpadStep: String, CaseIterable, Sendable {
  case touches, taps, scroll, typing, thumbs

  /// The step of a recording by the name of its file.
  package init?(path: String) {
    let name = (path.split(separator: "/").last ?? "").prefix { $0 != "." }
    guard let word = name.split(separator: "-").first, let step = TouchpadStep(rawValue: "\(word)"),
      name.dropFirst(word.count + 1).allSatisfy(\.isNumber)
    else { return nil }
    self = step
  }

  package var part: TouchpadPart {
    switch self {
    case .touches, .taps, .scroll: .fingers
    case .typing: .palms
    case .thumbs: .thumbs
    }
  }

  /// The task of the person in the step.
  package var instruction: String {
    switch self {
    case .touches: "Move one finger slowly along all four edges, then point in many places."
    case .taps: "Tap in many places, twenty times with one finger, then with two."
    case .scroll: "Scroll with two fingers, in all directions, slowly and fast."
    case .typing: "Type as you usually do, with resting hands. Only the times of keys are kept."
    case .thumbs: "Rest a thumb on the lower edge, and the hand on the left and the right edge."
    }
  }
}

/// The labels of recordings' touches, by their paths.
package struct TouchpadLabels: Sendable {
  private var parts: [String: TouchpadPart] = [:]
  /// The device descriptions that labels name.
  private var devices: [String: String] = [:]

  package init() {}

  package mutating func label(_ paths: [String], _ part: TouchpadPart) {
    for path in paths { parts[TouchpadLabels.plain(path)] = part }
  }

  /// Adds labels that `replay score` reads: recordings without gestures are of palms.
  package mutating func add(_ folder: LabelledFolder) {
    for label in folder.labels {
      let path = TouchpadLabels.plain(folder.path(label))
      parts[path] = label.gestures.isEmpty ? .palms : .fingers
      devices[path] = label.device.map { folder.folder + $0 }
    }
  }

  package func part(of path: String) -> TouchpadPart {
    parts[TouchpadLabels.plain(path)] ?? TouchpadStep(path: path)?.part ?? .unlabelled
  }

  /// The options for a recording: with the label's device description, unless one was given.
  package func options(
    of path: String, _ options: ReplayOptions
  ) throws(FileError) -> ReplayOptions {
    var options = options
    if options.device == nil, let device = devices[TouchpadLabels.plain(path)] {
      options.device = try EvemuDescription.read(path: device)
    }
    return options
  }

  /// A path without `.` and repeated slashes.
  private static func plain(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "")
      + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
