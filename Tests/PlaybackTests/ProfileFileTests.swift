import Files
import Gestures
import Playback
import SystemPackage
import TestSupport
import Testing

struct ProfileFileTests {
  @Test("A printed profile reads back identically", arguments: Profile.named)
  func roundTrip(profile: Profile) throws {
    let text = ProfileFile.text(profile)
    #expect(try ProfileFile.parse(text, file: "p.yml") == profile)
    #expect(try ProfileFile.text(ProfileFile.parse(text, file: "p.yml")) == text)
  }

  @Test("A profile with arbitrary numbers and an arbitrary name reads back identically")
  func arbitraryRoundTrip() throws {
    var profile = Profile.textbook
    profile.name = "yes: \"no\" #1"
    for (index, parameter) in Profile.parameters.enumerated() {
      let share = Double(index + 1) / 97
      let range = parameter.range
      profile[parameter] =
        range.lowerBound + (range.upperBound - range.lowerBound) * share
    }
    #expect(try ProfileFile.parse(ProfileFile.text(profile), file: "p.yml") == profile)
  }

  @Test(
    "Lengths are millimetres, with or without the unit, or points",
    arguments: [
      ("3.896", 25.0), ("3.896 mm", 25), ("4", 25.67), ("4 mm", 25.67), ("25.4", 163), ("0", 0),
      ("25 pt", 25), ("25pt", 25), ("25.0012345 pt", 25.0012345), ("1500", 9625.98),
    ])
  func lengths(text: String, points: Double) throws {
    let profile = try ProfileFile.parse("swipe:\n  minimumLength: \(text)\n", file: "p")
    #expect(profile.swipe.minimumLength == points)
  }

  @Test("Times and angles may have their unit")
  func units() throws {
    let text = "swipe: {maximumDuration: 0.4 s}\nrotation: {minimumAngle: 12.5 degrees}\n"
    let profile = try ProfileFile.parse(text, file: "p")
    #expect(profile.swipe.maximumDuration == 0.4)
    #expect(profile.rotation.minimumAngle == 12.5)
  }

  @Test(
    "Lengths are written as millimetres with three decimals at most, or exactly as points",
    arguments: [
      (25.0, "3.896"), (22, "3.428"), (163, "25.4"), (0.07, "0.011"), (25.001, "25.001 pt"),
    ])
  func writtenLengths(points: Double, text: String) {
    var profile = Profile.standard
    profile.swipe.minimumLength = points
    let lines = ProfileFile.text(profile).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  minimumLength: \(text) ") })
  }

  @Test("Every number is within its range and has a comment", arguments: Profile.named)
  func comments(profile: Profile) {
    let lines = ProfileFile.text(profile).split(separator: "\n")
    for parameter in Profile.parameters {
      let name = parameter.key.split(separator: ".").last ?? ""
      #expect(lines.contains { $0.hasPrefix("  \(name): ") && $0.hasSuffix(parameter.summary) })
      #expect(parameter.range.contains(profile[parameter]), "\(parameter.key)")
    }
  }

  @Test("Every setting that is not a number can be read, and is written with its choices")
  func choices() throws {
    for choice in Profile.choices {
      for word in choice.choices {
        var expected = Profile.standard
        choice.set([word], &expected)
        #expect(choice.words(expected) == [word])
        let parts = choice.key.split(separator: ".")
        let text = "\(parts[0]):\n  \(parts[1]): \(word)\n"
        #expect(try ProfileFile.parse(text, file: "p") == expected)
        let written = ProfileFile.text(expected)
        #expect(try ProfileFile.parse(written, file: "p") == expected)
        #expect(
          written.contains("# \(choice.choices.joined(separator: ", ")): \(choice.summary)\n"))
      }
    }
    let edges = try ProfileFile.parse("edgePan: {rule: standard, edges: [top, left]}", file: "p")
    #expect(edges.edgePan.rule == .standard)
    #expect(edges.edgePan.edges == [.left, .top])
    #expect(try ProfileFile.parse("edgePan: {edges: []}", file: "p").edgePan.edges == [])
  }

  @Test("Omitted values are those of the base, which is standard by default")
  func base() throws {
    var expected = Profile.standard
    expected.swipe.maximumDuration = 0.4
    #expect(try ProfileFile.parse("swipe:\n  maximumDuration: 0.4\n", file: "p") == expected)
    expected = .textbook
    expected.tap.rule = .off
    #expect(try ProfileFile.parse("tap: {rule: off}\nbase: textbook\n", file: "p") == expected)
    #expect(try ProfileFile.parse("", file: "p") == .standard)
    #expect(try ProfileFile.parse("# nothing\nswipe:\n", file: "p") == .standard)
  }

  @Test("A mistake is an error with its position", arguments: ProfileMistake.all)
  func mistakes(mistake: ProfileMistake) throws {
    let error = #expect(throws: FileError.self) {
      try ProfileFile.parse(mistake.text, file: "p.yml")
    }
    #expect(error?.position == .line(mistake.line, column: mistake.column))
    #expect(error?.description.contains(mistake.message) == true, "\(error?.description ?? "")")
  }

  @Test("A name selects a profile, another word a file, and a misspelled name gets a suggestion")
  func find() throws {
    #expect(try ProfileFile.find("textbook") == .textbook)
    let folder = try TemporaryFolder()
    let path = try folder.write("mine.yml", "name: mine\n")
    #expect(try ProfileFile.find(path).name == "mine")
    let error = #expect(throws: FileError.self) { try ProfileFile.find("standrad") }
    #expect(error?.found.contains("did you mean standard?") == true)
    #expect(error?.systemError == .noSuchFileOrDirectory)
  }

  @Test(
    "A profile without a name of its own has the name of its file",
    arguments: [
      ("fast.yml", "tap: {rule: off}\n", "fast"),
      ("a.b.yml", "base: uikit\ntap: {rule: off}\n", "a.b"),
      ("standard.yml", "tap: {rule: off}\n", "standard.yml"),
      ("fast.yml", "name: mine\ntap: {rule: off}\n", "mine"), ("same.yml", "", "standard"),
    ])
  func fileName(file: String, text: String, name: String) throws {
    let folder = try TemporaryFolder()
    #expect(try ProfileFile.read(path: folder.write(file, text)).name == name)
  }
}

struct ProfileMistake: Sendable {
  var text: String
  var line: Int
  var column: Int
  var message: String

  static let all = [
    ProfileMistake(text: "swip:\n  slop: 1\n", line: 1, column: 1, message: "did you mean swipe?"),
    ProfileMistake(
      text: "bse: uikit\n", line: 1, column: 1,
      message: "path, palm, base, name, found \"bse\"; did you mean base?"),
    ProfileMistake(
      text: "swipe:\n  minimumLenght: 1\n", line: 2, column: 3,
      message: "did you mean minimumLength?"),
    ProfileMistake(
      text: "swipe:\n  minimumLength: 99999\n", line: 2, column: 18,
      message: "a number from 0 to 1500 mm for swipe.minimumLength, found \"99999\""),
    ProfileMistake(
      text: "palm:\n  pressure: -0.1\n", line: 2, column: 13, message: "a number from 0 to 1"),
    ProfileMistake(text: "tap:\n  radius: far\n", line: 2, column: 11, message: "found \"far\""),
    ProfileMistake(text: "tap:\n  radius: 0x10\n", line: 2, column: 11, message: "a number"),
    ProfileMistake(text: "tap:\n  radius: .inf\n", line: 2, column: 11, message: "a number"),
    ProfileMistake(text: "tap:\n  radius: 1 cm\n", line: 2, column: 11, message: "to 1500 mm for"),
    ProfileMistake(text: "tap:\n  radius: pt\n", line: 2, column: 11, message: "to 1500 mm for"),
    ProfileMistake(
      text: "tap:\n  interval: 25 pt\n", line: 2, column: 13,
      message: "a number from 0 to 3600 s for tap.interval, found \"25 pt\""),
    ProfileMistake(
      text: "tap:\n  radius: 9626 pt\n", line: 2, column: 11, message: "found \"9626 pt\""),
    ProfileMistake(text: "tap:\n  radius:\n", line: 2, column: 10, message: "found nothing"),
    ProfileMistake(text: "tap:\n  radius: [1]\n", line: 2, column: 11, message: "found a list"),
    ProfileMistake(
      text: "tap:\n  rule: standart\n", line: 2, column: 9, message: "did you mean standard?"),
    ProfileMistake(
      text: "pan:\n  rule: textbook\n", line: 2, column: 9,
      message: "one of standard, uikit, off"),
    ProfileMistake(
      text: "checkmark:\n  minimumAngle: 120\n  maximumAngle: 100\n", line: 3, column: 17,
      message: "at least the checkmark.minimumAngle of 120 for checkmark.maximumAngle"),
    ProfileMistake(
      text: "checkmark:\n  maximumAngle: 100\n  minimumAngle: 120\n", line: 3, column: 17,
      message: "at most the checkmark.maximumAngle of 100 for checkmark.minimumAngle"),
    ProfileMistake(
      text: "checkmark:\n  maximumSteepness: 20\n", line: 2, column: 21,
      message: "at least the checkmark.minimumAscent of 25 for checkmark.maximumSteepness"),
    ProfileMistake(
      text: "checkmark:\n  minimumLegRatio: 9\n", line: 2, column: 20,
      message: "at most the checkmark.maximumLegRatio of 8 for checkmark.minimumLegRatio"),
    ProfileMistake(
      text: "pan:\n  endsOn: firsttouchup\n", line: 2, column: 11,
      message:
        "one of lastTouchUp, firstTouchUp for pan.endsOn, found \"firsttouchup\"; did you mean"),
    ProfileMistake(
      text: "pan:\n  endOn: firstTouchUp\n", line: 2, column: 3, message: "did you mean endsOn?"),
    ProfileMistake(
      text: "swipe:\n  allowsDiagonals: 1\n", line: 2, column: 20,
      message: "one of true, false for swipe.allowsDiagonals, found \"1\""),
    ProfileMistake(
      text: "swipe:\n  endsOn: lastTouchUp\n", line: 2, column: 3, message: "one of rule, slop"),
    ProfileMistake(
      text: "edgePan:\n  edges: [left, botom]\n", line: 2, column: 17,
      message: "some of left, right, top, bottom for edgePan.edges, found \"botom\"; did you mean"),
    ProfileMistake(
      text: "pan:\n  recognitionTiming: [early]\n", line: 2, column: 22,
      message: "one of early, onTouchUp for pan.recognitionTiming, found a list"),
    ProfileMistake(
      text: "tipTap:\n  rule: uikit\n", line: 2, column: 9, message: "one of standard, off"),
    ProfileMistake(text: "tap: 3\n", line: 1, column: 6, message: "the values of tap"),
    ProfileMistake(text: "base: textbok\n", line: 1, column: 7, message: "did you mean textbook?"),
    ProfileMistake(text: "- tap\n", line: 1, column: 1, message: "a mapping"),
    ProfileMistake(
      text: "tap: {radius: 1\n", line: 2, column: 1,
      message: "expected YAML with ',' or '}', found something else"),
    ProfileMistake(
      text: "tap:\n\tradius: 1\n", line: 2, column: 1,
      message: "expected YAML, found a tab, @, % or ` where a value begins"),
    ProfileMistake(
      text: "tap:\n  radius: 1\n  radius: 2\n", line: 2, column: 3,
      message: "\"radius\" more than once"),
    ProfileMistake(
      text: "a0: &a0 {x: 1}\n"
        + (1..<40).map { "a\($0): &a\($0) {? *a\($0 - 1) : *a\($0 - 1)}\n" }.joined(),
      line: 2, column: 12, message: "YAML without aliases, found an alias"),
    ProfileMistake(text: "{\"a\":&a 1,\"b\":*a}", line: 1, column: 15, message: "an alias"),
  ]
}
