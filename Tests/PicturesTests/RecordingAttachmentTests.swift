import Files
import Foundation
import TestSupport
import Testing
import TouchFormats

@testable import Pictures

struct RecordingAttachmentTests {
  private func extract(_ page: String) throws -> RecordingAttachment {
    try RecordingAttachment(page: ByteSource(name: "page", bytes: Array(page.utf8)))
  }

  private func error(_ page: String) throws -> FileError {
    try #require(throws: FileError.self) { _ = try extract(page) }
  }

  private func page(_ count: Int = 100) -> (String, RecordingAttachment) {
    let attachment = RecordingAttachment(
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }, format: .evemu)
    return ("<html>\n<body>\n\(attachment.html)</body>\n", attachment)
  }

  @Test("Each recording is extracted as it was", arguments: [0, 1, 2, 3, 4, 55, 56, 57, 58, 1000])
  func roundTrip(count: Int) throws {
    let (page, attachment) = page(count)
    #expect(try extract(page) == attachment)
    // As mail programs change line breaks and indentation.
    #expect(try extract(page.replacing("\n", with: "\r\n   ")) == attachment)
  }

  @Test("Damage is an error with its position")
  func damage() throws {
    let (page, _) = page()
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let other = try error(page.replacing("ACV", with: "A*V"))
    #expect(other.position == .line(4, column: 2) && other.expected == "Base64")
    // A digit for another: the hash is not the one of what is there.
    let flipped = try error(page.replacing("ACV", with: "ACW"))
    #expect(flipped.position == .line(3, column: 1) && flipped.found.contains("damaged"))
    let shorter = try error(page.replacing(lines[4], with: lines[4].dropFirst(4)))
    #expect(shorter.expected == "a recording of 100 bytes")
    let cut = try error(String(page.prefix(300)))
    #expect(cut.found == "the end of the file")
    let none = try error("<html></html>")
    #expect(none.position == .file && none.expected.contains("replay report"))
    #expect(try error("").position == .file)
    let twice = try error(page + page)
    #expect(twice.expected == "one recording")
  }

  @Test(
    "A format, a size or a hash that is missing or unknown is an error",
    arguments: [
      ("evemu", "chromeos"), ("evemu", "../../x"), ("data-format", "format"), ("\"100\"", "\"-1\""),
      ("\"100\"", "\"1e9\""), ("data-sha256=\"", "data-sha256=\"0"),
    ])
  func attributes(text: String, replacement: String) throws {
    let (page, _) = page()
    #expect(throws: FileError.self) {
      _ = try extract(page.replacing(text, with: replacement))
    }
  }

  @Test("A page that is cut anywhere is an error, and no byte crashes", arguments: [0, 7])
  func mutations(bit: Int) throws {
    let (page, attachment) = page(20)
    let bytes = Array(page.utf8)
    for index in bytes.indices {
      let cut = ByteSource(name: "", bytes: Array(bytes[..<index]))
      if let found = try? RecordingAttachment(page: cut) { #expect(found == attachment) }
      var flipped = bytes
      flipped[index] ^= 1 << UInt8(bit)
      // What is extracted is what was sent, whatever the format claims.
      if let found = try? RecordingAttachment(page: ByteSource(name: "", bytes: flipped)) {
        #expect(found.bytes == attachment.bytes)
      }
    }
  }
}
