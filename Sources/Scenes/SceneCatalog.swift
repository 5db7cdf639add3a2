public import SceneHost

/// The scenes of this package.
public enum SceneCatalog {
  public static let scenes: [Scene.Type] = [TouchExplorer.self]

  /// The scene with a name, in any case of letters; nil if no scene has it.
  public static func scene(named name: String) -> Scene.Type? {
    scenes.first { $0.name.lowercased() == name.lowercased() }
  }
}
