// The names are those of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CTouchstone
import Contacts
import Timeline

// MARK: - Creating and destroying

@c @implementation
public func touchstone_version() -> UnsafePointer<CChar>! { UnsafePointer(versionPointer) }

/// The pointer is never deallocated: the library has one.
nonisolated(unsafe) private let versionPointer = Version.number.makeCString()

@c @implementation
public func touchstone_engine_create(
  _ options: UnsafePointer<touchstone_options>!, _ engine: UnsafeMutablePointer<OpaquePointer?>!
) -> touchstone_status {
  guard let engine else {
    return report(.argument("expected a place for the engine, found NULL"))
  }
  engine.pointee = nil
  guard let options else { return report(.argument("expected options, found NULL")) }
  do throws(CallError) {
    let created = Engine(try EngineOptions(options))
    engine.pointee = OpaquePointer(Unmanaged.passRetained(created).toOpaque())
    return TOUCHSTONE_OK
  } catch {
    return report(error)
  }
}

@c @implementation
public func touchstone_engine_destroy(_ engine: OpaquePointer!) -> touchstone_status {
  guard let engine else { return TOUCHSTONE_OK }
  let result = statusOfWork(engine) { _ throws(CallError) in }
  if result == TOUCHSTONE_OK { Engine.of(engine).release() }
  return result
}

@c @implementation
public func touchstone_engine_get_size(
  _ engine: OpaquePointer!, _ width: UnsafeMutablePointer<Double>!,
  _ height: UnsafeMutablePointer<Double>!
) -> touchstone_status {
  statusOfQuery(engine) { engine throws(CallError) in
    guard let width, let height else {
      throw .argument("expected places for width and height, found NULL")
    }
    width.pointee = engine.touchArea.width
    height.pointee = engine.touchArea.height
    return TOUCHSTONE_OK
  }
}

// MARK: - Time

@c @implementation
public func touchstone_engine_next_deadline(
  _ engine: OpaquePointer!, _ time: UnsafeMutablePointer<Int64>!
) -> touchstone_status {
  statusOfQuery(engine) { engine throws(CallError) in
    guard let time else { throw .argument("expected a place for the time, found NULL") }
    guard let deadline = engine.nextDeadline else { return TOUCHSTONE_NONE }
    time.pointee = deadline.microseconds
    return TOUCHSTONE_OK
  }
}

@c @implementation
public func touchstone_engine_advance(
  _ engine: OpaquePointer!, _ time: Int64
) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in engine.advance(to: try timestamp(time)) }
}

@c @implementation
public func touchstone_engine_interrupt(
  _ engine: OpaquePointer!, _ time: Int64
) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in engine.interrupt(at: try timestamp(time)) }
}

@c @implementation
public func touchstone_engine_resume(_ engine: OpaquePointer!) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in engine.resume() }
}

@c @implementation
public func touchstone_engine_finish(_ engine: OpaquePointer!) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in engine.finish() }
}

@c @implementation
public func touchstone_engine_reset(_ engine: OpaquePointer!) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in engine.reset() }
}

@c @implementation
public func touchstone_time_from_ms(_ time: UInt32, _ now: Int64) -> Int64 {
  let now = min(max(now, 0), Timestamp.max.microseconds) / 1000
  let difference = Int32(truncatingIfNeeded: Int64(time) &- now)
  let nearest = now + Int64(difference)
  // A clock that has just begun has no earlier times.
  return (nearest < 0 ? nearest + 1 << 32 : nearest) * 1000
}

/// A time of the C interface, 0 to 2^60 µs.
@inline(__always)
func timestamp(_ microseconds: Int64) throws(CallError) -> Timestamp {
  guard microseconds >= 0, microseconds <= Timestamp.max.microseconds else {
    throw .argument("expected a time from 0 to 2^60 microseconds, found \(microseconds)")
  }
  return Timestamp(microseconds: microseconds)
}
