import Files
import Playback
import SensorFormats
import SensorPlayback
import Sensors
import TouchScript

/// A script of what fingers, a device or a receiver do.
///
/// The three kinds share words, such as `wait`, so that no single line shows the kind: a script is
/// of the kind whose parser accepts all of it.
enum SceneScript {
  case touches(ScriptFile)
  case motion(MotionScriptFile)
  case locations(LocationScript)

  /// Parses a script.
  ///
  /// - Throws: The error of the parser that understood most of it; if none understood its first
  ///   word, that the file is of another kind.
  init(_ bytes: [UInt8], file: String) throws(FileError) {
    var errors: [FileError] = []
    do throws(FileError) {
      self = .touches(try ScriptFile(bytes, file: file))
      return
    } catch {
      errors.append(error)
    }
    do throws(FileError) {
      self = .motion(try MotionScriptFile(ByteSource(name: file, bytes: bytes)))
      return
    } catch {
      errors.append(error)
    }
    do throws(FileError) {
      self = .locations(
        try SimulatedLocations.script(ByteSource(name: file, bytes: bytes)))
      return
    } catch {
      errors.append(error)
    }
    let start = SceneScript.firstWord(bytes)
    guard let best = errors.max(by: { $0.place < $1.place }), best.place > start else {
      throw SceneInputDetection.unknown(bytes, file: file)
    }
    throw best
  }

  /// The line and column of the first word that is not a comment.
  private static func firstWord(_ bytes: [UInt8]) -> (Int, Int) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 <= UInt8(ascii: " ") }
      if let first = text.first, first != UInt8(ascii: "#") {
        return (index + 1, line.count - text.count + 1)
      }
    }
    return (1, 1)
  }
}

extension FileError {
  /// The line and column; an error of the file as a whole, such as too many samples, is at its end.
  fileprivate var place: (Int, Int) {
    switch position {
    case .line(let line, let column): (line, column)
    case .byte(let offset): (1, offset + 1)
    case .file: (.max, .max)
    }
  }
}
