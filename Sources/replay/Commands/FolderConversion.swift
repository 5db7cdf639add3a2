import ArgumentParser
import Conversion
import Files
import FoundationEssentials
import Playback
import SystemPackage
import Timeline
import TouchFormats

// Converts a folder's recordings into another folder, each under its name with the new ending.
extension ConvertCommand {
  /// Throws if the output is the input folder, or in it: the next run would read it.
  func checkFolder(_ output: String) throws {
    func real(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    let (folder, written) = (real(input), real(output))
    try reject(
      if: written == folder || written.hasPrefix(folder + "/"),
      "\(output.printable) is in the folder that is read; name a folder beside it")
  }

  func convertFolder(
    to folder: String, _ target: RecordingFormat, _ options: ReplayOptions, _ console: Console
  ) throws {
    let walk = try RecordingWalk(RecordingPaths([input]), console, options)
    let names = outputs(of: walk.files.map(\.path), in: folder, target)
    var written = 0
    walk.visit(jobs: jobs.count) { [self] file, console, progress throws(FileError) in
      guard let path = names[file.path], !file.isMember else {
        throw FileError(
          file: file.path, expected: "a recording",
          found: "a member of an archive (extract it first)")
      }
      try ConvertCommand.makeFolder(of: path)
      let outcome = try convert(file.path, to: path, target, options, progress: progress)
      report(outcome, of: file.path, in: path, target, console)
    } _: {
      written += 1
    }
    console.confirm(folder, written.counted("recording"))
  }

  /// The output path of each file: its name with the ending of the format, and also with its own
  /// ending if several files have the same name.
  private func outputs(
    of paths: [String], in folder: String, _ target: RecordingFormat
  ) -> [String: String] {
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
        return (path, "\(folder)/\(name).\(target == .libinput ? "yml" : target.rawValue)")
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func makeFolder(of path: String) throws(FileError) {
    let folder = FilePath(path).removingLastComponent().string
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(folder, InputFiles.exists(folder) ? .notDirectory : .permissionDenied)
    }
  }
}
