import ArgumentParser
import Conversion
import Files
import FoundationEssentials
import Playback
import SystemPackage
import Timeline
import TouchFormats

/// Converts the recordings of a folder into another folder, each under its name with the ending of
/// the format.
struct FolderConversion {
  let input: String
  let output: String
  let target: RecordingFormat
  let options: ReplayOptions
  let cut: RecordingCut
  let keepsKeys: Bool
  let jobs: Int

  /// Throws if the output is the input folder, or in it: the next run would read it.
  func check() throws {
    let (folder, written) = (FolderConversion.real(input), FolderConversion.real(output))
    if written == folder || written.hasPrefix(folder + "/") {
      throw ValidationError(
        "\(output.printable) is in the folder that is read; name a folder beside it")
    }
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  func run(_ console: Console) throws {
    let walk = try RecordingWalk(RecordingPaths([input]), console, options)
    let names = outputs(of: walk.files.map(\.path))
    var written = 0
    walk.visit(jobs: jobs) {
      [target, options, cut, keepsKeys] file, console, progress throws(FileError) -> Bool in
      guard let path = names[file.path], !file.isMember else {
        throw FileError(
          file: file.path, position: .file, expected: "a recording",
          found: "a member of an archive (extract it first)")
      }
      try FolderConversion.makeFolder(of: path)
      var conversion = RecordingConversion(input: file.path, target: target)
      conversion.options = options
      conversion.cut = cut
      conversion.keepsKeys = keepsKeys
      conversion.progress = progress
      let outcome = try conversion.run(to: path)
      ConvertCommand.report(outcome, of: file.path, in: path, target, console)
      return true
    } _: { _ in
      written += 1
    }
    console.confirm(output, written.counted("recording"))
  }

  /// The output path of each file: its name with the ending of the format, and also with its own
  /// ending if several files have the same name.
  func outputs(of paths: [String]) -> [String: String] {
    func inside(_ path: String) -> String {
      String(path.dropFirst(input.count).drop { $0 == "/" })
    }
    func stem(_ path: String) -> String {
      let name = FilePath(path).lastComponent?.string ?? path
      guard RecordingConversion.target(forName: name) != nil, let dot = path.lastIndex(of: ".")
      else { return path }
      return String(path[..<dot])
    }
    let stems = Dictionary(grouping: paths, by: stem)
    return Dictionary(
      paths.map { path in
        let isAlone = stems[stem(path)]?.count == 1
        let name = inside(isAlone ? stem(path) : path)
        return (path, "\(output)/\(name).\(FolderConversion.ending(of: target))")
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func ending(of format: RecordingFormat) -> String {
    format == .libinput ? "yml" : format.rawValue
  }

  /// Makes the folders of a path.
  private static func makeFolder(of path: String) throws(FileError) {
    let folder = FilePath(path).removingLastComponent().string
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(folder, InputFiles.exists(folder) ? .notDirectory : .permissionDenied)
    }
  }
}
