// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Growth",
  dependencies: [.package(name: "Touchstone", path: "..")],
  targets: [
    .executableTarget(
      name: "growth",
      dependencies: [
        .touchstone("Gestures"), .touchstone("TouchFormats"), .touchstone("SensorFormats"),
        .touchstone("Sensors"),
        .touchstone("GestureTesting"),
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
