import SceneHost
import Scenes
import Testing

struct StringTableTests {
  @Test func `the tables have no problems`() {
    #expect(SceneCatalog.strings.problems == [])
    #expect(SceneCatalog.strings.languages == ["en", "ko"])
  }

  @Test(arguments: ["en", "ko"])
  func `every text is in the table of the language`(language: String) {
    let missing = TextUsage.keys.subtracting(SceneCatalog.strings.keys(in: language))
    #expect(missing.sorted() == [])
  }

  @Test(arguments: ["en", "ko"])
  func `no text of the table is unused`(language: String) {
    let unused = Set(SceneCatalog.strings.keys(in: language)).subtracting(TextUsage.keys)
    #expect(unused.sorted() == [])
  }

  @Test func `every text has Korean words`() {
    let korean = Language(locale: "ko", tables: SceneCatalog.strings)
    let english = SceneCatalog.strings.keys(in: "ko").filter { key in
      key.contains(where: \.isLetter) && !korean.string(Text(key)).contains(where: isHangul)
    }
    // Units have the same signs, and a comma joins what “and” does.
    #expect(english == ["%@ and %@", "%@ km", "%@ m", "%@ mm/s", "%@: %@ g"])
  }

  private func isHangul(_ character: Character) -> Bool { ("가"..."힣").contains(character) }

  @Test func `texts are made of literals, so that translators get all of them`() {
    let others = TextUsage.mentionsInScenes.filter { $0.literal == nil && !$0.isVerbatim }
    #expect(others.filter { !$0.argument.hasPrefix("shape.name)") }.map(\.description) == [])
    let interpolated = TextUsage.mentionsInScenes.filter { $0.literal?.contains("\\") == true }
    #expect(interpolated.map(\.description) == [])
  }

  @Test func `only the words of the textbook are without a translation`() {
    let hardCoded = TextUsage.mentionsInScenes.filter { mention in
      mention.isVerbatim && mention.argument.contains("\"")
        && !StringTableTests.textbookWords.contains { mention.argument.contains($0) }
    }
    #expect(hardCoded.map(\.description) == [])
  }

  /// The dialog and the units of the textbook's WhereAmI.
  private static let textbookWords = [
    "Error gettting Location", "Access Denied", "Okay", "textbookLabel",
  ]
}
