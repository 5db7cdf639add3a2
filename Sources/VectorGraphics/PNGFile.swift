import Contacts
import Files
import Foundation
import SystemPackage
import Timeline

/// Writes pictures as PNG, converted from SVG by librsvg's `rsvg-convert`.
public enum PNGFile {
  /// The program that converts pictures; Debian has it in the package librsvg2-bin.
  public static let rasterizer = "rsvg-convert"

  /// The most pixels of a side that librsvg draws.
  static let maximumSide = 32_767.0

  /// Writes a picture; the file appears when it is complete.
  ///
  /// - Throws: ``FileError`` if the picture is too large, the file cannot be written, or the
  ///   rasterizer is missing or fails.
  public static func write(
    _ picture: Picture, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    let side = max(picture.size.width, picture.size.height)
    guard side <= maximumSide else {
      throw FileError(
        file: path, position: .file, expected: "a picture",
        found: "\(side.text(decimals: 0)) pixels are too many for a PNG, which has at most "
          + "\(Int(maximumSide)); write .svg or .html instead", isOutput: true)
    }
    try write(SVGFile.text(picture), to: path, madeOf: inputs)
  }

  /// Writes a picture of an SVG drawing; the file appears when it is complete.
  ///
  /// - Parameters:
  ///   - svg: The drawing.
  ///   - path: The file; `-` is standard output.
  ///   - inputs: The files that the drawing derives from, which limit its permissions.
  /// - Throws: ``FileError`` if the file cannot be written, or the rasterizer is missing or fails.
  public static func write(
    _ svg: String, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    try ByteSink.write(bytes(of: svg, for: path), to: path, madeOf: inputs)
  }

  /// The picture of an SVG drawing.
  ///
  /// - Parameters:
  ///   - svg: The drawing.
  ///   - path: The file that the picture is for, which errors name.
  /// - Throws: ``FileError`` if the rasterizer is missing or fails.
  public static func bytes(of svg: String, for path: String) throws(FileError) -> Data {
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
    // A drawing can be larger than the pipe, so it is written while the picture is read.
    let writer = Thread {
      try? input.fileHandleForWriting.write(contentsOf: Data(svg.utf8))
      try? input.fileHandleForWriting.close()
    }
    writer.start()
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // The exit code 127 of env means that the program was not found.
    if process.terminationStatus == 127 { throw missing(path) }
    guard process.terminationStatus == 0, !picture.isEmpty else {
      throw FileError(
        file: path, position: .file, expected: "a picture",
        found: "\(rasterizer) failed with exit code \(process.terminationStatus)",
        systemError: .ioError, isOutput: true)
    }
    return picture
  }

  private static func missing(_ path: String) -> FileError {
    FileError(
      file: path, position: .file, expected: "a picture",
      found: "\(rasterizer) is not installed (Debian package librsvg2-bin); write .svg instead",
      systemError: .noSuchFileOrDirectory, isOutput: true)
  }
}
