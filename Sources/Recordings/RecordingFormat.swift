/// The formats of the field, by the names that `--format` takes.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// evemu 1.0 to 1.3: `E:` lines, with or without a description.
  case evemu
  /// The YAML of `libinput record`.
  case libinput
  /// The text of `evtest`.
  case evtest
  /// The text of Android's `getevent`.
  case getevent
  /// A script of umockdev (`r 100 ...` lines or `E:` lines), or a device file of it.
  case umockdev
  /// The touchpad activity log of ChromeOS (JSON).
  case chromeos
  /// `struct input_event` of a 64-bit machine: 24 bytes a record.
  case raw
  /// `struct input_event` of a 32-bit machine: 16 bytes a record.
  case raw32
}
