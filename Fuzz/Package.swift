// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TouchstoneFuzz",
  dependencies: [
    .package(name: "Touchstone", path: ".."),
    .package(name: "Scenes", path: "../Examples/Scenes"),
  ],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .touchstone("Gestures"), .touchstone("Sensors"), .touchstone("TouchFormats"),
        .touchstone("SensorFormats"), .touchstone("Shapes"),
        .touchstone("TouchScript"), .touchstone("Playback"), .touchstone("Lab"),
        .touchstone("LibinputOffline"), .touchstone("Touchpads"),
        .touchstone("touchstone"),
        .product(name: "SceneHost", package: "Scenes"),
        .product(name: "Scenes", package: "Scenes"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  static func touchstone(_ product: String) -> Self {
    .product(name: product, package: "Touchstone")
  }
}
