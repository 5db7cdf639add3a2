import Contacts
import Gestures
import TestSupport
import Testing

/// Whether one recognizer prevents another, depending on recognizers and delegates: a table that
/// another project measured.
@Suite("Prevention table", .requiresShared("cases/winobjc_prevention_table.json"))
struct PreventionTableTests {
  struct Table: Decodable {
    let cases: [Row]
  }

  struct Row: Decodable, CustomTestStringConvertible {
    let canPrevent: Bool
    let canBePrevented: Bool
    let activeHasDelegate: Bool?
    let possibleHasDelegate: Bool?
    let activeSimultaneous: Bool?
    let possibleSimultaneous: Bool?
    let expected: String

    enum CodingKeys: String, CodingKey {
      case canPrevent = "active.canPrevent(possible)"
      case canBePrevented = "possible.canBePreventedBy(active)"
      case activeHasDelegate = "active.hasDelegate"
      case possibleHasDelegate = "possible.hasDelegate"
      case activeSimultaneous = "active.delegate.simultaneous"
      case possibleSimultaneous = "possible.delegate.simultaneous"
      case expected
    }

    var testDescription: String {
      "\(canPrevent) \(canBePrevented) \(answer(activeHasDelegate, activeSimultaneous)) "
        + answer(possibleHasDelegate, possibleSimultaneous)
    }

    private func answer(_ hasDelegate: Bool?, _ simultaneous: Bool?) -> String {
      hasDelegate == false ? "none" : simultaneous.map { "\($0)" } ?? "any"
    }
  }

  static let rows =
    SharedFolder.json("cases/winobjc_prevention_table.json", as: Table.self)?.cases ?? []

  @Test("An active recognizer prevents a possible one exactly as in the table", arguments: rows)
  func prevention(row: Row) {
    // An answer that the table leaves open must not change the result.
    for activeAllows in row.activeSimultaneous.map({ [$0] }) ?? [false, true] {
      for possibleAllows in row.possibleSimultaneous.map({ [$0] }) ?? [false, true] {
        let isPrevented = play(
          row, activeAllows: row.activeHasDelegate == false ? nil : activeAllows,
          possibleAllows: row.possibleHasDelegate == false ? nil : possibleAllows)
        #expect(isPrevented == (row.expected == "prevented"))
      }
    }
  }

  @Test("The table has 12 rows")
  func count() { #expect(PreventionTableTests.rows.count == 12) }

  private func play(_ row: Row, activeAllows: Bool?, possibleAllows: Bool?) -> Bool {
    let stage = TouchStage()
    let active = ProbeRecognizer.continuous(.pan)
    let possible = ProbeRecognizer.recognizingOnTouchUp(.tap)
    active.prevents = { _ in row.canPrevent }
    possible.isPreventable = { _ in row.canBePrevented }
    let advisors = [activeAllows, possibleAllows].map { answer in
      answer.map { allows in
        let advisor = RecordingDelegate()
        advisor.allowsBoth = { _ in allows }
        return advisor
      }
    }
    active.delegate = advisors[0]
    possible.delegate = advisors[1]
    stage.window.addGestureRecognizer(active)
    stage.window.addGestureRecognizer(possible)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)])
    return possible.state == .failed && possible.lastFailure?.cause == .prevented
  }
}
