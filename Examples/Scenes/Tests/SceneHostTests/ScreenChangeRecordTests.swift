import Files
import Playback
import SceneHost
import Testing

struct ScreenChangeRecordTests {
  private func json(_ element: String?, _ kind: ScreenChange.Kind) -> String {
    ScreenChangeRecord(
      scene: "Scene",
      change: ScreenChange(time: Timestamp(seconds: 1.5), element: element, kind: kind),
      language: .english(.none)
    ).json
  }

  @Test func `a text has its element`() {
    #expect(
      json("message", .text(Text("Touches Began")))
        == #"{"v":2,"scene":"Scene","time_s":1.5,"element":"message","text":"Touches Began"}"#)
  }

  @Test func `an erased label has an empty text`() {
    #expect(json("message", .text(.empty)).hasSuffix(#""text":""}"#))
  }

  @Test func `a drawing has its front figure and its region in mm`() {
    let inch = 163.0
    let figure = Figure(
      .rectangle(Rect(x: inch, y: 0, width: inch, height: 2 * inch)), color: .yellow)
    #expect(
      json(
        "canvas", .drawing([figure, figure], region: Rect(x: 0, y: 0, width: inch, height: inch))
      )
      .hasSuffix(
        ##""figures":2,"front":{"figure":"rectangle","color":"#ffff00","bounds_mm":"##
          + ##"{"x":25.4,"y":0.0,"width":25.4,"height":50.8}},"##
          + ##""region_mm":{"x":0.0,"y":0.0,"width":25.4,"height":25.4}}"##))
  }

  @Test func `events have no element`() {
    #expect(json(nil, .event(.sound("glass.wav"))).hasSuffix(#""time_s":1.5,"sound":"glass.wav"}"#))
    let alert = SceneEvent.alert(
      title: Text("Error"), message: Text("Denied"), button: Text("Okay"))
    #expect(
      json(nil, .event(alert)).hasSuffix(
        #""alert":"Error","message":"Denied","button":"Okay"}"#))
  }
}
