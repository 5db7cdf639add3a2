// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Whether the C libraries for live devices are installed. Without them everything else is built,
/// so that replaying recordings does not require them; `--traits Live` requires them in any case.
let hasInputLibraries = ["libevdev-1.0/libevdev/libevdev.h", "libinput.h", "libudev.h"]
  .allSatisfy { FileManager.default.fileExists(atPath: "/usr/include/\($0)") }

/// Whether GLib is installed, for one of the loops of `Examples/EventLoops`.
let hasGLib = FileManager.default.fileExists(atPath: "/usr/include/glib-2.0/glib.h")

let package = Package(
  name: "Touchstone",
  products: [
    .library(name: "Gestures", targets: ["Gestures", "Shapes", "Contacts", "Timeline"]),
    .library(name: "Shapes", targets: ["Shapes", "Contacts", "Timeline"]),
    .library(name: "Sensors", targets: ["Sensors", "Timeline"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "TouchFormats", targets: ["TouchFormats", "Evdev", "Files"]),
    .library(name: "SensorFormats", targets: ["SensorFormats", "Files"]),
    .library(name: "TouchScript", targets: ["TouchScript", "Contacts", "Timeline"]),
    .library(
      name: "Playback", targets: ["Playback", "Checking", "Conversion", "SensorPlayback"]),
    .library(name: "Lab", targets: ["Lab"]),
    .library(name: "Pictures", targets: ["Pictures", "VectorGraphics"]),
    .library(name: "Devices", targets: ["Devices"]),
    .library(name: "GestureTesting", targets: ["GestureTesting"]),
    .library(name: "PropertyTesting", targets: ["PropertyTesting"]),
    .library(name: "LibinputOffline", targets: ["LibinputOffline"]),
    .library(name: "Touchpads", targets: ["Touchpads"]),
    .library(name: "RecordingLibrary", targets: ["RecordingLibrary"]),
    // The C library, libtouchstone; `make library` links it for installing.
    .library(name: "touchstone", type: .dynamic, targets: ["TouchstoneC"]),
    .executable(name: "replay", targets: ["replay"]),
  ],
  traits: [
    .trait(
      name: "Recordings",
      description: "Recordings and the program replay; without it, only Gestures and Sensors build."
    ),
    .trait(
      name: "Live", description: "Live devices, which need libevdev, libinput and libudev.",
      enabledTraits: ["Recordings"]),
    .trait(
      name: "Library", description: "Libraries of recordings, which need SQLite.",
      enabledTraits: ["Recordings"]),
    .default(enabledTraits: hasInputLibraries ? ["Live"] : ["Recordings"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(name: "Timeline", swiftSettings: .strict),
    .target(name: "Contacts", dependencies: ["Timeline", .realModule], swiftSettings: .strict),
    .target(
      name: "Shapes", dependencies: ["Contacts", "Timeline", .realModule], swiftSettings: .strict),
    .target(
      name: "Gestures", dependencies: ["Shapes", "Contacts", "Timeline", .realModule],
      swiftSettings: .strict),
    .target(name: "Sensors", dependencies: ["Timeline", .realModule], swiftSettings: .strict),
    .target(name: "CTouchstone"),
    .target(
      name: "TouchstoneC",
      dependencies: ["CTouchstone", "Gestures", "Shapes", "Evdev", "Contacts", "Timeline"],
      swiftSettings: .strict),
    .target(name: "Evdev", dependencies: ["Contacts", "Timeline"], swiftSettings: .strict),
    .target(name: "Files", dependencies: ["Timeline", .system, .yams], swiftSettings: .strict),
    .target(
      name: "TouchFormats",
      dependencies: ["Files", "Evdev", "Contacts", "Timeline", .yams],
      swiftSettings: .strict),
    .target(
      name: "SensorFormats",
      dependencies: ["Files", "Sensors", "Contacts", "Timeline", .system], swiftSettings: .strict),
    .target(
      name: "TouchScript", dependencies: ["Files", "Evdev", "Contacts", "Timeline", .realModule],
      swiftSettings: .strict),
    .target(
      name: "Playback",
      dependencies: [
        "Gestures", "Shapes", "Sensors", "TouchFormats", "SensorFormats", "TouchScript", .yams,
      ],
      swiftSettings: .strict),
    .target(
      name: "Checking", dependencies: ["Playback", "TouchScript"], swiftSettings: .strict),
    .target(
      name: "SensorPlayback", dependencies: ["Gestures", "SensorFormats", "Sensors", "Files"],
      swiftSettings: .strict),
    .target(
      name: "Conversion", dependencies: ["Playback", "SensorPlayback", .system],
      swiftSettings: .strict),
    .target(name: "Lab", dependencies: ["Checking", "Conversion"], swiftSettings: .strict),
    .target(
      name: "VectorGraphics", dependencies: ["Contacts", "Files", .system],
      swiftSettings: .strict),
    .target(
      name: "Pictures", dependencies: ["VectorGraphics", "Checking", "Conversion", .system],
      resources: [
        .embedInCode("Player/player.html"),
        .embedInCode("Player/player.css"),
        .embedInCode("Player/model.js"),
        .embedInCode("Player/compare.js"),
        .embedInCode("Player/commands.js"),
        .embedInCode("Player/theme.js"),
        .embedInCode("Player/stage.js"),
        .embedInCode("Player/lanes.js"),
        .embedInCode("Player/lane.js"),
        .embedInCode("Player/tip.js"),
        .embedInCode("Player/events.js"),
        .embedInCode("Player/view.js"),
        .embedInCode("Player/player.js"),
        .embedInCode("Player/pointer.js"),
        .embedInCode("Player/controls.js"),
      ],
      swiftSettings: .strict),
    .systemLibrary(
      name: "CInput", pkgConfig: "libevdev libinput libudev",
      providers: [.apt(["libevdev-dev", "libinput-dev", "libudev-dev"])]),
    .target(
      name: "Devices",
      dependencies: [
        .target(name: "CInput", condition: .live), "Conversion", "LibinputOffline", .system,
      ],
      swiftSettings: .strict),
    .target(
      name: "GestureTesting", dependencies: ["Checking", "VectorGraphics"], swiftSettings: .strict),
    .target(name: "PropertyTesting", dependencies: ["GestureTesting"], swiftSettings: .strict),
    .target(name: "CLibinputOffline"),
    .target(
      name: "LibinputOffline", dependencies: ["CLibinputOffline", "Playback", .system],
      swiftSettings: .strict),
    .target(
      name: "Touchpads", dependencies: ["LibinputOffline", "Lab", "Conversion"],
      swiftSettings: .strict),
    .target(
      name: "RecordingLibrary",
      dependencies: [
        "Lab", "Playback", "Gestures", "TouchFormats", "Evdev", .system, .grdb,
      ],
      swiftSettings: .strict),
    .target(name: "CReplay"),
    .executableTarget(
      name: "replay",
      dependencies: [
        .target(name: "Devices", condition: .live), "Playback", "Lab", "Pictures",
        "LibinputOffline", "Touchpads",
        .target(name: "RecordingLibrary", condition: .when(traits: ["Library"])), "CReplay",
        .argumentParser,
      ],
      swiftSettings: .strict),
    .executableTarget(
      name: "OwnTouches", dependencies: ["Gestures", "Contacts", "Timeline"],
      path: "Examples/OwnTouches", swiftSettings: .strict),
    .executableTarget(
      name: "ScrollView", dependencies: ["Gestures", "TouchScript"], path: "Examples/ScrollView",
      swiftSettings: .strict),
    .executableTarget(
      name: "Knob", dependencies: ["Gestures", "TouchScript"], path: "Examples/Knob",
      swiftSettings: .strict),
    .systemLibrary(
      name: "CGLib", path: "Examples/CGLib", pkgConfig: "glib-2.0",
      providers: [.apt(["libglib2.0-dev"])]),
    .executableTarget(
      name: "EventLoops",
      dependencies: [
        .target(name: "Devices", condition: .live), .target(name: "CInput", condition: .live),
      ] + (hasGLib ? [.target(name: "CGLib", condition: .live)] : []),
      path: "Examples/EventLoops", swiftSettings: .strict),

    .target(
      name: "TestSupport", dependencies: ["Playback"], path: "Tests/TestSupport",
      swiftSettings: .strict),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"], swiftSettings: .strict),
    .testTarget(name: "ContactsTests", dependencies: ["Contacts"], swiftSettings: .strict),
    .testTarget(
      name: "ShapesTests", dependencies: ["TestSupport", "Shapes"], swiftSettings: .strict),
    .testTarget(
      name: "GesturesTests", dependencies: ["TestSupport", "Gestures", "TouchScript"],
      swiftSettings: .strict),
    .testTarget(
      name: "TouchstoneCTests",
      dependencies: ["TestSupport", "TouchstoneC", "CTouchstone", "Evdev", "Gestures", "Playback"],
      swiftSettings: .strict),
    .testTarget(
      name: "SensorsTests", dependencies: ["TestSupport", "Sensors"], swiftSettings: .strict),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["OwnTouches", "ScrollView", "Knob", "Contacts", "Gestures", "TouchScript"],
      swiftSettings: .strict),
    .testTarget(
      name: "EvdevTests", dependencies: ["TestSupport", "Evdev", "TouchFormats"],
      swiftSettings: .strict),
    .testTarget(
      name: "FilesTests", dependencies: ["TestSupport", "Files"], swiftSettings: .strict),
    .testTarget(
      name: "TouchFormatsTests", dependencies: ["TestSupport", "TouchFormats", "SensorFormats"],
      swiftSettings: .strict),
    .testTarget(
      name: "SensorFormatsTests", dependencies: ["TestSupport", "SensorFormats"],
      swiftSettings: .strict),
    .testTarget(
      name: "TouchScriptTests", dependencies: ["TestSupport", "TouchScript"], swiftSettings: .strict
    ),
    .testTarget(
      name: "PlaybackTests", dependencies: ["TestSupport", "Playback", "Checking", "Conversion"],
      swiftSettings: .strict),
    .testTarget(name: "LabTests", dependencies: ["TestSupport", "Lab"], swiftSettings: .strict),
    .testTarget(
      name: "PicturesTests", dependencies: ["TestSupport", "Pictures"], swiftSettings: .strict),
    .testTarget(
      name: "GestureTestingTests",
      dependencies: ["TestSupport", "GestureTesting", "PropertyTesting"],
      exclude: ["Goldens"],
      swiftSettings: .strict),
    .testTarget(
      name: "PropertyTests", dependencies: ["PropertyTesting"], swiftSettings: .strict),
    .testTarget(
      name: "RecordingLibraryTests",
      dependencies: [
        "TestSupport", "Gestures", "Playback", "RecordingLibrary", "TouchFormats", "Timeline",
        "replay",
        .grdb,
      ],
      exclude: ["Fixtures"], swiftSettings: .strict),
    .testTarget(
      name: "DevicesTests",
      dependencies: [
        "TestSupport",
        "Devices", "Gestures", "LibinputOffline", "Playback", "TouchScript", "replay",
        "EventLoops",
        .target(name: "CInput", condition: .live),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "LibinputOfflineTests",
      dependencies: ["TestSupport", "LibinputOffline", "Playback", "Evdev", "Timeline", "replay"],
      swiftSettings: .strict),
    .testTarget(
      name: "TouchpadsTests",
      dependencies: ["TestSupport", "Touchpads", "LibinputOffline", "Playback", "Lab", "replay"],
      swiftSettings: .strict),
    .testTarget(
      name: "ReplayTests", dependencies: ["TestSupport", "Playback", "Lab", "replay"],
      swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

// `ONLY=GesturesTests swift test` builds these tests and the targets that they depend on, and
// nothing else, so that a change to a recognizer is tested within seconds (`make try`).
if let only = Context.environment["ONLY"] {
  var needed = only.split(separator: ",").map(String.init)
  var index = 0
  while index < needed.count {
    let target = package.targets.first { $0.name == needed[index] }
    needed += (target?.dependencies ?? []).compactMap(\.targetName)
    index += 1
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}

extension [SwiftSetting] {
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
  }
}

extension TargetDependencyCondition {
  static var live: Self? { .when(traits: ["Live"]) }
  static var recordings: Self? { .when(traits: ["Recordings"]) }
}

extension Target.Dependency {
  /// The name of a target of this package; nil for a product of another one.
  var targetName: String? {
    switch self {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
  }

  static var argumentParser: Self {
    .product(
      name: "ArgumentParser", package: "swift-argument-parser", condition: .recordings)
  }
  static var grdb: Self {
    .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Library"]))
  }
  static var system: Self {
    .product(name: "SystemPackage", package: "swift-system", condition: .recordings)
  }
  static var yams: Self { .product(name: "Yams", package: "Yams", condition: .recordings) }
  static var realModule: Self { .product(name: "RealModule", package: "swift-numerics") }
}
