import Evdev
import Foundation
import Recordings
import SystemPackage

/// A recording being written: its path in errors, its device chosen where there can be one only.
package final class ConversionWriter {
  private let path: String
  private let format: RecordingFormat
  private let writer: any RecordingWriter
  private var outcome = TraceConversion.Outcome()
  /// The only device that is written; nil writes all.
  private var only: Int?
  /// A file of its own for the description of the device, in evemu's syntax.
  private let descriptionPath: String?

  /// Prepares the file; throws for formats that can't be written, too.
  package init(
    _ format: RecordingFormat, path: String, descriptionPath: String? = nil
  ) throws(RecordingError) {
    self.path = path
    self.format = format
    self.descriptionPath = descriptionPath
    guard let writer = format.makeWriter(try ConversionWriter.openSink(path)) else {
      let names = RecordingFormat.writable.map(\.rawValue).joined(separator: ", ")
      throw RecordingError(
        file: path, position: .file, expected: "a format that is written (\(names))",
        found: format.rawValue)
    }
    self.writer = writer
  }

  private static func openSink(_ path: String) throws(RecordingError) -> ByteSink {
    do {
      return try sink(path)
    } catch {
      throw unwritable(path, error)
    }
  }

  /// Files are replaced when complete; a pipe or a device is written to, never replaced.
  private static func sink(_ path: String) throws(Errno) -> ByteSink {
    if path == "-" { return ByteSink(.standardOutput) }
    var status = stat()
    guard stat(path, &status) == 0 else { return try ByteSink(replacing: path) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .isDirectory
    case S_IFREG:
      // What a link leads to is replaced, not the link.
      return try ByteSink(replacing: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    default: return try ByteSink(growing: path)
    }
  }

  static func unwritable(_ path: String, _ error: Errno) -> RecordingError {
    RecordingError(
      file: path, position: .file, expected: "a place to write to", found: error.description,
      systemError: error)
  }

  /// Starts the recording; `main` is the device that is kept where the format holds one only.
  package func begin(_ devices: [RecordedDevice], main: Int) throws(RecordingError) {
    var kept = devices
    if devices.count > 1, !format.holdsSeveralDevices {
      only = main
      kept = [devices[main]]
      outcome.losses.append("more than one device (kept: \(ConversionWriter.name(devices, main)))")
    }
    if let descriptionPath {
      try writeDescription(of: kept.first, to: descriptionPath)
      if format != .libinput { kept = kept.map { _ in RecordedDevice() } }
    }
    outcome.losses += writer.losses(of: kept)
    do {
      try writer.begin(kept)
    } catch {
      throw ConversionWriter.unwritable(path, error)
    }
  }

  private func writeDescription(
    of device: RecordedDevice?, to path: String
  ) throws(RecordingError) {
    let writer = EvemuWriter(try ConversionWriter.openSink(path))
    do {
      try writer.begin([RecordedDevice(description: device?.description)])
      try writer.finish()
    } catch {
      throw ConversionWriter.unwritable(path, error)
    }
  }

  private static func name(_ devices: [RecordedDevice], _ index: Int) -> String {
    let name = devices[index].description?.name ?? ""
    return name.isEmpty ? devices[index].node ?? String(index) : name
  }

  package func write(_ events: [InputEvent], device: Int) throws(RecordingError) {
    if let only, device != only { return }
    outcome.events += events.count
    do {
      try writer.write(events, device: only == nil ? device : 0)
    } catch {
      throw ConversionWriter.unwritable(path, error)
    }
  }

  /// - Parameter input: The recording, if a piece of it was asked for, which has to hold something.
  package func finish(
    _ anomalies: AnomalyCounts, pieceOf input: String?
  ) throws(RecordingError) -> TraceConversion.Outcome {
    if let input, outcome.events == 0 {
      throw RecordingError(
        file: input, position: .file, expected: "touches in the piece", found: "none")
    }
    do {
      try writer.finish()
    } catch {
      throw ConversionWriter.unwritable(path, error)
    }
    outcome.anomalies = anomalies
    return outcome
  }
}
