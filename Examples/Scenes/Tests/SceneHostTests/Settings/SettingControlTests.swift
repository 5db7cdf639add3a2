import Testing

@testable import SceneHost

@Suite("Controls of settings")
struct SettingControlTests {
  private static let length = SampleScene.length.definition.control
  private static let fraction = SampleScene.fraction.definition.control

  @Test(
    "A slider takes the steps of its range, and nothing between or beyond them",
    arguments: [
      ("10", true), ("9.999", false), ("5", false), ("100", true), ("105", false), ("15", true),
      ("15.0", true), ("1.5e1", true), ("16", false), ("15.001", false), ("nan", false),
      ("inf", false), ("", false), ("15 ", false), ("abc", false), ("-15", false),
    ])
  func slider(_ text: String, _ isTaken: Bool) {
    #expect((Self.length.value(parsing: text) != nil) == isTaken)
  }

  @Test("Steps that binary numbers round are steps", arguments: 0...10)
  func roundedSteps(_ tenths: Int) {
    #expect(Self.fraction.accepts(.number(Double(tenths) * 0.1)))
    #expect(Self.fraction.accepts(.number(Double(tenths) / 10)))
    #expect(!Self.fraction.accepts(.number(Double(tenths) / 10 + 0.001)))
  }

  @Test(
    "A toggle takes the words of git config, in any case",
    arguments: [
      ("true", true), ("Yes", true), ("ON", true), ("1", true), ("false", false), ("no", false),
      ("off", false), ("0", false), ("2", nil), ("", nil), ("tru", nil),
    ] as [(String, Bool?)])
  func toggle(_ text: String, _ flag: Bool?) {
    #expect(SettingControl.toggle.value(parsing: text) == flag.map { .flag($0) })
  }

  @Test(
    "A choice takes its values, not their titles",
    arguments: [("red", true), ("lightBlue", true), ("Red", false), ("Light blue", false)])
  func choice(_ text: String, _ isTaken: Bool) {
    #expect((SampleScene.color.definition.control.value(parsing: text) != nil) == isTaken)
  }

  @Test(
    "A text is a line that XML can have",
    arguments: [
      ("", true), ("a b", true), ("빨강 <&> \"'", true), ("😀", true), ("a\nb", false),
      ("a\tb", false), ("\u{1}", false), ("\u{7f}", false), ("\u{85}", false),
      ("\u{2028}", false), ("\u{ffff}", false), ("\u{1fffe}", false), ("\u{fffd}", true),
    ])
  func text(_ text: String, _ isTaken: Bool) {
    #expect(SettingControl.text.accepts(.text(text)) == isTaken)
    #expect(SettingControl.secureText.accepts(.text(text)) == isTaken)
  }

  @Test("A text has at most 4096 bytes")
  func longText() {
    #expect(SettingControl.text.accepts(.text(String(repeating: "a", count: 4096))))
    #expect(!SettingControl.text.accepts(.text(String(repeating: "a", count: 4097))))
  }

  @Test(
    "A value of another type is not taken",
    arguments: [
      (Self.length, SettingValue.text("15")), (Self.length, .flag(true)), (.toggle, .number(1)),
      (.toggle, .text("true")), (.text, .number(1)), (.secureText, .flag(true)),
      (SampleScene.color.definition.control, .number(0)),
    ])
  func type(_ control: SettingControl, _ value: SettingValue) {
    #expect(!control.accepts(value))
  }

  @Test(
    "An error says what is taken, and what is near",
    arguments: [
      (
        SampleScene.length.definition, "101",
        #"length: expected a number from 10 to 100 in steps of 5, found "101""#
      ),
      (
        SampleScene.fraction.definition, "x",
        #"fraction: expected a number from 0 to 1 in steps of 0.1, found "x""#
      ),
      (
        SampleScene.color.definition, "lightblue",
        #"color: expected one of red, lightBlue, found "lightblue"; did you mean lightBlue?"#
      ),
      (
        SampleScene.usesRawTouches.definition, "",
        #"usesRawTouches: expected true or false, found """#
      ),
    ])
  func error(_ setting: SettingDefinition, _ text: String, _ message: String) {
    let error = #expect(throws: SettingError.self) { try setting.value(parsing: text) }
    #expect(error?.description == message)
  }

  @Test("The error of a secure text does not show it")
  func secureError() {
    let setting = SampleScene.password.definition
    let error = #expect(throws: SettingError.self) { try setting.value(parsing: "secret\n") }
    #expect(error?.description.contains("secret") == false)
  }
}
