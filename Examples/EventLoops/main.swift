// Gestures in five event loops: swift run EventLoops poll /dev/input/event5
//
// Each loop is a file of its own, prints the gestures as lines of JSON and ends when the devices
// are unplugged.
#if Live
  import Devices
  import Glibc

  let arguments = CommandLine.arguments.dropFirst()
  let devices = Array(arguments.dropFirst())

  do {
    switch arguments.first {
    case "poll": try runPollLoop(devices)
    case "epoll": try runEpollLoop(devices)
    case "dispatch": try runDispatchLoop(devices)
    case "async": try await runTask(devices)
    #if canImport(CGLib)
      case "glib": try runGLibLoop(devices)
    #endif
    default:
      print("usage: EventLoops poll|epoll|dispatch|async|glib DEVICE...")
      exit(64)
    }
  } catch {
    note("\(error)")
    exit(1)
  }
#else
  print("EventLoops needs the trait Live: see docs/Devices.md")
#endif
