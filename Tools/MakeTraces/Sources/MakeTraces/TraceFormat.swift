import Files
import TouchFormats

/// The format of a trace's recording.
enum TraceFormat {
  case evemu
  /// evemu without a device description.
  case evemuEvents
  case libinput
  case raw
  case raw32
  case evtest
  /// Android's `getevent -il` and `-lt`.
  case getevent
  /// Android's `getevent -t`, without a device description.
  case geteventNumbers
}

extension TraceFormat {
  var label: String {
    switch self {
    case .evemu: "evemu"
    case .evemuEvents: "evemu, events only"
    case .libinput: "libinput YAML"
    case .raw: "raw, 24 bytes"
    case .raw32: "raw, 16 bytes"
    case .evtest: "evtest"
    case .getevent: "getevent -lt"
    case .geteventNumbers: "getevent -t, events only"
    }
  }

  var fileExtension: String {
    switch self {
    case .evemu: "evemu"
    case .evemuEvents: "events"
    case .libinput: "yml"
    case .raw: "raw"
    case .raw32: "raw32"
    case .evtest: "evtest"
    case .getevent, .geteventNumbers: "getevent"
    }
  }

  /// The bytes of the file; formats for one device have the first.
  func bytes(of recordings: [Recording]) -> [UInt8] {
    guard let first = recordings.first else { return [] }
    switch self {
    case .evemu: return written(recordings, as: .evemu)
    case .evemuEvents: return written(recordings, as: .evemu, isDescribed: false)
    case .libinput: return written(recordings, as: .libinput)
    case .raw: return written(recordings, as: .raw)
    case .raw32: return written(recordings, as: .raw32)
    case .evtest: return written([first], as: .evtest)
    case .getevent: return written([first], as: .getevent)
    case .geteventNumbers: return written([first], as: .getevent, isDescribed: false)
    }
  }

  private func written(
    _ recordings: [Recording], as format: RecordingFormat, isDescribed: Bool = true
  ) -> [UInt8] {
    let sink = ByteSink()
    do {
      let writer = try format.makeWriter(sink)
      try writer.begin(
        recordings.map { recording in
          RecordedDevice(
            description: isDescribed ? recording.description : nil,
            node: format.holdsSeveralDevices ? recording.node : nil)
        })
      for (index, recording) in recordings.enumerated() {
        try writer.write(recording.events, device: index)
      }
      try writer.finish()
    } catch {
      preconditionFailure("memory cannot fail: \(error)")
    }
    return sink.bytes
  }
}
