import SceneHost
import Scenes
import Testing

struct SceneCatalogTests {
  @Test func `each scene has its own name, and is found by it in any case of letters`() {
    let names = SceneCatalog.scenes.map(\.name)
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
    for scene in SceneCatalog.scenes {
      #expect(SceneCatalog.scene(named: scene.name.uppercased()) == scene)
      #expect(!scene.summary.isEmpty)
    }
    #expect(SceneCatalog.scene(named: "Scene") == nil)
  }

  @Test func `the control of each setting takes its default`() {
    for scene in SceneCatalog.scenes {
      let settings = scene.settings.settings
      #expect(Set(settings.map(\.key)).count == settings.count, "\(scene.name)")
      for setting in settings {
        #expect(setting.control.accepts(setting.defaultValue), "\(scene.name) \(setting.key)")
      }
    }
  }

  @Test(arguments: SceneRules.allCases)
  func `no scene keeps itself alive`(rules: SceneRules) {
    for type in SceneCatalog.scenes {
      weak var scene: Scene?
      do {
        let stage = SceneStage(type, rules: rules)
        scene = stage.runner.scene
        stage.draw([(60, 60), (220, 60), (60, 220), (220, 220)], at: 0)
        stage.runner.finish()
      }
      #expect(scene == nil, "\(type.name)")
    }
  }
}
