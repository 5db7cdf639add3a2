// swift-tools-version: 6.2
import PackageDescription

/// Programs of one screen on top of Touchstone's public products, and the host that runs them.
let package = Package(
  name: "Scenes",
  products: [
    .executable(name: "scene", targets: ["scene"]),
    .library(name: "SceneHost", targets: ["SceneHost"]),
    .library(name: "Scenes", targets: ["Scenes"]),
  ],
  traits: [
    .trait(name: "Live", description: "Live devices, which need libevdev, libinput and libudev."),
    .trait(
      name: "Library",
      description: "Nothing; with it and Live, a build can share the folder of Touchstone's."),
  ],
  dependencies: [
    .package(
      name: "Touchstone", path: "../..",
      // The order is that of the compiler's options in a build of Touchstone with `Live,Library`.
      traits: [
        .trait(name: "Library", condition: .when(traits: ["Library"])),
        .trait(name: "Live", condition: .when(traits: ["Live"])), "Recordings",
      ]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "SceneHost",
      dependencies: [
        .touchstone("Gestures"), .touchstone("Sensors"), .touchstone("Files"),
        .touchstone("TouchFormats"), .touchstone("SensorFormats"), .touchstone("TouchScript"),
        .touchstone("Playback"), .touchstone("Pictures"), .system, .grdb, .sqlite,
      ],
      swiftSettings: .strict),
    .target(
      name: "Scenes", dependencies: ["SceneHost"],
      resources: [
        .embedInCode("Strings/en.strings"), .embedInCode("Strings/en.stringsdict"),
        .embedInCode("Strings/ko.strings"),
      ],
      swiftSettings: .strict),
    .executableTarget(
      name: "scene",
      dependencies: [
        "Scenes", "SceneHost", .devices,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: .strict),
    .executableTarget(
      name: "MemoryWriter", dependencies: ["SceneHost"], path: "Tests/MemoryWriter",
      swiftSettings: .strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: .strict),
    .testTarget(
      name: "SceneHostTests", dependencies: ["TestSupport", "SceneHost", "MemoryWriter", .grdb],
      exclude: ["Memory/Fixtures"], swiftSettings: .strict),
    .testTarget(
      name: "ScenesTests", dependencies: ["TestSupport", "Scenes"], exclude: ["Goldens"],
      swiftSettings: .strict),
    .testTarget(
      name: "SceneTests",
      dependencies: [
        "TestSupport", "scene", .touchstone("TouchScript"), .touchstone("TouchFormats"), .devices,
      ],
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

extension Target.Dependency {
  static func touchstone(_ product: String) -> Self {
    .product(name: product, package: "Touchstone")
  }
  static var devices: Self {
    .product(name: "Devices", package: "Touchstone", condition: .when(traits: ["Live"]))
  }
  static var grdb: Self { .product(name: "GRDB", package: "GRDB.swift") }
  static var sqlite: Self { .product(name: "GRDBSQLite", package: "GRDB.swift") }
  static var system: Self { .product(name: "SystemPackage", package: "swift-system") }
}
