import ArgumentParser
import Foundation
import Playback
import Recordings
import SceneHost
import SystemPackage
import Timeline

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

  /// Throws if a drawing would replace an input or the results.
  func check(inputs: [String], output: String?) throws {
    for (option, path) in [("--svg", svg), ("--png", png)] {
      guard let path else { continue }
      try Files.refuse(path, asOneOf: inputs)
      try Files.refuseStandardOutput(path, for: option)
      if path == output {
        throw ValidationError("\(option) and --output both name \(path.printable)")
      }
    }
    if let svg, svg == png { throw ValidationError("--svg and --png both name \(svg.printable)") }
  }

  /// Draws a screen where it was asked for.
  func draw(_ screen: Screen, _ language: Language, madeOf inputs: [String]) throws(RecordingError)
  {
    if svg == nil, png == nil { return }
    let drawing = screen.svg(in: language)
    if let svg { try TextFile.write(drawing, to: svg, madeOf: inputs) }
    if let png { try PNGFile.write(drawing, to: png, madeOf: inputs) }
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
  private(set) var failure: RecordingError?

  /// Creates the folder unless it exists.
  init(
    _ folder: String, of runner: SceneRunner, _ language: Language, madeOf inputs: [String]
  ) throws(RecordingError) {
    self.folder = folder
    self.runner = runner
    self.language = language
    self.inputs = inputs
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw RecordingError(
        file: folder, position: .file, expected: "a folder for the frames",
        found: "cannot create it: \(error.localizedDescription)", systemError: .ioError,
        isOutput: true)
    }
  }

  func perform(_ step: FixedStep) {
    guard failure == nil, let runner else { return }
    do throws(RecordingError) {
      guard count < SceneFrames.most else {
        throw RecordingError(
          file: folder, position: .file, expected: "at most \(SceneFrames.most) frames",
          found: "more; --from and --to cut the recordings")
      }
      count += 1
      let name = String(count)
      let path = folder + "/" + String(repeating: "0", count: 6 - name.count) + name + ".svg"
      try TextFile.write(runner.screen.svg(in: language), to: path, madeOf: inputs)
    } catch {
      failure = error
    }
  }
}
