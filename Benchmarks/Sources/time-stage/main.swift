// time-stage read FORMAT PATH, or time-stage replay PATH, or time-stage recognize WORKLOAD FRAMES:
// runs one stage once and prints its processor seconds and what it counted.
import GeneratedTraces
import Glibc
import Recordings
import Stages

func run(_ arguments: [String]) throws -> Int {
  switch (arguments.first, arguments.count) {
  case ("read", 3):
    guard let format = RecordingFormat(rawValue: arguments[1]) else { break }
    return try Stages.read(Stages.reader(format, ByteSource(path: arguments[2])))
  case ("replay", 2):
    return try Stages.replay(arguments[1])
  case ("recognize", 3):
    guard let workload = Workload(rawValue: arguments[1]), let frames = Int(arguments[2])
    else { break }
    Stages.recognize(workload.round(), frames: 0..<frames, on: Stages.stage())
    return frames
  default: break
  }
  fatalError("usage: time-stage read FORMAT PATH | replay PATH | recognize WORKLOAD FRAMES")
}

/// The processor time of this process in seconds: other programs on the machine hardly change it.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let start = processorTime()
let count = try run(Array(CommandLine.arguments.dropFirst()))
print(processorTime() - start, count)
