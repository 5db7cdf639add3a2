import SceneHost
import Scenes
import Testing

struct SceneLanguageTests {
  private static let korean = Language(locale: "ko", tables: SceneCatalog.strings)
  private static let english = Language.english(SceneCatalog.strings)
  private static let pseudo = Language(locale: "en-XA", tables: SceneCatalog.strings)

  @Test(arguments: SceneTexts.cases)
  func `no text of a scene is clipped in any language`(_ sceneCase: SceneTexts.Case) {
    let texts = SceneTexts.all[sceneCase, default: []]
    // These draw, or show a picture.
    let isPicture = ["QuartzFun", "Ball", "ShakeAndBreak"].contains(sceneCase.scene)
    #expect(!texts.isEmpty || isPicture)
    for language in [
      SceneLanguageTests.english, SceneLanguageTests.korean, SceneLanguageTests.pseudo,
    ] {
      let clipped = texts.filter { shown in
        let line = language.string(shown.text)
        let size = TextLayout.fontSize(for: line, fitting: shown.width, at: shown.fontSize)
        return TextLayout.width(of: line, fontSize: size) > shown.width + 1e-6
      }
      #expect(clipped.map { "\($0): \(language.string($0.text))" }.sorted() == [])
    }
  }

  @Test(arguments: SceneTexts.cases.filter { $0.rules == .standard })
  func `English and Korean texts keep the size of the label`(_ sceneCase: SceneTexts.Case) {
    for language in [SceneLanguageTests.english, SceneLanguageTests.korean] {
      let small = SceneTexts.all[sceneCase, default: []].filter {
        TextLayout.width(of: language.string($0.text), fontSize: $0.fontSize) > $0.width
      }
      #expect(small.map { "\($0): \(language.string($0.text))" }.sorted() == [])
    }
  }

  @Test(arguments: SceneTexts.cases.filter { $0.rules == .standard })
  func `all words that a scene shows are translated`(_ sceneCase: SceneTexts.Case) {
    let texts = SceneTexts.all[sceneCase, default: []]
    let plain = texts.filter {
      SceneLanguageTests.pseudo.string($0.text.withoutData).contains { $0.isASCII && $0.isLetter }
    }
    #expect(plain.map(\.description).sorted() == [])
    let keys = Set(SceneCatalog.strings.keys(in: "ko"))
    #expect(Set(texts.flatMap(\.text.keys)).subtracting(keys).sorted() == [])
  }
}

extension Text {
  /// The text with gaps where data are that no language changes.
  fileprivate var withoutData: Text {
    isVerbatim
      ? self
      : Text(key, arguments: arguments.map { if case .verbatim = $0 { .verbatim("") } else { $0 } })
  }

  /// The keys of the text and of the texts within it.
  fileprivate var keys: [String] {
    if isVerbatim { return [] }
    return [key]
      + arguments.flatMap { if case .text(let text) = $0 { text.keys } else { [String]() } }
  }
}
