import Contacts
import Gestures
import Testing

/// Who prevents whom, by what recognizers and delegates say; measured by another project.
@Suite("The table of prevention")
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
    (try? SharedCases.load("winobjc_prevention_table.json", as: Table.self))?.cases ?? []

  @Test(
    "A possible recognizer is prevented by an active one just as the table says",
    .enabled(if: !rows.isEmpty, "the measured cases do not lie beside the project"),
    arguments: rows)
  func prevention(row: Row) {
    // What the table leaves open has to come out the same either way.
    for activeAllows in row.activeSimultaneous.map({ [$0] }) ?? [false, true] {
      for possibleAllows in row.possibleSimultaneous.map({ [$0] }) ?? [false, true] {
        let isPrevented = play(
          row, activeAllows: row.activeHasDelegate == false ? nil : activeAllows,
          possibleAllows: row.possibleHasDelegate == false ? nil : possibleAllows)
        #expect(isPrevented == (row.expected == "prevented"))
      }
    }
  }

  @Test("There are twelve rows", .enabled(if: SharedCases.exists("winobjc_prevention_table.json")))
  func count() { #expect(PreventionTableTests.rows.count == 12) }

  private func play(_ row: Row, activeAllows: Bool?, possibleAllows: Bool?) -> Bool {
    let stage = TouchStage()
    let active = ProbeRecognizer.continuous(.pan)
    let possible = ProbeRecognizer.recognizingOnLift(.tap)
    active.prevents = { _ in row.canPrevent }
    possible.isPreventable = { _ in row.canBePrevented }
    let advisors = [activeAllows, possibleAllows].map { answer in
      answer.map { allows in
        let advisor = Advisor()
        advisor.allowsBoth = allows
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
