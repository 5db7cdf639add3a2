// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MeasureShapes",
  products: [.library(name: "ShapePeers", targets: ["ShapePeers"])],
  dependencies: [
    .package(name: "Touchstone", path: "../.."),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
  ],
  targets: [
    .target(
      name: "ShapePeers",
      dependencies: [
        .product(name: "Shapes", package: "Touchstone"),
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      swiftSettings: .strict),
    .executableTarget(
      name: "MeasureShapes",
      dependencies: ["ShapePeers", .product(name: "Shapes", package: "Touchstone")],
      swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

extension [SwiftSetting] {
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
  }
}
