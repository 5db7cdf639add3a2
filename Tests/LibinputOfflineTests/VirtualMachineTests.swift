import Foundation
import LibinputOffline
import Playback
import TestSupport
import Testing
import Timeline

/// Compares answers with those that the same libinput gave in a virtual machine, where the
/// recordings were played into devices of a real kernel.
@Suite(
  .requiresLibinput, .requiresShared("libinput-offline"),
  .enabled("the events of the machine are those of libinput 1.22.1") {
    let worker = Libinput.makeWorker()
    try worker.check()
    return LibinputVersion.find(in: worker.loadedLibrary ?? "") == "1.22.1"
  })
struct VirtualMachineTests {
  /// Recordings in which a timer and a frame are less than a millisecond apart, so that the order
  /// depends on the machine's load.
  private static let races: Set<String> = [
    "0102-alex-reflect-vertical-up-115345", "0242-peach-pit-tap-drag-right",
  ]

  private let folder: TemporaryFolder
  private let recordings: [String]

  init() throws {
    folder = try TemporaryFolder()
    try VirtualMachineTests.unpack(
      SharedFolder.path("libinput-offline/recordings.tar.gz"), into: folder.path)
    recordings = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".evemu") }.sorted()
  }

  private static func unpack(_ archive: String, into folder: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["tar", "xzf", archive, "-C", folder]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func name(_ file: String) -> String { String(file.dropLast(".evemu".count)) }

  private func makeWorker() -> LibinputWorker {
    Libinput.makeWorker(quirks: SharedFolder.path("libinput-offline/local-overrides.quirks"))
  }

  /// The machine's events by recording, without times.
  private func machineEvents() throws -> [String: [String]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["zcat", SharedFolder.path("libinput-offline/vm-events.txt.gz")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var events: [String: [String]] = [:]
    var current = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words[0] {
      case "R": current = String(words[1])
      // The time of a button's event is repeated at its end.
      case "B": events[current, default: []].append("B \(words[2]) \(words[3])")
      case "M", "S", "G":
        events[current, default: []].append(
          "\(words[0]) " + words.dropFirst(2).joined(separator: " "))
      default: break
      }
    }
    return events
  }

  @Test("Every event and value is the machine's, except in races")
  func events() throws {
    #expect(recordings.count == 268)
    let machine = try machineEvents()
    let worker = makeWorker()
    for file in recordings {
      let answer = try Libinput.play(
        folder.file(file), worker, Libinput.machineConfiguration)
      let events = answer.events.compactMap(\.machineLine)
      if VirtualMachineTests.races.contains(name(file)) { continue }
      #expect(events == machine[name(file)] ?? [], "\(file)")
    }
  }

  @Test("The F1 on the labels is the machine's: 0.896, and by kind of gesture")
  func score() throws {
    struct Recording: Decodable {
      var recording: String
      var corpusFile: String

      enum CodingKeys: String, CodingKey {
        case recording
        case corpusFile = "corpus_file"
      }
    }
    let files = SharedFolder.objects("libinput-offline/recordings.jsonl", as: Recording.self)
    let names = Dictionary(uniqueKeysWithValues: files.map { ($0.corpusFile, $0.recording) })
    var text = ""
    for line in try SharedFolder.text("corpus/labels.v2.jsonl").split(separator: "\n") {
      var label = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let name = names[label["file"] as? String ?? ""] else { continue }
      label["file"] = name + ".evemu"
      // The recordings of the machine have complete headers.
      label["device"] = nil
      label["observed_device"] = nil
      text += String(decoding: try JSONSerialization.data(withJSONObject: label), as: UTF8.self)
      text += "\n"
    }
    try folder.write("labels.jsonl", text)
    let result = try Command.run([
      "score", "--recognizer", "libinput", "--quirks",
      SharedFolder.path("libinput-offline/local-overrides.quirks"), "--json",
      folder.file("labels.jsonl"),
    ])
    #expect(result.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    func f1(_ value: Any?) -> Int { Int(((value as? Double ?? 0) * 1000).rounded()) }
    #expect(f1((json["micro"] as? [String: Any])?["f1"]) == 896)
    let classes = try #require(json["classes"] as? [String: [String: Any]])
    #expect(f1(classes["tap"]?["f1"]) == 905)
    #expect(f1(classes["swipe"]?["f1"]) == 891)
    #expect(f1(classes["pinch"]?["f1"]) == 923)
    #expect(f1(classes["tapAndDrag"]?["f1"]) == 1000)
  }

  @Test("Two runs print the same bytes, also as another user")
  func determinism() throws {
    let arguments = ["libinput", "--json", "-v", folder.path]
    let first = try Command.run(arguments)
    #expect(first.status == 0)
    #expect(first.output.utf8.count > 1_000_000)
    #expect(try Command.run(arguments).output == first.output)
    guard getuid() == 0 else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let other = try Command.run(
      "/usr/bin/env",
      ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", Command.program]
        + arguments)
    if other.status == 0 { #expect(other.output == first.output) }
  }
}

extension LibinputEvent {
  /// The event as the machine's program wrote it, without its time; nil for others.
  fileprivate var machineLine: String? {
    func text(_ value: Double, _ decimals: Int) -> String {
      String(format: "%.\(decimals)f", value)
    }
    switch content {
    case .motion(_, _, let x, let y): return "M \(text(x, 2)) \(text(y, 2))"
    case .button(let code, let isPressed, _):
      return "B \(String(code, radix: 16)) \(isPressed ? 1 : 0)"
    case .scroll(let x, let y):
      return "S \(x == nil ? 0 : 1) \(y == nil ? 0 : 1) \(text(x ?? 0, 2)) \(text(y ?? 0, 2))"
    case .gesture(let gesture):
      let kinds: [Gesture.Kind: String] = [.swipe: "S", .pinch: "P", .hold: "H"]
      let states: [Gesture.State: String] = [.began: "B", .changed: "U"]
      let name = (kinds[gesture.kind] ?? "") + (states[gesture.state] ?? "E")
      return
        "G \(name) \(gesture.fingers) \(gesture.state == .cancelled ? 1 : 0) "
        + "\(text(gesture.dx, 2)) \(text(gesture.dy, 2)) \(text(gesture.scale ?? 1, 4)) "
        + text(gesture.rotation ?? 0, 3)
    case .touch, .key, .toggle: return nil
    }
  }
}
