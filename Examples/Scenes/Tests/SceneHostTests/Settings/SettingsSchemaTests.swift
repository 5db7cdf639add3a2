import Testing

@testable import SceneHost

@Suite("Schemas of settings")
struct SettingsSchemaTests {
  @Test("Settings are in the order in which they are shown, those of child panes too")
  func order() {
    #expect(
      SampleScene.schema.settings.map(\.key) == [
        "length", "usesRawTouches", "name", "password", "color", "fraction",
      ])
    #expect(SampleScene.schema.problems == [])
  }

  @Test("All texts of a pane are known, to be translated")
  func texts() {
    #expect(
      SampleScene.settings.texts.map(\.key) == [
        "Version", "1", "Length", "Use raw touches", "Person", "Name", "Password", "Colors",
        "Fill", "Color", "Red", "Light blue", "More", "Fraction",
      ])
  }

  @Test(
    "A variable has the words of the scene and the key in capitals",
    arguments: [
      ("Swipes", "minimumLength", "TOUCHSTONE_SWIPES_MINIMUM_LENGTH"),
      ("WhereAmI", "x", "TOUCHSTONE_WHERE_AM_I_X"), ("GPXFile", "aB", "TOUCHSTONE_GPX_FILE_A_B"),
      ("Ball2D", "maxGPS", "TOUCHSTONE_BALL2_D_MAX_GPS"), ("A", "a2b", "TOUCHSTONE_A_A2B"),
      ("My Scene", "a-b", "TOUCHSTONE_MY_SCENE_A_B"),
    ])
  func variable(_ scene: String, _ key: String, _ name: String) {
    #expect(SettingsSchema(scene: scene, pane: []).variable(for: key) == name)
  }

  @Test(
    "A schema that cannot work has a problem",
    arguments: [
      ([.setting(toggle("a")), .setting(toggle("a"))], "a is the key of several settings"),
      (
        [.setting(toggle("a")), .pane("More", [.setting(toggle("a"))])],
        "a is the key of several settings"
      ),
      ([.setting(toggle("aB")), .setting(toggle("AB"))], nil),
      (
        [.setting(toggle("gpsA")), .setting(toggle("gPSA"))], nil
      ),
      (
        [.setting(toggle("a2B")), .setting(toggle("A2B"))],
        "A2B shares TOUCHSTONE_SAMPLE_A2_B with another key"
      ),
      ([.setting(toggle("a b"))], #""a b" is not a key of ASCII letters and digits"#),
      ([.setting(toggle(""))], #""" is not a key of ASCII letters and digits"#),
      ([.setting(toggle("1a"))], #""1a" is not a key of ASCII letters and digits"#),
      ([.setting(slider(5))], nil), ([.setting(slider(20))], nil),
      (
        [.setting(slider(4))],
        #"s has the default "4", expected a number from 5 to 20 in steps of 5"#
      ),
      (
        [.setting(slider(21))],
        #"s has the default "21", expected a number from 5 to 20 in steps of 5"#
      ),
      (
        [.setting(slider(7))],
        #"s has the default "7", expected a number from 5 to 20 in steps of 5"#
      ),
      ([.setting(slider(5, step: 4))], "s has an upper bound off its steps"),
      ([.setting(slider(5, step: 15))], nil),
      ([.setting(slider(5, step: 16))], "s has a step that is not within its range"),
      ([.setting(slider(5, step: 0))], "s has a step that is not within its range"),
      ([.setting(slider(5, step: -5))], "s has a step that is not within its range"),
      (
        [.setting(Setting.choice("c", "Choice", "x", of: ["a": "A"]))],
        #"c has the default "x", expected one of a"#
      ),
      (
        [.setting(Setting.choice("c", "Choice", "a", of: ["a": "A", "a": "B"]))],
        "c has two choices of the same value"
      ),
      ([.setting(Setting.text("t", "Text", "a\nb"))], "t has the default"),
      ([.group("")], "a title is empty"),
    ] as [(SettingsPane, String?)])
  func problems(_ pane: SettingsPane, _ problem: String?) {
    let problems = SettingsSchema(scene: "Sample", pane: pane).problems
    if let problem {
      #expect(problems.contains { $0.hasPrefix(problem) }, "\(problems)")
    } else {
      #expect(problems == [])
    }
  }

  @Test("The name of a scene is a word", arguments: [("Ball", 0), ("a/b", 1), ("", 1), ("..", 1)])
  func names(_ name: String, _ count: Int) {
    #expect(SettingsSchema(scene: name, pane: []).problems.count == count)
  }

  @Test("An unknown key is an error that names the nearest")
  func unknownKey() {
    let error = #expect(throws: SettingError.self) { try SampleScene.schema.setting("lenght") }
    #expect(
      error?.description
        == "lenght: expected a setting of SampleScene, found another key; did you mean length?")
  }

  private static func toggle(_ key: String) -> Setting<Bool> { .toggle(key, "Toggle", false) }

  private static func slider(_ value: Double, step: Double = 5) -> Setting<Double> {
    .slider("s", "Slider", value, in: 5...20, step: step)
  }
}
