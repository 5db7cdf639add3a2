import CTouchstone
import Gestures
import Playback
import Testing

@testable import TouchstoneC

@Suite("Profiles as text in C")
struct ProfileTextTests {
  @Test("The text of a profile is read as by replay", arguments: Profile.named)
  func wholeProfiles(profile: Profile) throws {
    var changed = profile
    changed.name = "my \"own\" \\ profile"
    for profile in [profile, changed] {
      #expect(try ProfileText.profile(ProfileFile.text(profile)) == profile)
    }
  }

  @Test(
    "Values are read as by replay",
    arguments: [
      "", "# nothing\n", "---\nswipe:\n", "swipe:\n  slop: 1.5 mm # more\n",
      "tap:\r\n  radius: 25 pt\r\n",
      "base: uikit\nswipe:\n  rule: off\n", "name: 'it is'\n",
      "edgePan:\n  edges: [ left,right ]\n",
      "edgePan:\n  edges: []\n", "edgePan:\n  edges: [left, right,]\n",
      "pan:\n    endsOn:   firstTouchUp   \n",
      "swipe: ~\n", "tap:\n\n  radius: 3\n\n\npan:\n  rule: off", "name: \"a#b\"", "name: a#b # c",
    ])
  func values(text: String) throws {
    #expect(try ProfileText.profile(text) == ProfileFile.parse(text, file: "p"))
  }

  @Test("A mistake names its line, its column and what is expected", arguments: Mistake.all)
  func mistakes(mistake: Mistake) {
    let error = #expect(throws: CallError.self) { try ProfileText.profile(mistake.text) }
    #expect(error?.status == TOUCHSTONE_INVALID_PROFILE)
    #expect(error?.message == "profile: " + mistake.message)
  }

  struct Mistake: Sendable {
    var text: String
    var message: String

    static let all = [
      Mistake(
        text: "swipe:\n  rule: 5\n",
        message: "line 2, column 9: expected one of standard, textbook, uikit, off, found \"5\""),
      Mistake(
        text: "tap:\n  radius: far\n",
        message:
          "line 2, column 11: expected a number from 0 to 1500 mm for tap.radius, found \"far\""),
      Mistake(
        text: "tap:\n  radius: 1\n  radius: 2\n",
        message: "line 3, column 3: expected each key once, found \"radius\" again"),
      Mistake(
        text: "  radius: 1\n",
        message: "line 1, column 3: expected a section such as `swipe:`, found an indented line"),
      Mistake(
        text: "name: mine\n  radius: 1\n",
        message: "line 2, column 3: expected a key in the first column, found an indented line"),
      Mistake(
        text: "tap\n",
        message:
          "line 1, column 1: expected a key and a value, as in `minimumLength: 6.5`, found \"tap\""),
      Mistake(
        text: "tap: {radius: 1}\n",
        message:
          "line 1, column 6: expected a word, a number, a text or a list such as `[left, right]`, "
          + "found \"{radius: 1}\""),
      Mistake(
        text: "name: \"mine\n",
        message: "line 1, column 7: expected a closing quote, found \"\"mine\""),
      Mistake(
        text: "edgePan:\n  edges: [left\n",
        message: "line 2, column 15: expected `]` at the end of the list, found the end of the line"
      ),
      Mistake(
        text: "tap:\n  radius:\n",
        message:
          "line 2, column 10: expected a number from 0 to 1500 mm for tap.radius, found nothing"),
    ]
  }
}
