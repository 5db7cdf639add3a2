public import SceneHost

extension SceneCatalog {
  /// The texts of the scenes in English and Korean, from the files in `Strings`.
  public static let strings = StringTables([
    .init(
      language: "en", strings: PackageResources.en_strings,
      plurals: PackageResources.en_stringsdict),
    .init(language: "ko", strings: PackageResources.ko_strings),
  ])
}
