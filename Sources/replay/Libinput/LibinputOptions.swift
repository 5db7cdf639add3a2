import FoundationEssentials
import LibinputOffline

struct LibinputLibraryOption: ParsableArguments {
  @Option(file: "The libinput to ask, instead of the system's libinput.so.10.")
  var library: String?

  /// A worker for the library or another one; throws if it cannot be used.
  func makeWorker(
    quirks: String? = nil, library other: String? = nil
  ) throws(FileError) -> LibinputWorker {
    let path = other ?? library ?? LibinputWorker.usualLibrary
    // The dynamic loader takes the empty name for this program.
    if path.isEmpty { _ = try ByteSource(path: path) }
    var options = LibinputWorker.Options(program: LibinputLibraryOptions.program, library: path)
    if let quirks { options.quirks = try LibinputLibraryOption.regularFile(quirks) }
    let worker = LibinputWorker(options)
    do throws(LibinputError) {
      try worker.check()
    } catch {
      if case .quirks = error, let quirks { throw error.of(quirks) }
      throw error.of(path)
    }
    return worker
  }

  /// The path of quirks without links; throws unless libinput can open the file for each device.
  private static func regularFile(_ path: String) throws(FileError) -> String {
    let file = LibinputVersion.resolved(path)
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
    if path != "-", isRegular || !FileManager.default.fileExists(atPath: path) {
      _ = try ByteSource(path: path)
      return file
    }
    throw FileError(
      file: path, expected: "a regular file, which libinput opens repeatedly",
      found: "another kind of file")
  }
}

struct LibinputLibraryOptions: ParsableArguments {
  @OptionGroup(title: "Library options") var source: LibinputLibraryOption

  @Option(file: "Quirks in place of the machine's local-overrides.quirks.")
  var quirks: String?

  var library: String? { source.library }

  var files: [String] { [library, quirks].compactMap(\.self) }

  /// A worker that has loaded its library, or another one, and its quirks.
  func makeWorker(library other: String? = nil) throws(FileError) -> LibinputWorker {
    try source.makeWorker(quirks: quirks, library: other)
  }

  /// This program, by a path that other processes can open, too.
  static var program: String {
    let link = "/proc/self/exe"
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    return path.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? link
  }

  /// The loaded library, as in `libinput 1.22.1 (/usr/lib/x86_64-linux-gnu/libinput.so.10.13.0)`.
  func versionText() throws(FileError) -> String {
    let worker = try makeWorker()
    return "\(worker.version) (\(LibinputVersion.resolved(worker.libraryPath)))"
  }
}

extension LibinputWorker {
  fileprivate var libraryPath: String { loadedLibrary ?? options.library }

  /// The version of the library, as in `libinput 1.22.1`; without the number if it is unknown.
  var version: String {
    LibinputVersion.find(in: libraryPath).map { "libinput \($0)" } ?? "libinput"
  }
}

struct LibinputDesktopOptions: ParsableArguments {
  enum Desktop: String, CaseIterable, ExpressibleByArgument {
    case gnome, kde
  }

  @Option(
    help: .value(
      "name", "The defaults of a desktop: gnome or kde. Without it, libinput's own, with taps."))
  var desktop: Desktop?

  @Flag(inversion: .prefixedNo, help: "Taps are clicks.")
  var tap: Bool?

  @Flag(inversion: .prefixedNo, help: "A tap with a movement right after it drags.")
  var drag: Bool?

  @Flag(inversion: .prefixedNo, help: "A drag goes on when the finger is set down again.")
  var dragLock: Bool?

  @Flag(inversion: .prefixedNo, help: "Touches beside typing are ignored.")
  var disableWhileTyping: Bool?

  @Flag(inversion: .prefixedNo, help: "Scrolling moves the content with the fingers.")
  var naturalScroll: Bool?

  @Option(
    help: .value("method", "How to scroll: two-fingers, edge, button or none."),
    transform: choice([
      "two-fingers": .twoFingers, "edge": .edge, "button": .button, "none": .none,
    ]))
  var scrollMethod: LibinputConfiguration.ScrollMethod?

  @Option(
    help: .value("method", "What chooses the button of a click: fingers, areas or none."),
    transform: choice(["fingers": .fingers, "areas": .areas, "none": .none]))
  var clickMethod: LibinputConfiguration.ClickMethod?

  @Option(
    help: .value("profile", "The acceleration of the pointer: adaptive or flat."),
    transform: choice(["adaptive": .adaptive, "flat": .flat]))
  var acceleration: LibinputConfiguration.Acceleration?

  @Option(help: .value("degrees", "Turn the device clockwise, as libinput's setting does."))
  var rotation: Int?

  private static func choice<Value>(
    _ choices: KeyValuePairs<String, Value>
  ) -> @Sendable (String) throws -> Value where Value: Sendable {
    { word in
      if let found = choices.first(where: { $0.key == word }) { return found.value }
      throw Choice.error(word, among: choices.map(\.key))
    }
  }

  func validate() throws {
    try reject(rotation, unless: (0..<360).contains, "--rotation takes degrees from 0 to 359")
  }

  /// The settings of the desktop and of the options, and the names of those that options give.
  var settings: (configuration: LibinputConfiguration, given: [String]) {
    var configuration: LibinputConfiguration =
      switch desktop {
      case .gnome: .gnome
      case .kde: .kde
      case nil: .tapping
      }
    var given: [String] = []
    func set<Value>(
      _ name: String, _ path: WritableKeyPath<LibinputConfiguration, Value?>, _ value: Value?
    ) {
      guard let value else { return }
      configuration[keyPath: path] = value
      given.append(name)
    }
    set("tap", \.tap, tap)
    set("drag", \.drag, drag)
    set("drag-lock", \.dragLock, dragLock)
    set("disable-while-typing", \.disableWhileTyping, disableWhileTyping)
    set("natural-scroll", \.naturalScroll, naturalScroll)
    set("scroll-method", \.scrollMethod, scrollMethod)
    set("click-method", \.clickMethod, clickMethod)
    set("acceleration", \.acceleration, acceleration)
    set("rotation", \.rotation, rotation)
    return (configuration, given)
  }
}
