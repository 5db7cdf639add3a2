import Foundation
public import Gestures

extension FailureReason {
  /// The reason in words, as in `57.8 pt across, at most 57.7 allowed`.
  public var sentence: String {
    switch cause {
    case .movement: comparison("moved \(points)", decimals: 1)
    case .distance: comparison("went \(points)", decimals: 1)
    case .deviation:
      measured == nil ? "went the wrong way" : comparison("\(points) across", decimals: 1)
    case .duration: comparison("took \(number(measured, 3)) s", decimals: 3)
    case .pause: "no further landing within \(number(limit, 3)) s"
    case .earliness: comparison("lifted after \(number(measured, 3)) s", decimals: 3)
    case .speed: comparison("\(number(measured, 0)) pt/s", decimals: 0)
    case .touches: comparison(counted("finger"), decimals: 0)
    case .taps: comparison(counted("tap"), decimals: 0)
    case .angle: comparison("turned \(number(measured, 1))°", decimals: 1)
    case .ratio: comparison("a ratio of \(number(measured, 2))", decimals: 2)
    case .direction: comparison("a line \(number(measured, 1))° off level", decimals: 1)
    case .straightness: comparison("a line straight to \(number(measured, 2))", decimals: 2)
    case .hook: comparison("a hook of \(number(measured, 2)) of its line", decimals: 2)
    case .prevented: other.map { "\($0.rawValue) was recognized" } ?? "it became another gesture"
    case .requirementCycle: "\(other?.rawValue ?? "another") has to fail, and waits for this one"
    case .requirement: "\(other?.rawValue ?? "another") did not fail"
    case .refused: "it was refused"
    case .cancelled: "the touches were cancelled"
    case .unsuitableTouch: "a palm, a touch that never landed, or a button that was down"
    }
  }

  private var points: String { "\(number(measured, 1)) pt" }

  private func counted(_ noun: String) -> String {
    let count = number(measured, 0)
    return "\(count) \(noun)\(count == "1" ? "" : "s")"
  }

  private func comparison(_ fact: String, decimals: Int) -> String {
    guard let measured, let limit else { return fact }
    let text = number(limit, decimals)
    return measured > limit
      ? "\(fact), at most \(text) allowed" : "\(fact), at least \(text) needed"
  }

  /// A number with so many decimals.
  private func number(_ value: Double?, _ decimals: Int) -> String {
    guard let value, value.isFinite else { return "?" }
    return String(format: "%.\(decimals)f", value)
  }
}
