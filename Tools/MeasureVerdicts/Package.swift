// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MeasureVerdicts",
  dependencies: [.package(name: "Touchstone", path: "../..")],
  targets: [
    .executableTarget(
      name: "MeasureVerdicts",
      dependencies: [.product(name: "Playback", package: "Touchstone")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
