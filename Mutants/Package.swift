// swift-tools-version: 6.2
import PackageDescription

// The property tests alone: with them, a faulty copy of the library builds in a fraction of the
// time that all tests take. `Tests` is a link to those of the main package.
let package = Package(
  name: "TouchstoneMutants",
  dependencies: [.package(name: "Touchstone", path: "..")],
  targets: [
    .testTarget(
      name: "PropertyTests",
      dependencies: [.product(name: "PropertyTesting", package: "Touchstone")],
      path: "Tests",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
