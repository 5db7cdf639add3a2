// The names are those of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CTouchstone
import Gestures

// MARK: - Gestures

@c @implementation
public func touchstone_engine_set_gesture_callback(
  _ engine: OpaquePointer!, _ callback: touchstone_gesture_callback!,
  _ userData: UnsafeMutableRawPointer!
) -> touchstone_status {
  statusOfQuery(engine) { engine throws(CallError) in
    engine.callback = callback
    engine.userData = userData
    return TOUCHSTONE_OK
  }
}

@c @implementation
public func touchstone_engine_next_gesture(
  _ engine: OpaquePointer!, _ gesture: UnsafeMutablePointer<touchstone_gesture>!
) -> touchstone_status {
  statusOfQuery(engine) { engine throws(CallError) in
    try checkStructure(gesture)
    guard let next = engine.gestures.takeFirst() else { return TOUCHSTONE_NONE }
    try store(touchstone_gesture(next, engine.strings), to: gesture)
    return TOUCHSTONE_OK
  }
}

@c @implementation
public func touchstone_engine_lost_gestures(_ engine: OpaquePointer!) -> UInt64 {
  guard let engine else { return 0 }
  return Engine.of(engine)._withUnsafeGuaranteedRef { $0.gestures.lost }
}

@c @implementation
public func touchstone_engine_candidates(_ engine: OpaquePointer!) -> UInt64 {
  guard let engine else { return 0 }
  return Engine.of(engine)._withUnsafeGuaranteedRef { $0.candidates }
}

// MARK: - Failures

@c @implementation
public func touchstone_engine_last_failure(
  _ engine: OpaquePointer!, _ kind: UInt32, _ failure: UnsafeMutablePointer<touchstone_failure>!
) -> touchstone_status {
  statusOfQuery(engine) { engine throws(CallError) in
    try checkStructure(failure)
    let wanted = kind == 0 ? nil : Gesture.Kind.allCases.first { $0.code == kind }
    guard wanted != nil || kind == 0 else {
      throw .argument("expected a touchstone_kind or 0, found \(kind)")
    }
    guard let change = engine.lastFailure(of: wanted) else { return TOUCHSTONE_NONE }
    try store(touchstone_failure(change, engine.strings), to: failure)
    return TOUCHSTONE_OK
  }
}

@c @implementation
public func touchstone_engine_next_failure(
  _ engine: OpaquePointer!, _ failure: UnsafeMutablePointer<touchstone_failure>!
) -> touchstone_status {
  statusOfQuery(engine) { engine throws(CallError) in
    try checkStructure(failure)
    guard let change = engine.failures.takeFirst() else { return TOUCHSTONE_NONE }
    try store(touchstone_failure(change, engine.strings), to: failure)
    return TOUCHSTONE_OK
  }
}

extension touchstone_failure {
  fileprivate init(_ change: StateChange, _ strings: CStrings) {
    self.init()
    let reason = change.reason
    let (measured, limit, unit) = reason?.outside ?? (nil, nil, "")
    size = MemoryLayout<touchstone_failure>.size
    kind = change.kind.code
    direction = change.direction?.code ?? 0
    time_us = change.time.microseconds
    self.measured = measured ?? .nan
    self.limit = limit ?? .nan
    self.unit = strings.pointer(to: unit)
    cause = strings.pointer(to: reason?.cause.rawValue)
    parameter = strings.pointer(to: reason?.parameter)
    sentence = strings.temporaryPointer(to: change.sentence)
  }
}

// MARK: - Names

@c @implementation
public func touchstone_kind_name(_ kind: UInt32) -> UnsafePointer<CChar>! { kindNames[kind] }

@c @implementation
public func touchstone_state_name(_ state: UInt32) -> UnsafePointer<CChar>! {
  stateNames[state]
}

@c @implementation
public func touchstone_direction_name(_ direction: UInt32) -> UnsafePointer<CChar>! {
  directionNames[direction]
}

// The names are never deallocated: the library has one of each.
nonisolated(unsafe) private let kindNames = names(
  Gesture.Kind.allCases.map { ($0.code, $0.rawValue) })
nonisolated(unsafe) private let stateNames = names(
  GestureState.allCases.map { ($0.code, $0.rawValue) })
nonisolated(unsafe) private let directionNames = names(
  Gesture.Direction.allCases.map { ($0.code, $0.rawValue) })

private func names(_ cases: [(code: UInt32, name: String)]) -> [UInt32: UnsafePointer<CChar>] {
  var names: [UInt32: UnsafePointer<CChar>] = [:]
  for (code, name) in cases where code != 0 { names[code] = UnsafePointer(name.makeCString()) }
  return names
}
