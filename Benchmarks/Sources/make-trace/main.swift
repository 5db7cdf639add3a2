// make-trace WORKLOAD FORMAT EVENTS PATH: writes a generated trace.
import GeneratedTraces
import TouchFormats

let arguments = CommandLine.arguments
guard arguments.count == 5, let workload = Workload(rawValue: arguments[1]),
  let format = RecordingFormat(rawValue: arguments[2]), let events = Int(arguments[3])
else {
  fatalError("usage: make-trace moving|landings|mixed FORMAT EVENTS PATH")
}
try TraceWriter.write(workload, as: format, events: events, to: arguments[4])
