import Contacts
import Files
import Foundation
import SystemPackage
import Timeline

/// Pictures as PNG, converted from SVG by librsvg's `rsvg-convert`.
public enum PNGFile {
  /// The program that converts pictures; Debian has it in the package librsvg2-bin.
  public static let rasterizer = "rsvg-convert"

  /// The most pixels of a side that librsvg draws.
  static let maximumSide = 32_767.0

  /// A picture as PNG for a path, which errors name; throws ``FileError`` if it is too large, or
  /// the rasterizer is missing or fails.
  public static func bytes(of picture: Picture, for path: String) throws(FileError) -> Data {
    let side = max(picture.size.width, picture.size.height)
    guard side <= maximumSide else {
      let found =
        "\(side.text(decimals: 0)) pixels are too many for a PNG, which has at most "
        + "\(Int(maximumSide)); write .svg or .html instead"
      throw error(path, found, nil)
    }
    return try bytes(of: SVGFile.text(picture), for: path)
  }

  /// The picture of an SVG drawing; throws the errors of the rasterizer.
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
      let code = process.terminationStatus
      throw error(path, "\(rasterizer) failed with exit code \(code)", .ioError)
    }
    return picture
  }

  private static func missing(_ path: String) -> FileError {
    error(
      path, "\(rasterizer) is not installed (Debian package librsvg2-bin); write .svg instead",
      .noSuchFileOrDirectory)
  }

  private static func error(_ path: String, _ found: String, _ cause: Errno?) -> FileError {
    FileError(
      file: path, position: .file, expected: "a picture", found: found, systemError: cause,
      isOutput: true)
  }
}
