import CTouchstone

/// Why a call failed: a code, and a sentence for people.
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

/// The status of a call; the message of an error becomes the thread's.
@inline(__always)
func status(_ body: () throws(CallError) -> touchstone_status) -> touchstone_status {
  do throws(CallError) { return try body() } catch { return report(error) }
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

/// The engine of a handle, for calls that a callback may make.
func engine(_ handle: OpaquePointer?) throws(CallError) -> Engine {
  guard let handle else { throw .argument("expected an engine, found NULL") }
  return Engine.of(handle).takeUnretainedValue()
}

@inline(never)
private func report(_ error: CallError) -> touchstone_status {
  // One line, whatever names and texts it quotes.
  let line = String(
    String.UnicodeScalarView(
      error.message.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
  line.withCString(touchstone_set_message)
  return error.status
}

// MARK: - Structures with their size

/// Throws unless a structure that begins with its size has at least the fields of the first version.
func checkSize<Structure>(
  _ pointer: UnsafePointer<Structure>, _ name: StaticString
) throws(CallError) {
  let size = UnsafeRawPointer(pointer).load(as: Int.self)
  // All fields are of the first version so far.
  let least = MemoryLayout<Structure>.size
  if size < least {
    throw CallError(
      TOUCHSTONE_INVALID_SIZE,
      "expected sizeof(struct \(name)), at least \(least), as its size; found \(size)")
  }
}

/// Throws unless a pointer is to a structure of a size that the library knows.
func checkStructure<Structure>(
  _ pointer: UnsafeMutablePointer<Structure>?, _ name: StaticString
) throws(CallError) {
  guard let pointer else { throw .argument("expected a struct \(name), found NULL") }
  try checkSize(UnsafePointer(pointer), name)
}

/// Writes a structure whose size the caller has set, and keeps that size.
func store<Structure>(
  _ value: Structure, to target: UnsafeMutablePointer<Structure>, _ name: StaticString
) throws(CallError) {
  try checkStructure(target, name)
  let head = MemoryLayout<Int>.size
  withUnsafeBytes(of: value) { bytes in
    let fields = UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(target) + head, count: bytes.count - head)
    fields.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[head...]))
  }
}
