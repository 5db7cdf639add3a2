// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Touchstone",
  products: [
    .library(name: "Gestures", targets: ["Gestures", "Contacts", "Timeline"]),
    .library(name: "Recordings", targets: ["Recordings", "Evdev"]),
    .library(name: "TouchScript", targets: ["TouchScript", "Contacts", "Timeline"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
    .library(name: "GestureTesting", targets: ["GestureTesting"]),
    .executable(name: "replay", targets: ["replay"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(name: "Timeline", swiftSettings: .strict),
    .target(name: "Contacts", dependencies: ["Timeline", .realModule], swiftSettings: .strict),
    .target(name: "Gestures", dependencies: ["Contacts", "Timeline"], swiftSettings: .strict),
    .target(name: "Evdev", dependencies: ["Contacts", "Timeline"], swiftSettings: .strict),
    .target(
      name: "Recordings", dependencies: ["Evdev", "Contacts", "Timeline", .system, "Yams"],
      swiftSettings: .strict),
    .target(
      name: "TouchScript", dependencies: ["Contacts", "Timeline", .realModule],
      swiftSettings: .strict),
    .target(
      name: "Pipeline", dependencies: ["Gestures", "Recordings", "TouchScript", "Yams"],
      swiftSettings: .strict),
    .target(name: "GestureTesting", dependencies: ["Pipeline"], swiftSettings: .strict),
    .executableTarget(
      name: "replay", dependencies: ["Pipeline", .argumentParser], swiftSettings: .strict),
    .executableTarget(
      name: "OwnTouches", dependencies: ["Gestures", "Contacts", "Timeline"],
      path: "Examples/OwnTouches", swiftSettings: .strict),

    .testTarget(name: "TimelineTests", dependencies: ["Timeline"], swiftSettings: .strict),
    .testTarget(name: "ContactsTests", dependencies: ["Contacts"], swiftSettings: .strict),
    .testTarget(
      name: "GesturesTests", dependencies: ["Gestures", "TouchScript"], swiftSettings: .strict),
    .testTarget(
      name: "ExamplesTests", dependencies: ["OwnTouches", "Contacts"], swiftSettings: .strict),
    .testTarget(name: "EvdevTests", dependencies: ["Evdev"], swiftSettings: .strict),
    .testTarget(name: "RecordingsTests", dependencies: ["Recordings"], swiftSettings: .strict),
    .testTarget(name: "TouchScriptTests", dependencies: ["TouchScript"], swiftSettings: .strict),
    .testTarget(name: "PipelineTests", dependencies: ["Pipeline"], swiftSettings: .strict),
    .testTarget(
      name: "GestureTestingTests", dependencies: ["GestureTesting"], exclude: ["Goldens"],
      swiftSettings: .strict),
    .testTarget(name: "ReplayTests", dependencies: ["Pipeline", "replay"], swiftSettings: .strict),
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

extension Target.Dependency {
  static var argumentParser: Self {
    .product(name: "ArgumentParser", package: "swift-argument-parser")
  }
  static var system: Self { .product(name: "SystemPackage", package: "swift-system") }
  static var realModule: Self { .product(name: "RealModule", package: "swift-numerics") }
}
