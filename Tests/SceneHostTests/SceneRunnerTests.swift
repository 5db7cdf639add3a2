import SceneHost
import Testing

struct SceneRunnerTests {
  @Test func `a text without arguments is its key in English`() {
    #expect(Language.english.string(Text("Touches Began")) == "Touches Began")
  }
}
