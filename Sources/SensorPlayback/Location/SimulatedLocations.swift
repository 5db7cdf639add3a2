/// Reads scripts of simulated receivers and writes their fixes.
public enum SimulatedLocations {
  /// The largest script in bytes; scripts are written by hand.
  private static let maximumScriptSize = 1 << 20

  public static func script(_ source: ByteSource) throws(FileError) -> LocationScript {
    let bytes = try source.readAll(limit: maximumScriptSize)
    do throws(LocationScriptError) {
      return try LocationScript(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw FileError(
        file: source.name, position: .line(error.line, column: error.column),
        expected: error.expected, found: error.found)
    }
  }

  /// Writes the fixes of a script, or the true locations if `truth` is set; returns their number.
  public static func write(
    _ script: LocationScript, to writer: any LocationWriter, truth: Bool = false
  ) throws(FileError) -> Int {
    var count = 0
    for sample in LocationSimulation(script) {
      guard let location = truth ? sample.truth : sample.fix else { continue }
      try writer.write(location)
      count += 1
    }
    try writer.finish()
    return count
  }
}
