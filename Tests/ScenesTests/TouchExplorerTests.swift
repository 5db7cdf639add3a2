import SceneHost
import Scenes
import Testing
import TouchScript

struct TouchExplorerTests {
  @Test func `a tap shows its touches and its tap count`() {
    let runner = SceneRunner(TouchExplorer.self)
    var texts: [Text] = []
    runner.observer = { if case .text(let text) = $0.kind { texts.append(text) } }
    let script = FingerScript { Tap() }
    for frame in script.frames(on: Size(width: 50, height: 70), hand: .perfect) {
      runner.send(frame)
    }
    runner.finish()
    #expect(texts.first == Text("Touches Began"))
    #expect(runner.screen.text("message") == Text("Touches Ended"))
    #expect(runner.screen.text("touches") == Text("%d touches down", .count(0)))
  }
}
