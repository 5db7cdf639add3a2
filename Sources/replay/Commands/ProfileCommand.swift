struct ProfileCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Print a profile as commented YAML, which --profile reads.",
    discussion: """
      A profile holds every threshold of every recognizer, each with its unit, range and source.

      EXAMPLES
        replay profile -o mine.yml
        replay profile textbook
        replay run --profile mine.yml Traces
      """)

  @Argument(help: "The profile: standard, textbook, uikit, or a file; omitted values are added.")
  var name = "standard"

  @Flag(help: "Print the names of the built-in profiles.")
  var list = false

  @Option(name: .shortAndLong, file: "Write the profile to a file; - is standard output.")
  var output: String?

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try Files.checkEnding(of: output, among: ["yml", "yaml", "txt"])
    if let output { try Files.refuse(output, asOneOf: [name]) }
  }

  var resultsPath: String? { output }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: [name])
    if list {
      for profile in Profile.named { console.print(profile.name) }
    } else {
      console.print(String(ProfileFile.text(try ProfileFile.find(name)).dropLast()))
    }
  }
}
