import Foundation
import SceneHost
import TestSupport
import Testing

@testable import Scenes

/// A scene's file is read as an example, and copied into other packages.
struct SceneFileTests {
  private func lines(of scene: String) throws -> [String] {
    let path = packageFolder.path + "/Sources/Scenes/\(scene).swift"
    return try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  }

  @Test(arguments: SceneCatalog.scenes.map { $0.name })
  func `a scene is one class in one file of at most 120 lines, and imports only SceneHost`(
    scene: String
  ) throws {
    let lines = try lines(of: scene)
    // A newline is at the end of the last one.
    #expect(lines.count <= 121)
    #expect(lines.filter { $0.contains("import ") && !$0.contains("//") } == ["import SceneHost"])
    let classes = lines.filter {
      $0.contains(" class ") && !$0.contains("override") && !$0.contains("//")
    }
    #expect(classes.count == 1)
    #expect(classes.first?.hasPrefix("public final class \(scene): Scene") == true)
  }
}
