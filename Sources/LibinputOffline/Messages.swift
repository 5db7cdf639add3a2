import Evdev
import FoundationEssentials
import Timeline

/// The coding of messages between the program and the playing process: JSON, in which events are
/// words of eight bytes, since there may be millions of them.
///
/// A message that is read may come from a process that a crash has damaged.
enum LibinputMessage {
  /// The message with a value; empty, and so malformed, if the value cannot be coded.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(value)).map(Array.init) ?? []
  }

  /// The value of a message; nil for a malformed one.
  static func read<Value: Decodable>(_ type: Value.Type, from message: [UInt8]) -> Value? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? decoder.decode(type, from: Data(message))
  }
}

extension Data {
  /// The bytes of words in the order of the machine, which messages do not leave.
  fileprivate init(words: [Int64]) { self = words.withUnsafeBytes { Data($0) } }

  fileprivate var words: [Int64] {
    withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
    }
  }
}

// MARK: - Requests

/// A request of the program to the playing process.
struct LibinputRequest: Codable, Sendable {
  var configuration: LibinputConfiguration
  /// The lowest requested priority of lines of the log.
  var logPriority: LibinputLogLine.Priority
  /// The limit of processor time in seconds.
  var timeLimit: Int
  private var devices: [LibinputInput.Device]
  private var origin: Timestamp
  private var model: String?
  /// The frames as words: device, time, number of events, and a word for each event.
  private var frames: Data

  init(
    _ input: LibinputInput, _ configuration: LibinputConfiguration = LibinputConfiguration(),
    logPriority: LibinputLogLine.Priority = .error, timeLimit: Int = 10
  ) {
    self.configuration = configuration
    self.logPriority = logPriority
    self.timeLimit = timeLimit
    (devices, origin, model) = (input.devices, input.origin, input.model)
    var words: [Int64] = []
    for frame in input.frames {
      words += [Int64(frame.device), frame.time.microseconds, Int64(frame.range.count)]
      for event in input.events[frame.range] {
        let (type, code) = (Int64(event.type.rawValue), Int64(event.code))
        words.append(type << 48 | code << 32 | Int64(UInt32(bitPattern: event.value)))
      }
    }
    frames = Data(words: words)
  }

  /// The input, whose events have the times of their frames; nil for malformed frames.
  var input: LibinputInput? {
    var input = LibinputInput()
    (input.devices, input.origin, input.model) = (devices, origin, model)
    var rest = frames.words[...]
    while let device = rest.popFirst() {
      guard devices.indices.contains(Int(device)), let time = rest.popFirst(),
        let count = rest.popFirst(), 0...Int64(rest.count) ~= count
      else { return nil }
      let stamp = Timestamp(microseconds: time)
      let events = rest.prefix(Int(count)).map { word in
        InputEvent(
          time: stamp, type: EventType(rawValue: UInt16(truncatingIfNeeded: word >> 48)),
          code: UInt16(truncatingIfNeeded: word >> 32), value: Int32(truncatingIfNeeded: word))
      }
      input.append(events, device: Int(device), time: stamp)
      rest = rest.dropFirst(Int(count))
    }
    return input
  }
}

// MARK: - Replies

/// The reply of the playing process: an answer with the path of the loaded library, or an error.
struct LibinputReply: Codable {
  var library = ""
  var error: LibinputError?
  private var devices: [LibinputDeviceInfo]
  private var log: [LibinputLogLine]
  private var isLogCut: Bool
  /// The events as words.
  private var events: Data

  init(_ answer: LibinputAnswer = LibinputAnswer()) {
    (devices, log, isLogCut) = (answer.devices, answer.log, answer.isLogCut)
    events = Data(words: answer.events.flatMap(\.words))
  }

  /// The answer; nil for malformed events or devices.
  var answer: LibinputAnswer? {
    guard devices.allSatisfy({ 0...255 ~= $0.tapFingers }) else { return nil }
    var answer = LibinputAnswer()
    (answer.devices, answer.log, answer.isLogCut) = (devices, log, isLogCut)
    let words = events.words
    for start in stride(from: 0, to: words.count, by: LibinputEvent.wordCount) {
      guard let event = LibinputEvent(words: words[start...]),
        answer.devices.indices.contains(event.device)
      else { return nil }
      answer.events.append(event)
    }
    return answer
  }
}

extension LibinputAnswer {
  /// Reads the answer in a message of the playing process; nil for a malformed message.
  public init?(message: [UInt8]) {
    guard let answer = LibinputMessage.read(LibinputReply.self, from: message)?.answer else {
      return nil
    }
    self = answer
  }

  /// The message of the playing process with the answer.
  package var message: [UInt8] { LibinputMessage.bytes(LibinputReply(self)) }
}

extension LibinputEvent {
  /// The number of words: the time, the device, and the seven of the content.
  fileprivate static let wordCount = 9

  fileprivate var words: [Int64] {
    let (number, first, second, measures) = content.numbers
    let bits = (0..<4).map { Int64(bitPattern: measures[$0].bitPattern) }
    return [time.microseconds, Int64(device), number, Int64(first), Int64(second)] + bits
  }

  /// Reads the words at the start of a list; nil for malformed ones.
  fileprivate init?(words: ArraySlice<Int64>) {
    let start = words.startIndex
    guard words.count >= LibinputEvent.wordCount else { return nil }
    var measures = SIMD4<Double>.zero
    for index in measures.indices {
      measures[index] = Double(bitPattern: UInt64(bitPattern: words[start + 5 + index]))
    }
    let (first, second) = (Int(words[start + 3]), Int(words[start + 4]))
    guard let content = Content(words[start + 2], first, second, measures) else { return nil }
    self.init(
      time: Timestamp(microseconds: words[start]), device: Int(words[start + 1]), content: content)
  }
}

extension LibinputEvent.Content {
  /// The number of the case, two whole numbers and four measures, of which not-a-number is nil.
  fileprivate var numbers: (Int64, Int, Int, SIMD4<Double>) {
    func measures(_ values: Double?...) -> SIMD4<Double> {
      var measures = SIMD4<Double>.zero
      for (index, value) in values.enumerated() { measures[index] = value ?? .nan }
      return measures
    }
    switch self {
    case .gesture(let own):
      return (0, own.code, own.fingers, measures(own.dx, own.dy, own.scale, own.rotation))
    case .motion(let dx, let dy, let rawX, let rawY): return (1, 0, 0, measures(dx, dy, rawX, rawY))
    case .button(let code, let isPressed, let isTap):
      return (2, Int(code), (isPressed ? 1 : 0) | (isTap ? 2 : 0), .zero)
    case .scroll(let horizontal, let vertical): return (3, 0, 0, measures(horizontal, vertical))
    case .touch(let slot, let state, let x, let y):
      return (4, slot, LibinputEvent.TouchState.allCases.firstIndex(of: state) ?? 0, measures(x, y))
    case .key(let code, let isPressed): return (5, Int(code), isPressed ? 1 : 0, .zero)
    case .toggle(let number, let isOn): return (6, number, isOn ? 1 : 0, .zero)
    }
  }

  /// Creates the content of the given ``numbers``; nil for invalid ones.
  fileprivate init?(_ number: Int64, _ first: Int, _ second: Int, _ measures: SIMD4<Double>) {
    func known(_ index: Int) -> Double? { measures[index].isNaN ? nil : measures[index] }
    switch number {
    case 0:
      guard var gesture = LibinputEvent.Gesture(code: first) else { return nil }
      gesture.fingers = Int(UInt8(clamping: second))
      (gesture.dx, gesture.dy) = (measures[0], measures[1])
      (gesture.scale, gesture.rotation) = (known(2), known(3))
      self = .gesture(gesture)
    case 1: self = .motion(dx: measures[0], dy: measures[1], rawX: measures[2], rawY: measures[3])
    case 2:
      self = .button(
        UInt16(clamping: first), isPressed: second & 1 != 0, isTap: second & 2 != 0)
    case 3: self = .scroll(horizontal: known(0), vertical: known(1))
    case 4:
      let states = LibinputEvent.TouchState.allCases
      guard states.indices.contains(second) else { return nil }
      self = .touch(slot: Int(Int32(clamping: first)), states[second], x: known(0), y: known(1))
    case 5: self = .key(UInt16(clamping: first), isPressed: second != 0)
    case 6: self = .toggle(switch: Int(UInt8(clamping: first)), isOn: second != 0)
    default: return nil
    }
  }
}

extension LibinputEvent.Gesture {
  /// The kind and the state as one number.
  fileprivate var code: Int {
    let kind = Kind.allCases.firstIndex(of: kind) ?? 0
    return kind * State.allCases.count + (State.allCases.firstIndex(of: state) ?? 0)
  }

  /// Creates a gesture of a kind and a state, still without its measures; nil for other numbers.
  fileprivate init?(code: Int) {
    let (kinds, states) = (Kind.allCases, State.allCases)
    guard 0..<kinds.count * states.count ~= code else { return nil }
    self.init(kind: kinds[code / states.count], state: states[code % states.count], fingers: 0)
  }
}
