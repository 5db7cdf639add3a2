import Files
import Playback
import SensorFormats
import Testing

/// Inputs that `Fuzz` found, minimised, with the promise that each broke.
@Suite("Found inputs")
struct FoundInputTests {
  @Test("An excerpt shows no control characters, also not those of two bytes")
  func controlCharacters() {
    let error = #expect(throws: FileError.self) {
      try MotionScriptFile(ByteSource(name: "input", bytes: [0x61, 0xc2, 0x9b, 0x62]))
    }
    #expect(error?.found == "\"a\\u{9b}b\"")
  }

  @Test(
    "An error at the end of a text is on its last line",
    arguments: [
      ("a: [1", 1, 6), ("a: [1\n", 2, 1), ("a:\n - [1", 2, 6), ("a: [\u{e4}", 1, 6),
      ("a: [\u{2028}1", 2, 2), ("a: [\r\n1", 2, 2),
    ])
  func endOfYAML(text: String, line: Int, column: Int) {
    let error = #expect(throws: FileError.self) {
      try ProfileFile.parse(text, file: "input")
    }
    #expect(error?.position == .line(line, column: column))
  }
}
