// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MakeTraces",
  dependencies: [.package(name: "Touchstone", path: "../..")],
  targets: [
    .executableTarget(
      name: "MakeTraces",
      dependencies: [
        .product(name: "TouchFormats", package: "Touchstone"),
        .product(name: "TouchScript", package: "Touchstone"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
