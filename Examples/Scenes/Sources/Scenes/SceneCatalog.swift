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

  /// The texts of the scenes in English and Korean, from the files in `Strings`.
  public static let strings = StringTables([
    .init(
      language: "en", strings: PackageResources.en_strings,
      plurals: PackageResources.en_stringsdict),
    .init(language: "ko", strings: PackageResources.ko_strings),
  ])
}
