import Files
import Gestures
import Playback

extension FuzzTarget {
  /// Reads a profile.
  ///
  /// Promises: what is printed of a profile is read as the same profile, and printed the same; a
  /// recognizer set can be made of it.
  static let profiles = FuzzTarget("profiles", words: profileWords, seeds: profileSeeds) { bytes in
    do throws(FileError) {
      let profile = try ProfileFile.parse(String(decoding: bytes, as: UTF8.self), file: "input")
      let text = ProfileFile.text(profile)
      do {
        let copy = try ProfileFile.parse(text, file: "copy")
        promise(copy == profile, "a printed profile is read as the same: \(text)")
        promise(ProfileFile.text(copy) == text, "a profile is printed as before")
      } catch {
        broken("a printed profile can be read: \(error)")
      }
      promise(!RecognizerSet(profile: profile).recognizers.isEmpty, "a profile has recognizers")
    } catch {
      // Invalid UTF-8 grows to replacement characters.
      check(error, in: Array(String(decoding: bytes, as: UTF8.self).utf8))
    }
  }

  private static let profileWords: [String] = {
    var words = [
      "base: ", "name: ", "rule: ", "standard", "textbook", "uikit", " pt\n", " mm\n", "&a ", "*a",
      "<<: ",
      "? ", "- ", "[", "]", "{", "}", "|\n", ">\n", "!!str ", "---\n", "...\n", "%YAML 1.2\n", "\"",
      "'",
      "\\u263a", "~", "1e308", ".inf", ".nan", "0x10", "early", "onTouchUp", "firstTouchUp", "true",
    ]
    for section in Profile.sections {
      words.append(section.name + ":\n")
      words +=
        section.parameters.map { "  \($0.name): " } + section.choices.map { "  \($0.name): " }
    }
    return Array(Set(words)).sorted()
  }()

  private static let profileSeeds: [[UInt8]] = {
    let texts =
      Profile.named.map { ProfileFile.text($0) } + [
        "base: textbook\nname: mine\nswipe:\n  rule: standard\n  minimumLength: 25 pt\n",
        "{base: uikit, tap: {maximumDuration: 0.3}, edgePan: {edges: [left, right]}}\n",
      ]
    return texts.map { Array($0.utf8) }
  }()
}
