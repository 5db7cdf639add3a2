import Checking

struct ViewCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Play a recording on the terminal: fingers, recognizers and gestures.",
    discussion: """
      Shows the pad with the fingers' numbers and recent trails, what each recognizer made of them \
      and why it failed, and the last gestures. Palms have a P before their number. With --expected, \
      the verdict on that gesture is above them, and its recognizer is marked.

      Space pauses and plays, left and right go by a frame, n and p from gesture to gesture, + and - \
      change the speed, ? lists all keys, q quits.

      EXAMPLES
        replay view Traces/swipes.evemu
        replay view --expected swipe Traces/pan.evemu
        replay view --speed 0.25 --from 0.5 --to 2 Traces/swipes.evemu
        replay view --profile uikit Traces/pinch-out.evemu
        replay script gesture.touch - | replay view -
      """)

  @Argument(file: "The recording; - is standard input, with the keys from the terminal.")
  var recording: String

  @OptionGroup var question: ExpectedOption

  @Option(
    help: .value("factor", "The speed as a multiple of the recorded one (default: 1)."),
    transform: number(
      "a factor from 0.001 to 1000, as in 1 or 0.25", where: ViewPlayback.speeds.contains))
  var speed = 1.0

  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try Files.checkStandardInput([recording, reading.device] + profile.files)
  }

  func run(_ console: Console) throws {
    let screen = try TerminalScreen(
      command: "replay view",
      alternative: "'replay plot' writes a picture, 'replay explain' prints text",
      readsKeysFromTerminal: recording == "-")
    let options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    console.progress.expect(readingTwice: recording)
    var verdict: Verdict?
    let histories = try RecordingView.load(
      recording, options, progress: console.progress.update,
      notes: { for note in $0 { console.note(recording, note) } },
      beforehand: { recording throws(FileError) in
        guard let expected = question.expected else { return }
        verdict = Verdict(expected, in: try recording.load(), profile: options.profile)
      })
    console.progress.end()
    var view = RecordingView(
      path: recording, screen: screen, verdict: verdict,
      playback: ViewPlayback(histories, speed: speed))
    try view.run()
  }
}
