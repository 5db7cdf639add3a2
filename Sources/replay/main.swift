import Evdev
import Pipeline
import Recordings

var paths = Array(CommandLine.arguments.dropFirst())
for line in paths {
  let parts = line.split(separator: "=")
  var options = ReplayOptions()
  if parts.count > 1 { options.device = try EvemuDescription.read(path: String(parts[1])) }
  do {
    _ = try Replay(path: String(parts[0]), options: options).run { report in
      if case .gesture(let record) = report { print(record.json) }
    }
  } catch { print("error", error) }
}
