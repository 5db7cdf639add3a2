public import SceneHost

/// The scenes of this package.
public enum SceneCatalog {
  public static let scenes: [Scene.Type] = [
    TouchExplorer.self,
    Swipes.self,
    MultiSwipes.self,
    TapTaps.self,
    PinchMe.self,
    CheckPlease.self,
    ShakeAndBreak.self,
    Motion.self,
    Ball.self,
    WhereAmI.self,
    QuartzFun.self,
    Paths.self,
  ]

  /// The scene with a name, in any case of letters; nil if no scene has it.
  public static func scene(named name: String) -> Scene.Type? {
    scenes.first { $0.name.lowercased() == name.lowercased() }
  }
}
