import SceneHost
import Scenes
import Testing

@Suite("Settings of the scenes")
struct SettingsTests {
  @Test(
    "The settings of a scene can be shown, stored and set", arguments: SceneCatalog.scenes.indices)
  func schema(_ index: Int) {
    #expect(SettingsSchema(SceneCatalog.scenes[index]).problems == [])
  }

  @Test("No two scenes share a variable, or a file on file systems that ignore case")
  func names() {
    let schemas = SceneCatalog.scenes.map { SettingsSchema($0) }
    #expect(Set(schemas.map { $0.scene.lowercased() }).count == schemas.count)
    let variables = schemas.flatMap { schema in
      schema.settings.map { schema.variable(for: $0.key) }
    }
    #expect(Set(variables).count == variables.count)
  }
}
