import Conversion
import Evdev
import Files
import Foundation
import SystemPackage
import TestSupport
import Testing
import Timeline
import TouchFormats

@testable import Playback

/// Recordings that change between the passes in which they are read.
struct ChangingFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let text: String

  init() throws {
    folder = try TemporaryFolder()
    text = String(decoding: try SampleTrace.bytes([.swipeRight(y: 30, at: 0)]), as: UTF8.self)
    path = try folder.write("a.evemu", text)
  }

  private func events(_ recording: Recording) throws -> [InputEvent] {
    var events: [InputEvent] = []
    try recording.forEachBatch { events += $0.events }
    return events
  }

  private func overwrite(_ text: String) throws {
    let file = try FileDescriptor.open(path, .writeOnly, options: .truncate)
    defer { try? file.close() }
    _ = try file.writeAll(text.utf8)
  }

  private func expectChange(_ recording: Recording) {
    let error = #expect(throws: FileError.self) { try events(recording) }
    #expect(
      error?.description
        == "\(path): expected a file that stays as it is while it is read, found a change since its "
        + "first bytes were read")
  }

  @Test("A file that grows is read as far as it was at first")
  func growth() throws {
    let recording = try Recording(path: path, keepsEvents: false)
    try overwrite(text + "E: 99.000000 0003 0039 7\nE: 99.000000 0000 0000 0\nrubbish\n")
    let events = try events(recording)
    #expect(events.count == recording.events && events.allSatisfy { $0.time.seconds < 99 })
  }

  @Test("A file that is replaced is read as it was opened")
  func replacement() throws {
    let recording = try Recording(path: path, keepsEvents: false)
    let sink = try ByteSink(path: path)
    try sink.append("# EVEMU 1.3\n".utf8)
    try sink.finish()
    #expect(try events(recording).count == recording.events)
    try FileManager.default.removeItem(atPath: path)
    #expect(try events(recording).count == recording.events)
  }

  @Test("A file that is cut is an error", arguments: [0.0, 0.5, 0.9, 1])
  func truncation(share: Double) throws {
    let recording = try Recording(path: path, keepsEvents: false)
    let length = Int(Double(text.utf8.count) * share)
    try overwrite(String(text.prefix(length)))
    if share < 1 {
      expectChange(recording)
    } else {
      #expect(try events(recording).count == recording.events)
    }
  }

  @Test("A file that is no recording any more is an error")
  func otherContent() throws {
    let recording = try Recording(path: path, keepsEvents: false)
    try overwrite(String(repeating: "rubbish\n", count: text.utf8.count))
    expectChange(recording)
  }

  @Test("A conversion of a file that is cut leaves the previous output")
  func conversion() throws {
    let output = try folder.write("out.evemu", "previous")
    var conversion = RecordingConversion(input: path, target: .evemu)
    var passes = 0
    // The first pass reports its bytes when it has read the file.
    conversion.progress = { [path] _ in
      passes += 1
      if passes == 1 { _ = truncate(path, 100) }
    }
    // More than is kept in memory, so that the file is read again.
    let many = String(repeating: "E: 9.000000 0000 0000 0\n", count: 1_100_000)
    try overwrite(text + many)
    #expect(throws: FileError.self) { try conversion.run(to: output) }
    #expect(try folder.text("out.evemu") == "previous")
  }
}

@Suite struct SpoolTests {
  @Test("A copy has all bytes, and no name")
  func copy() throws {
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try Spool.copy(ByteSource(name: "pipe", bytes: bytes), limit: bytes.count)
    defer { try? file.close() }
    var status = stat()
    #expect(fstat(file.rawValue, &status) == 0 && status.st_nlink == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    var copied = [UInt8](repeating: 0, count: bytes.count + 1)
    let source = ByteSource(file: file, name: "pipe")
    var count = 0
    copied.withUnsafeMutableBytes { buffer in
      while let got = try? source.read(into: .init(rebasing: buffer[count...])), got > 0 {
        count += got
      }
    }
    #expect(count == bytes.count && copied.dropLast() == bytes[...])
  }

  @Test("More than the limit is an error that says the limit")
  func limit() throws {
    let source = ByteSource(name: "pipe", bytes: [UInt8](repeating: 7, count: 1000))
    let error = #expect(throws: FileError.self) { try Spool.copy(source, limit: 999) }
    #expect(
      error?.description
        == "pipe: expected at most 999 bytes from a pipe or a device, found more (write them to a "
        + "file first: files have no limit)")
    #expect(error?.systemError == nil)
  }
}
