// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TouchstoneBenchmarks",
  dependencies: [
    .package(name: "Touchstone", path: ".."),
    // The peers of shapes.
    .package(path: "../Tools/MeasureShapes"),
    // Without its traits it needs no jemalloc; allocations are counted by `allocations`.
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .target(
      name: "GeneratedTraces",
      dependencies: [
        .touchstone("Gestures"), .touchstone("TouchFormats"), .touchstone("TouchScript"),
      ]),
    .target(
      name: "Stages",
      dependencies: [
        "GeneratedTraces", .touchstone("Gestures"), .touchstone("TouchFormats"),
        .touchstone("SensorFormats"),
        .touchstone("Playback"),
      ]),
    .target(name: "ViewTrees", dependencies: [.touchstone("Gestures")]),
    .target(name: "GeneratedDrawings", dependencies: [.touchstone("Shapes")]),
    .target(name: "CAllocations"),
    .executableTarget(name: "make-trace", dependencies: ["GeneratedTraces"]),
    .executableTarget(
      name: "time-stage",
      dependencies: ["Stages", .product(name: "SystemPackage", package: "swift-system")]),
    .executableTarget(name: "time-hits", dependencies: ["ViewTrees"]),
    .executableTarget(
      name: "time-shapes",
      dependencies: [
        "GeneratedDrawings", .touchstone("Shapes"),
        .product(name: "ShapePeers", package: "MeasureShapes"),
      ]),
    .executableTarget(name: "time-sensors", dependencies: [.touchstone("Sensors")]),
    .executableTarget(
      name: "time-location", dependencies: [.touchstone("Sensors"), .touchstone("SensorFormats")]),
    .executableTarget(name: "time-library", dependencies: [.touchstone("Gestures")]),
    .executableTarget(name: "time-tests", dependencies: [.touchstone("GestureTesting")]),
    .executableTarget(name: "noise-table", dependencies: [.touchstone("GestureTesting")]),
    .executableTarget(
      name: "count-allocations",
      dependencies: [
        "Stages", "ViewTrees", "GeneratedDrawings", "CAllocations", .touchstone("Gestures"),
      ]),
    .executableTarget(
      name: "Touchstone",
      dependencies: ["Stages", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/Touchstone",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  static func touchstone(_ product: String) -> Self {
    .product(name: product, package: "Touchstone")
  }
}
