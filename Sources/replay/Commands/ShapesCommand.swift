import ArgumentParser

/// `replay shapes`
struct ShapesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shapes",
    abstract: "Teach shapes that people draw, test them, and name drawings by them.",
    discussion: """
      A shape is a name and one or more drawings of it. 'replay run --shapes FILE' recognizes them in \
      recordings.

      EXAMPLES
        replay shapes learn pigtail pigtail-1.evemu pigtail-2.evemu -o shapes.json
        replay shapes learn --strokes Examples/Samples/drawings.ndjson -o shapes.json
        replay shapes show shapes.json
        replay shapes classify shapes.json Examples/Samples/drawings.others.ndjson
      """,
    subcommands: [
      ShapesLearnCommand.self, ShapesShowCommand.self, ShapesClassifyCommand.self,
    ])
}
