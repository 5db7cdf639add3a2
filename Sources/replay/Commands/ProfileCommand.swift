import ArgumentParser
import Gestures
import Playback
import Recordings

/// `replay profile`
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Prints a profile as commented YAML, which --profile reads back.",
    discussion: """
      EXAMPLES
        replay profile > mine.yml
        replay profile textbook
        replay run --profile mine.yml Traces
      """)

  @Argument(help: "The profile: standard, textbook, uikit, or a file, which is completed.")
  var name = "standard"

  @Flag(help: "Prints the names that there are.")
  var list = false

  func run() throws {
    let console = Console(VerbosityOptions())
    do {
      if list {
        for profile in Profile.named { console.print(profile.name) }
      } else {
        let text = ProfileFile.text(try ProfileFile.find(name))
        console.print(String(text.dropLast()))
      }
    } catch {
      console.report(error)
    }
    try end(console)
  }
}
