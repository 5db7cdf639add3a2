import Foundation
public import Recordings
import SystemPackage

/// Pictures as PNG, made of SVG drawings by librsvg's `rsvg-convert`.
public enum PNGFile {
  /// The program that makes the pictures; Debian has it in the package librsvg2-bin.
  public static let rasterizer = "rsvg-convert"

  /// Writes a picture of an SVG drawing; the file appears when it is complete.
  ///
  /// - Parameters:
  ///   - svg: The drawing.
  ///   - path: The file; `-` is standard output.
  ///   - inputs: The files that the drawing is made of, which limit its permissions.
  /// - Throws: ``RecordingError`` if the file cannot be written, or the rasterizer is missing or fails.
  public static func write(
    _ svg: String, to path: String, madeOf inputs: [String] = []
  ) throws(RecordingError) {
    let picture = try rasterize(svg, path)
    let sink = try ByteSink(path: path, madeOf: inputs)
    try sink.append(picture)
    try sink.finish()
  }

  private static func rasterize(_ svg: String, _ path: String) throws(RecordingError) -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [rasterizer, "--format", "png"]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw missing(path)
    }
    // A drawing can be larger than the pipe: it is written while the picture is read.
    let writer = Thread {
      try? input.fileHandleForWriting.write(contentsOf: Data(svg.utf8))
      try? input.fileHandleForWriting.close()
    }
    writer.start()
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // env reports a program that it does not find with 127.
    if process.terminationStatus == 127 { throw missing(path) }
    guard process.terminationStatus == 0, !picture.isEmpty else {
      throw RecordingError(
        file: path, position: .file, expected: "a picture by \(rasterizer)",
        found: "its exit code \(process.terminationStatus)", systemError: .ioError, isOutput: true)
    }
    return picture
  }

  private static func missing(_ path: String) -> RecordingError {
    RecordingError(
      file: path, position: .file, expected: "a picture",
      found: "\(rasterizer) is not installed (Debian package librsvg2-bin); write .svg instead",
      systemError: .noSuchFileOrDirectory, isOutput: true)
  }
}
