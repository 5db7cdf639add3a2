import Timeline

/// The reply of the playing process: an answer with the path of the loaded library, or an error.
struct LibinputReply: MessagePart {
  var library = ""
  var answer = LibinputAnswer()
  var error: LibinputError?

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&library, &answer, &error)
  }
}

extension LibinputError: MessagePart {
  init() { self = .failed("") }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    var texts = texts
    try coder.pass(&texts)
    switch (texts.first, texts.count) {
    case ("library", 2): self = .cannotLoad(texts[1])
    case ("functions", 3): self = .unsupported(library: texts[1], texts[2])
    case ("quirks", _): self = .quirks(Array(texts.dropFirst()))
    case ("input", 3): self = .unplayable(expected: texts[1], found: texts[2])
    case ("other", 2): self = .failed(texts[1])
    default: throw Malformed()
    }
  }

  /// The word for the case in messages, and its texts.
  private var texts: [String] {
    switch self {
    case .cannotLoad(let reason): ["library", reason]
    case .unsupported(let library, let reason): ["functions", library, reason]
    case .quirks(let lines): ["quirks"] + lines
    case .unplayable(let expected, let found): ["input", expected, found]
    case .failed(let reason): ["other", reason]
    // The playing process has no such errors.
    case .crashed, .tooLong: ["other", "an unexpected error"]
    }
  }
}

extension LibinputAnswer: MessagePart {
  /// Reads the answer in a message of the playing process; nil for a malformed message.
  public init?(message: [UInt8]) {
    guard let answer = try? MessageCoder.read(LibinputAnswer.self, from: message) else {
      return nil
    }
    self = answer
  }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&devices, &events)
    guard events.allSatisfy({ devices.indices.contains($0.device) }) else { throw Malformed() }
    try coder.pass(&log, &isLogCut)
  }
}

extension LibinputDeviceInfo: MessagePart {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&isAccepted, &isPointer, &isKeyboard)
    try coder.pass(&isTouch, &hasGestures)
    try coder.pass(&tapFingers, as: UInt8.self)
    try coder.pass(&width, &height, &lackedSettings)
  }
}

extension LibinputLogLine.Priority: MessagePart {}

extension LibinputLogLine: MessagePart {
  init() { self.init(time: nil, priority: .error, text: "") }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&time, &priority, &text)
  }
}

// MARK: - Events

extension LibinputEvent: MessagePart {
  init() { self.init(time: .zero, device: 0, content: LibinputEvent.Content.blanks[0]) }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&time)
    try coder.pass(&device, as: UInt8.self)
    var number = content.number
    try coder.pass(&number, as: UInt8.self)
    if coder.isReading {
      guard Content.blanks.indices.contains(number) else { throw Malformed() }
      content = Content.blanks[number]
    }
    try content.pass(through: &coder)
  }
}

extension LibinputEvent.Content {
  /// A value of each case, by the numbers of the cases.
  fileprivate static let blanks: [Self] = [
    .gesture(LibinputEvent.Gesture(kind: .swipe, state: .began, fingers: 0)),
    .motion(dx: 0, dy: 0, rawX: 0, rawY: 0), .button(0, isPressed: false, isTap: false),
    .scroll(horizontal: nil, vertical: nil), .touch(slot: 0, .down, x: nil, y: nil),
    .key(0, isPressed: false), .toggle(switch: 0, isOn: false),
  ]

  /// The number of the case in messages.
  fileprivate var number: Int {
    switch self {
    case .gesture: 0
    case .motion: 1
    case .button: 2
    case .scroll: 3
    case .touch: 4
    case .key: 5
    case .toggle: 6
    }
  }

  /// Passes the associated values.
  fileprivate mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    switch self {
    case .gesture(var gesture):
      try gesture.pass(through: &coder)
      self = .gesture(gesture)
    case .motion(var dx, var dy, var rawX, var rawY):
      try coder.pass(&dx, &dy, &rawX, &rawY)
      self = .motion(dx: dx, dy: dy, rawX: rawX, rawY: rawY)
    case .button(var code, var isPressed, var isTap):
      try coder.pass(&code, &isPressed, &isTap)
      self = .button(code, isPressed: isPressed, isTap: isTap)
    case .scroll(var horizontal, var vertical):
      try coder.pass(&horizontal, &vertical)
      self = .scroll(horizontal: horizontal, vertical: vertical)
    case .touch(var slot, var state, var x, var y):
      try coder.pass(&slot, as: Int32.self)
      try coder.pass(&state, &x, &y)
      self = .touch(slot: slot, state, x: x, y: y)
    case .key(var code, var isPressed):
      try coder.pass(&code, &isPressed)
      self = .key(code, isPressed: isPressed)
    case .toggle(var number, var isOn):
      try coder.pass(&number, as: UInt8.self)
      try coder.pass(&isOn)
      self = .toggle(switch: number, isOn: isOn)
    }
  }
}

extension LibinputEvent.Gesture {
  fileprivate mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&kind, &state)
    try coder.pass(&fingers, as: UInt8.self)
    try coder.pass(&dx, &dy, &scale, &rotation)
  }
}

extension LibinputEvent.Gesture.Kind: MessagePart {}
extension LibinputEvent.Gesture.State: MessagePart {}
extension LibinputEvent.TouchState: MessagePart {}
