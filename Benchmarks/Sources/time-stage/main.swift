// Runs one stage once and prints its processor seconds and its count:
//
//   time-stage read FORMAT PATH
//   time-stage replay PATH
//   time-stage recognize WORKLOAD FRAMES     contacts to gestures
//   time-stage explain WORKLOAD FRAMES       the same, with an observer of every change
//   time-stage reasons WORKLOAD FRAMES       creates as many reasons as the same recognizers
//   time-stage recordings FOLDER ROUNDS      contacts to gestures, of recordings read beforehand
import Files
import GeneratedTraces
import Glibc
import Stages
import SystemPackage
import TouchFormats

/// Prepares a stage; only the returned closure is timed.
func stage(_ arguments: [String]) throws -> (() throws -> Int)? {
  switch (arguments.first, arguments.count) {
  case ("read", 3):
    guard let format = RecordingFormat(rawValue: arguments[1]) else { return nil }
    let source = try ByteSource(path: arguments[2])
    return { try Stages.read(Stages.reader(format, source)) }
  case ("replay", 2): return { try Stages.replay(arguments[1]) }
  case ("recognize", 3), ("explain", 3), ("reasons", 3):
    guard let workload = Workload(rawValue: arguments[1]), let frames = Int(arguments[2]),
      frames >= 0
    else { return nil }
    return recognition(arguments[0], workload.round(), frames)
  case ("recordings", 3):
    guard let rounds = Int(arguments[2]), rounds > 0 else { return nil }
    let recorded = try RecordedTouches(folder: arguments[1])
    // One-time allocations happen before the timed run.
    recorded.play(rounds: 1)
    return {
      recorded.play(rounds: rounds)
      return recorded.frameCount * rounds
    }
  default: return nil
  }
}

func recognition(_ name: String, _ round: Round, _ frames: Int) -> () throws -> Int {
  if name == "reasons" {
    let count = Explanation.reasons(round, frames: 0..<frames)
    return { Explanation.makeReasons(count) == nil ? 0 : count }
  }
  let stage = name == "explain" ? Explanation.tracedStage() : Stages.stage()
  var changes = 0
  if name == "explain" { stage.observer = { _ in changes += 1 } }
  return {
    Stages.recognize(round, frames: 0..<frames, on: stage)
    return frames
  }
}

/// The processor time of this process in seconds, on which other programs have little effect.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func complain(_ message: String, exitCode: Int32) -> Never {
  _ = try? FileDescriptor.standardError.writeAll(Array("time-stage: \(message)\n".utf8))
  exit(exitCode)
}

/// Uses the exit codes of `replay`.
func complain(_ message: String, _ error: Errno?) -> Never {
  let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
  complain(message, exitCode: isMissing ? 66 : 65)
}

do {
  guard let run = try stage(Array(CommandLine.arguments.dropFirst())) else {
    complain(
      "usage: read FORMAT PATH | replay PATH | recognize|explain|reasons WORKLOAD FRAMES | "
        + "recordings FOLDER ROUNDS", exitCode: 64)
  }
  let start = processorTime()
  let count = try run()
  print(processorTime() - start, count)
} catch let error as FileError {
  complain(error.description, error.systemError)
} catch {
  let command = CommandLine.arguments.dropFirst().joined(separator: " ")
  complain("\(command): \(error)", error as? Errno)
}
