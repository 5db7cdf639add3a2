import Contacts
import Evdev
import Files
import TouchFormats

extension FuzzTarget {
  /// Reads a recording in a given or the detected format.
  ///
  /// Promises: at most an event for each byte, of devices that the reader names; frames with finite
  /// positions; the same events a second time; an error within the file.
  static let recordings = FuzzTarget(
    "recordings", words: RecordingInput.words, seeds: RecordingInput.seeds
  ) { bytes in
    let input = RecordingInput(bytes)
    do throws(FileError) {
      let first = try RecordingDigest(input)
      let second = try RecordingDigest(input)
      promise(first == second, "a recording is read as before")
    } catch {
      check(error, in: input.bytes)
    }
  }
}

/// What was read of a recording.
private struct RecordingDigest: Equatable {
  private(set) var count = 0
  private(set) var hash = Hasher().finalize()
  private(set) var anomalies = 0

  init(_ input: RecordingInput) throws(FileError) {
    let source = ByteSource(name: "input", bytes: input.bytes)
    switch try OpenRecording(source, format: input.format, rate: nil) {
    case .events(let reader): try read(reader)
    case .frames(let reader): try read(reader)
    }
    promise(count <= input.bytes.count, "a recording has at most an event for each byte: \(count)")
  }

  private mutating func read(_ reader: any RecordingReader) throws(FileError) {
    var hasher = Hasher()
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      promise(reader.devices.indices.contains(batch.device), "events are of a known device")
      promise(batch.events.count <= EventBatch.capacity, "batches have a limit")
      hasher.combine(batch.device)
      hasher.combine(batch.events)
      count += batch.events.count
    }
    hasher.combine(reader.devices)
    hash = hasher.finalize()
  }

  private mutating func read(_ reader: any ContactFrameReader) throws(FileError) {
    var hasher = Hasher()
    while let frame = try reader.next() {
      for contact in frame.contacts {
        promise(
          contact.position.x.isFinite && contact.position.y.isFinite, "positions are finite")
      }
      hasher.combine(frame)
      count += 1
    }
    let size = reader.touchAreaSize
    promise(size.width.isFinite && size.height.isFinite, "sizes are finite")
    hash = hasher.finalize()
  }
}
