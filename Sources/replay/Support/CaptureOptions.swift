#if Live
  import ArgumentParser

  /// The options of reading devices, for the commands that record.
  struct CaptureOptions: ParsableArguments {
    @Flag(
      help: ArgumentHelp(
        "Grab the device: other programs do not get its events. Starts once no key and no touch is "
          + "down; the only keyboard is grabbed only with --duration."))
    var grab = false

    @Option(
      help: ArgumentHelp("Stop after this time.", valueName: "seconds"),
      transform: CaptureOptions.duration)
    var duration: Double?

    @Flag(help: "Record which keys were typed, passwords included, instead of KEY_A for all.")
    var showKeycodes = false

    /// Reads a duration of at most a million seconds, eleven days.
    private static func duration(_ text: String) throws -> Double {
      guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000 else {
        throw ValidationError("expected seconds above 0, at most 1000000, as in 30")
      }
      return seconds
    }
  }
#endif
