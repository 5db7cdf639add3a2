import Files
import TestSupport
import Testing

@testable import SceneHost

@Suite("Values of settings in layers")
struct SettingsValuesTests {
  private static let variable = "TOUCHSTONE_SAMPLE_SCENE_LENGTH"

  @Test("Without anything else the defaults count")
  func defaults() {
    let values = SettingsValues()
    #expect(values[SampleScene.length] == 25)
    #expect(values[SampleScene.usesRawTouches] == false)
    #expect(values[SampleScene.color] == "red")
    #expect(values[SampleScene.password] == "")
    #expect(values.origin(of: SampleScene.length.definition) == .defaults)
  }

  @Test(
    "An option is over a variable over the file over the default",
    arguments: [
      (nil, nil, nil, 25, "default:"), (30, nil, nil, 30, "file:PATH"),
      (30, 35, nil, 35, "environment:\(variable)"), (30, 35, 40, 40, "option:"),
      (nil, 35, nil, 35, "environment:\(variable)"), (nil, nil, 40, 40, "option:"),
      (30, nil, 40, 40, "option:"),
    ] as [(Double?, Int?, Double?, Double, String)])
  func layers(file: Double?, variable: Int?, option: Double?, value: Double, origin: String) throws
  {
    let folder = try TemporaryFolder()
    let store = SettingsStore(in: folder)
    if let file { try store.set(.number(file), for: SampleScene.length.definition) }
    let values = try SettingsValues(
      SampleScene.schema, file: try store.read(),
      environment: variable.map { [Self.variable: "\($0)"] } ?? [:],
      options: option.map { ["length": .number($0)] } ?? [:])
    #expect(values[SampleScene.length] == value)
    let setting = SampleScene.length.definition
    #expect(
      values.origin(of: setting).description == origin.replacing("PATH", with: store.path))
    #expect(values.origin(of: SampleScene.person.definition) == .defaults)
  }

  @Test("A variable with a value that is not taken is an error that names it")
  func badVariable() {
    let error = #expect(throws: FileError.self) {
      try SettingsValues(SampleScene.schema, environment: [Self.variable: "12"])
    }
    #expect(
      error?.description
        == #"\#(Self.variable): expected a number from 10 to 100 in steps of 5, found "12""#)
  }

  @Test("Variables of other scenes, and those in small letters, are ignored")
  func otherVariables() throws {
    let values = try SettingsValues(
      SampleScene.schema,
      environment: ["TOUCHSTONE_BALL_LENGTH": "x", Self.variable.lowercased(): "x"])
    #expect(values[SampleScene.length] == 25)
  }

  @Test("A program sets values as an option does")
  func setting() {
    let values = SettingsValues()
    values.set(30, for: SampleScene.length)
    values.set("lightBlue", for: SampleScene.color)
    #expect(values[SampleScene.length] == 30 && values[SampleScene.color] == "lightBlue")
    #expect(values.origin(of: SampleScene.color.definition) == .option)
  }

  @Test("A record has the origin, the range and the panes, but no secret")
  func records() throws {
    let values = try SettingsValues(
      SampleScene.schema, environment: ["TOUCHSTONE_SAMPLE_SCENE_PASSWORD": "secret"])
    let lines = SettingRecord.all(of: SampleScene.schema, values, language: .english(.none)).map {
      record in
      var bytes: [UInt8] = []
      record.appendJSON(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(
      lines == [
        #"{"v":2,"scene":"SampleScene","key":"length","title":"Length","control":"slider","value":25,"default":25,"minimum":10,"maximum":100,"step":5,"origin":"default","variable":"TOUCHSTONE_SAMPLE_SCENE_LENGTH"}"#,
        #"{"v":2,"scene":"SampleScene","key":"usesRawTouches","title":"Use raw touches","control":"toggle","value":false,"default":false,"origin":"default","variable":"TOUCHSTONE_SAMPLE_SCENE_USES_RAW_TOUCHES"}"#,
        #"{"v":2,"scene":"SampleScene","key":"name","title":"Name","group":"Person","control":"text","value":"none","default":"none","origin":"default","variable":"TOUCHSTONE_SAMPLE_SCENE_NAME"}"#,
        #"{"v":2,"scene":"SampleScene","key":"password","title":"Password","group":"Person","control":"secureText","origin":"environment","variable":"TOUCHSTONE_SAMPLE_SCENE_PASSWORD"}"#,
        #"{"v":2,"scene":"SampleScene","key":"color","title":"Color","panes":["Colors"],"group":"Fill","control":"choice","value":"red","default":"red","choices":["red","lightBlue"],"origin":"default","variable":"TOUCHSTONE_SAMPLE_SCENE_COLOR"}"#,
        #"{"v":2,"scene":"SampleScene","key":"fraction","title":"Fraction","panes":["Colors","More"],"control":"slider","value":0.3,"default":0.3,"minimum":0,"maximum":1,"step":0.1,"origin":"default","variable":"TOUCHSTONE_SAMPLE_SCENE_FRACTION"}"#,
      ])
  }
}
