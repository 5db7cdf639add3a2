import CTouchstone

/// The reason why a call failed: a code, and a sentence for people.
struct CallError: Error {
  var status: touchstone_status
  var message: String

  init(_ status: touchstone_status, _ message: String) {
    self.status = status
    self.message = message
  }

  static func argument(_ message: String) -> CallError {
    CallError(TOUCHSTONE_INVALID_ARGUMENT, message)
  }

  static let busy = CallError(
    TOUCHSTONE_BUSY, "expected no call that pushes, advances or destroys from a callback")
}

/// Performs a call that uses the recognizers of an engine.
@inline(__always)
func statusOfWork(
  _ handle: OpaquePointer?, _ body: (Engine) throws(CallError) -> Void
) -> touchstone_status {
  guard let handle else { return report(.argument("expected an engine, found NULL")) }
  let failure = Engine.of(handle)._withUnsafeGuaranteedRef { engine -> CallError? in
    if engine.isBusy { return .busy }
    do throws(CallError) { try body(engine) } catch { return error }
    return nil
  }
  return failure.map(report) ?? TOUCHSTONE_OK
}

/// Performs a call that a callback may make, too.
func statusOfQuery(
  _ handle: OpaquePointer?, _ body: (Engine) throws(CallError) -> touchstone_status
) -> touchstone_status {
  guard let handle else { return report(.argument("expected an engine, found NULL")) }
  let engine = Engine.of(handle).takeUnretainedValue()
  do throws(CallError) { return try body(engine) } catch { return report(error) }
}

/// The status of an error, whose message becomes the thread's.
@inline(never)
func report(_ error: CallError) -> touchstone_status {
  // The message is one line, whatever names and texts it quotes.
  let line = String(
    String.UnicodeScalarView(
      error.message.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
  line.withCString(touchstone_set_message)
  return error.status
}

// MARK: - Structures with their size

/// A structure of `touchstone.h` that begins with its size and may get further fields at its end.
///
/// A program that was compiled against an older header has a shorter structure: fields beyond its
/// size are neither read, so that they have their defaults, nor written.
protocol SizedStructure {
  /// The structure with the defaults of its fields.
  init()
  /// The size of the required fields; a smaller size is an error.
  static var minimumSize: Int { get }
}

extension touchstone_options: SizedStructure {
  static var minimumSize: Int { size(before: \.profile_name) }
}

extension touchstone_device: SizedStructure {
  static var minimumSize: Int { size(before: \.keys) }
}

extension touchstone_frame: SizedStructure {
  static var minimumSize: Int { size(before: \.cancelled) }
}

extension touchstone_gesture: SizedStructure {
  static var minimumSize: Int { size(before: \.duration_s) }
}

extension touchstone_failure: SizedStructure {
  static var minimumSize: Int { size(before: \.cause) }
}

extension SizedStructure {
  /// The size of the fields before one of them.
  fileprivate static func size<Field>(before field: KeyPath<Self, Field>) -> Int {
    MemoryLayout<Self>.offset(of: field) ?? MemoryLayout<Self>.size
  }

  /// The number of bytes of a caller's structure that both sides know.
  ///
  /// Throws unless a structure has its required fields; structures grow by eight bytes.
  @inline(__always)
  static func knownSize(_ pointer: UnsafePointer<Self>) throws(CallError) -> Int {
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    let whole = MemoryLayout<Self>.size
    if size >= whole { return whole }
    try checkSmall(size)
    return size
  }

  @inline(never)
  private static func checkSmall(_ size: Int) throws(CallError) {
    guard size >= minimumSize, size.isMultiple(of: MemoryLayout<Int64>.size) else {
      throw CallError(
        TOUCHSTONE_INVALID_SIZE,
        "expected sizeof(struct \(Self.self)), at least \(minimumSize), as its size; found \(size)"
      )
    }
  }
}

/// A copy of a caller's structure, in which the fields beyond its size have their defaults.
func load<Structure: SizedStructure>(
  _ pointer: UnsafePointer<Structure>
) throws(CallError) -> Structure {
  let size = try Structure.knownSize(pointer)
  var copy = Structure()
  withUnsafeMutableBytes(of: &copy) { bytes in
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: size))
  }
  return copy
}

/// Throws unless a pointer is to a structure of a known size.
func checkStructure<Structure: SizedStructure>(
  _ pointer: UnsafeMutablePointer<Structure>?
) throws(CallError) {
  guard let pointer else {
    throw .argument("expected a struct \(Structure.self), found NULL")
  }
  _ = try Structure.knownSize(UnsafePointer(pointer))
}

/// Writes a structure up to the size that the caller has set, and keeps that size.
func store<Structure: SizedStructure>(
  _ value: Structure, to target: UnsafeMutablePointer<Structure>
) throws(CallError) {
  let size = try Structure.knownSize(UnsafePointer(target))
  let head = MemoryLayout<Int>.size
  withUnsafeBytes(of: value) { bytes in
    let fields = UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(target) + head, count: size - head)
    fields.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[head..<size]))
  }
}
