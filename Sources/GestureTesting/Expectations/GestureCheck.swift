import Foundation

/// A function for a failure's message, file and line, such as `XCTFail`.
public typealias FailureReporter = (_ message: String, _ file: StaticString, _ line: UInt) -> Void

/// The outcome of an expectation, before it is reported to a test library.
///
/// Tests use it to do something else than report the outcome:
///
/// ```swift
/// let check = GestureCheck(of: script) { _ in [GestureExpectation(.tap, taps: 2)] }
/// if let failure = check.failure { print(failure) }
/// ```
public struct GestureCheck: Sendable {
  /// The message of a failure; nil if all gestures are as expected.
  public var failure: String?
  /// The comparison; nil if nothing was compared.
  public var diff: GestureDiff?
  /// The log of the play; nil if the source could not be played.
  public var log: StageLog?
  /// The files that a failure attaches besides the recording and its picture.
  package var scripts: [Attachment] = []

  /// A file that a failure attaches.
  package typealias Attachment = (name: String, bytes: [UInt8])

  /// Plays a source and compares its gestures with expectations.
  public init(
    of source: some GestureSource, on stage: Stage? = nil, _ rule: GestureDiff.Rule = .exactly,
    tolerances: GestureTolerances = .standard,
    expected: (StageLog) -> [GestureExpectation]
  ) {
    self = .playing(source, on: stage) { log in
      GestureCheck(log, source.sourceName, rule, tolerances: tolerances, expected: expected(log))
    }
  }

  /// Plays a source and checks its log; a source that cannot be played is a failure.
  static func playing(
    _ source: some GestureSource, on stage: Stage?, _ check: (StageLog) -> GestureCheck
  ) -> GestureCheck {
    do {
      return check(try source.played(on: stage))
    } catch {
      return GestureCheck(failure: "cannot play \(source.sourceName): \(error)")
    }
  }

  init(
    _ log: StageLog, _ name: String, _ rule: GestureDiff.Rule, tolerances: GestureTolerances,
    expected: [GestureExpectation]
  ) {
    let diff = GestureDiff(
      of: log, expected: expected, rule, tolerances: tolerances, sourceName: name)
    self.log = log
    self.diff = diff
    if !diff.isMatch { failure = ([diff.description] + log.conditions).joined(separator: "\n") }
  }

  package init(failure: String?, log: StageLog? = nil) {
    self.failure = failure
    self.log = log
  }

  /// Whether all gestures are as expected.
  public var isMatch: Bool { failure == nil }
}

extension StageLog {
  /// Lines with the hand, the device, and the code that plays it again.
  package var conditions: [String] {
    if let tracePath {
      return ["played on \(device.phrase)", "again: replay explain \(tracePath.printable)"]
    }
    guard let hand else {
      let hint = "recognizers may still wait: stage.wait or stage.settle lets time pass"
      return ["played on \(device.phrase)"] + (isLive ? [hint] : [])
    }
    let rate = hand.sensor.usableRate.shortestText
    let again = hand.swiftText.map { "again: \(stageText($0))" }
    let edge = "the script leaves the device: fingers beside it are moved to its edge"
    return ["played by \(hand.phrase) at \(rate) Hz on \(device.phrase)"]
      + (leavesDevice ? [edge] : [])
      + [again ?? "again: the test's own hand with .seeded(\(hand.seed))"]
  }

  /// The stage with a hand as Swift code; `...` stands for the test's views and recognizers.
  package func stageText(_ hand: String) -> String {
    let profile = hasOwnProfile ? ", profile: ..." : ""
    return "Stage(\(device.swiftText)\(profile), hand: \(hand))\(hasOwnViews ? " { ... }" : "")"
  }
}

// MARK: - Reporting

extension GestureCheck {
  /// Reports a failure to Swift Testing, or to a function, with attachments in the folder of a
  /// variable.
  package func report(
    to fail: FailureReporter?, _ file: StaticString, _ line: UInt, at location: SourceLocation
  ) -> Bool {
    guard let failure else { return true }
    guard let fail else {
      for attachment in attachments {
        Testing.Attachment.record(
          attachment.bytes, named: attachment.name, sourceLocation: location)
      }
      Issue.record(Comment(rawValue: failure), sourceLocation: location)
      return false
    }
    let folder = ProcessInfo.processInfo.environment[GestureCheck.folderVariable]
    let notes = folder.map { save(to: $0, as: "\(file)".fileStem + "-\(line)") } ?? []
    fail(([failure] + notes).joined(separator: "\n"), file, line)
    return false
  }

  /// The environment variable with the folder for attachments.
  static let folderVariable = "GESTURE_ATTACHMENTS"

  /// The available attachments: the recording of the play, its picture and the script.
  var attachments: [Attachment] {
    guard let failure, let log else { return scripts }
    var files = scripts
    if let recording = log.attachment { files.append(recording) }
    if let picture = FailurePicture(log, message: failure) {
      files.append((name: "failure.svg", bytes: Array(picture.svg.utf8)))
    }
    return files
  }

  func save(to folder: String, as prefix: String) -> [String] {
    attachments.map { attachment in
      let path = Self.freePath("\(folder)/\(prefix)", attachment.name)
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(attachment.bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        return "attached: \(path.printable)"
      } catch {
        return "cannot attach \(path.printable): \(error.localizedDescription)"
      }
    }
  }

  /// An unused path for an attachment: a line of a test may fail several times.
  private static func freePath(_ start: String, _ name: String) -> String {
    let usual = "\(start)-\(name)"
    if !FileManager.default.fileExists(atPath: usual) { return usual }
    let others = (2...999).lazy.map { "\(start)-\($0)-\(name)" }
    return others.first { !FileManager.default.fileExists(atPath: $0) } ?? usual
  }
}

extension String {
  /// The name of a file without its folder and its last ending.
  package var fileStem: String {
    URL(fileURLWithPath: self).deletingPathExtension().lastPathComponent
  }
}
