import Conversion
import Evdev
import Files
import Foundation
import Playback
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Timeline
import TouchFormats

@Suite("Live recording")
struct LiveRecordingTests {
  private let folder: TemporaryFolder
  private static let device = RecordedDevice(description: SampleTrace.device)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The reading end of a FIFO, which reads nothing until it is asked to read everything.
  private final class Pipe: Sendable {
    let path: String
    private let end: Int32
    private let bytes = Mutex<[UInt8]?>(nil)

    init(in folder: TemporaryFolder) throws {
      path = folder.path + "/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      end = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      try #require(end >= 0)
    }

    /// Reads in the background until the writer closes the pipe.
    func startReading() {
      _ = fcntl(end, F_SETFL, 0)
      Thread {
        let data = FileHandle(fileDescriptor: self.end).readDataToEndOfFile()
        self.bytes.withLock { $0 = Array(data) }
      }.start()
    }

    func close() {
      _ = Foundation.close(end)
    }

    /// Everything that has been written, once the writer has closed the pipe.
    var contents: [UInt8] {
      while true {
        if let bytes = bytes.withLock({ $0 }) { return bytes }
      }
    }
  }

  private static func event(
    _ time: Timestamp, _ type: EventType, _ code: UInt16, _ value: Int32
  ) -> InputEvent {
    InputEvent(time: time, type: type, code: code, value: value)
  }

  private static func report(_ time: Timestamp) -> InputEvent {
    event(time, .synchronization, SynchronizationCode.report, 0)
  }

  /// A frame with one other event, whose value is the frame's number.
  private static func frame(_ number: Int) -> [InputEvent] {
    let time = Timestamp(microseconds: Int64(number) * 1000)
    return [event(time, .absolute, AbsoluteCode.x, Int32(number)), report(time)]
  }

  /// Lost events, and a state that consists of a key.
  private static func state(at time: Timestamp) -> [InputEvent] {
    [
      event(time, .synchronization, SynchronizationCode.dropped, 0), report(time),
      event(time, .key, KeyCode.left, 1), report(time),
    ]
  }

  /// A recording to a pipe that is not read, after enough frames for five of them to be left out.
  private func overflowing(
    _ pipe: Pipe, _ resynchronize: LiveRecording.Resynchronization? = nil
  ) throws -> LiveRecording {
    let recording = try LiveRecording(
      path: pipe.path, format: .evemu, devices: [Self.device], limit: 1000,
      resynchronize: resynchronize)
    var number = 0
    while recording.lostFrames < 5 {
      try recording.write(Self.frame(number))
      number += 1
      try #require(number < 1_000_000)
    }
    return recording
  }

  private func events(of bytes: [UInt8]) throws -> [InputEvent] {
    try PlayedTrace(path: folder.write("read.evemu", bytes)).events
  }

  @Test(
    "What a pipe does not take waits; frames beyond the limit are replaced by the device's state")
  func overflow() throws {
    let pipe = try Pipe(in: folder)
    let recording = try overflowing(pipe) { _, time in Self.state(at: time) }
    #expect(recording.lostFrames == 5)
    let whole = recording.frames
    pipe.startReading()
    try recording.flush()
    let (next, last) = (whole + 5, whole + 6)
    try recording.write(Self.frame(next))
    try recording.write(Self.frame(last))
    try recording.finish()
    #expect(recording.lostFrames == 5)
    let time = try #require(Self.frame(next).last?.time)
    let expected = (0..<whole).flatMap(Self.frame) + Self.state(at: time) + Self.frame(last)
    #expect(try events(of: pipe.contents) == expected)
    #expect(String(decoding: pipe.contents, as: UTF8.self).contains("0001 0110 1 # inserted\n"))
  }

  @Test("Without a state, a mark before the next frame says that frames are missing")
  func overflowWithoutState() throws {
    let pipe = try Pipe(in: folder)
    let recording = try overflowing(pipe)
    let whole = recording.frames
    pipe.startReading()
    try recording.flush()
    try recording.write(Self.frame(whole + 5))
    try recording.finish()
    let time = try #require(Self.frame(whole + 5).last?.time)
    let expected =
      (0..<whole).flatMap(Self.frame) + Self.state(at: time).prefix(2) + Self.frame(whole + 5)
    #expect(try events(of: pipe.contents) == expected)
  }

  @Test("Frames that are missing at the end are marked, too")
  func overflowAtEnd() throws {
    let pipe = try Pipe(in: folder)
    let recording = try overflowing(pipe)
    pipe.startReading()
    try recording.finish()
    #expect(
      try events(of: pipe.contents).suffix(2).map(\.code) == [
        SynchronizationCode.dropped, SynchronizationCode.report,
      ])
  }

  @Test("Ending without patience leaves out what the pipe does not take, and says how much")
  func impatience() throws {
    let pipe = try Pipe(in: folder)
    let recording = try LiveRecording(path: pipe.path, format: .evemu, devices: [Self.device])
    // More than a pipe holds.
    try recording.write((0..<10_000).flatMap(Self.frame))
    let error = #expect(throws: FileError.self) { try recording.finish { false } }
    #expect(error?.file == pipe.path)
    #expect(error?.systemError == .resourceTemporarilyUnavailable)
    #expect(error?.found == "the last 20000 events could not be written in time")
    // Lets the thread end.
    pipe.startReading()
    _ = pipe.contents
  }

  @Test("A FIFO is opened when its reader comes, and gets everything")
  func lateReader() throws {
    let path = folder.path + "/fifo"
    try #require(mkfifo(path, 0o600) == 0)
    let recording = try LiveRecording(path: path, format: .evemu, devices: [Self.device])
    for number in 0..<3 { try recording.write(Self.frame(number)) }
    let reader = open(path, O_RDONLY | O_CLOEXEC)
    try recording.finish()
    let data = FileHandle(fileDescriptor: reader, closeOnDealloc: true).readDataToEndOfFile()
    #expect(try events(of: Array(data)) == (0..<3).flatMap(Self.frame))
  }

  @Test("A file that cannot be written is an error at once")
  func unwritable() throws {
    for (path, errno) in [("/dev/full", Errno.noSpace), (folder.path, .isDirectory)] {
      let error = #expect(throws: FileError.self) {
        try LiveRecording(path: path, format: .evemu, devices: [Self.device])
      }
      #expect(error?.systemError == errno)
    }
  }

  @Test("An error of the thread is thrown by the next write, and reported at once")
  func laterError() throws {
    let pipe = try Pipe(in: folder)
    let failures = Mutex(0)
    let recording = try LiveRecording(
      path: pipe.path, format: .evemu, devices: [Self.device],
      onFailure: { failures.withLock { $0 += 1 } })
    pipe.close()
    // The thread may still be writing the description, whose error this throws.
    try? recording.write(Self.frame(0))
    #expect(throws: FileError.self) { try recording.flush() }
    #expect(recording.failure?.systemError == .brokenPipe)
    #expect(throws: FileError.self) { try recording.write(Self.frame(1)) }
    while failures.withLock({ $0 }) == 0 {}
  }
}
