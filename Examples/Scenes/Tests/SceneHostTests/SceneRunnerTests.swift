import SceneHost
import Testing

struct SceneRunnerTests {
  @Test func `a text without arguments is its key in English`() {
    #expect(Language.english(.none).string(Text("Touches Began")) == "Touches Began")
  }
}
