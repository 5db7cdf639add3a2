import ArgumentParser
import Files
import Foundation
import Pictures
import Playback
import SceneHost
import SystemPackage
import Timeline
import VectorGraphics

/// Where a scene's screen is drawn.
struct SceneDrawingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Draw the screen at the end of the recordings.", valueName: "file"),
    completion: .file())
  var svg: String?

  @Option(
    help: ArgumentHelp(
      "The same as a picture, made by rsvg-convert (Debian package librsvg2-bin).",
      valueName: "file"),
    completion: .file())
  var png: String?

  @Option(
    help: ArgumentHelp(
      "Draw the screen after each step of the loop, 60 times a second: 000001.svg and so on.",
      valueName: "folder"),
    completion: .directory)
  var frames: String?

  /// Whether anything is drawn.
  var areWanted: Bool { svg != nil || png != nil || frames != nil }

  /// Throws if a drawing would replace an input or another output.
  func check(inputs: [String], others: [String?]) throws {
    for (option, path) in [("--svg", svg), ("--png", png)] {
      guard let path else { continue }
      try OutputChecks.refuse(path, asOneOf: inputs)
      if path == "-" {
        throw ValidationError("\(option) takes a file: standard output has the results")
      }
      if others.contains(path) {
        throw ValidationError("\(option) and another option both name \(path.printable)")
      }
    }
    if let svg, svg == png { throw ValidationError("--svg and --png both name \(svg.printable)") }
  }

  /// Writes the drawings of a screen, which get their names when their sinks are finished.
  func write(
    _ screen: Screen, _ language: Language, madeOf inputs: [String]
  ) throws(FileError) -> [ByteSink] {
    guard svg != nil || png != nil else { return [] }
    let drawing = screen.svg(in: language)
    var sinks: [ByteSink] = []
    func write(_ bytes: some Sequence<UInt8>, to path: String) throws(FileError) {
      let sink = try ByteSink(path: path, madeOf: inputs)
      try sink.append(bytes)
      try sink.flush()
      sinks.append(sink)
    }
    if let svg { try write(drawing.utf8, to: svg) }
    if let png { try write(PNGFile.bytes(of: drawing, for: png), to: png) }
    return sinks
  }
}

/// Draws the screen after each step of a scene's loop.
final class SceneFrames: FixedStepClient {
  /// The most frames of a run: ten minutes at 60 a second.
  static let most = 36_000

  private let folder: String
  private let language: Language
  private let inputs: [String]
  private weak var runner: SceneRunner?
  private(set) var count = 0
  /// Why the frames end early.
  private var failure: FileError?

  /// Throws for a run of more frames, before any is drawn.
  static func check(_ steps: Int64, _ folder: String) throws(FileError) {
    guard steps > most else { return }
    throw FileError(
      file: folder, position: .file, expected: "at most \(most) frames",
      found: "\(steps); --from and --to cut the recordings")
  }

  /// Creates the folder unless it exists.
  init(
    _ folder: String, of runner: SceneRunner, _ language: Language, madeOf inputs: [String]
  ) throws(FileError) {
    self.folder = folder
    self.runner = runner
    self.language = language
    self.inputs = inputs
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw FileError(
        file: folder, position: .file, expected: "a folder for the frames",
        found: "cannot create it: \(error.localizedDescription)", systemError: .ioError,
        isOutput: true)
    }
  }

  func perform(_ step: FixedStep) {
    guard failure == nil, let runner else { return }
    do throws(FileError) {
      count += 1
      try ByteSink.write(runner.screen.svg(in: language).utf8, to: path(count), madeOf: inputs)
    } catch {
      failure = error
    }
  }

  /// Removes the frames that an earlier, longer run left behind these; returns why frames are
  /// missing.
  func finish() -> FileError? {
    var stale = count + 1
    while (try? FileManager.default.removeItem(atPath: path(stale))) != nil { stale += 1 }
    return failure
  }

  private func path(_ number: Int) -> String {
    "\(folder)/\(String(padding: number, to: 6)).svg"
  }
}
