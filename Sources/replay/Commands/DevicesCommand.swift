#if Live
  import ArgumentParser
  import Contacts
  import Devices
  import Evdev
  import Foundation
  import Playback
  import Recordings
  import Timeline

  /// `replay devices`
  struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices",
      abstract: "List the touch devices of this machine.",
      discussion: """
        Devices are read by the members of a group, usually input. What cannot be opened is listed \
        with the reason and a remedy.

        EXAMPLES
          replay devices --watch
          replay devices --all --json | jq -r .node
        """)

    @Flag(help: "List keyboards and all other devices, too.")
    var all = false

    @Flag(help: "Keep running, and print the devices that are plugged in and unplugged.")
    var watch = false

    @OptionGroup var results: ResultOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try results.check(inputs: [])
    }

    func run() throws {
      try withConsole(verbosity, output: results.output, flushesLines: watch) { console in
        // Before the listing: a device that is plugged in meanwhile comes twice rather than never.
        let monitor = watch ? try DeviceMonitor() : nil
        let devices = try DeviceList.devices().filter { all || $0.isTouchDevice }
        list(devices, console)
        if let monitor { try follow(monitor, console) }
      }
    }

    private func list(_ devices: [DeviceInfo], _ console: Console) {
      if devices.isEmpty {
        return console.note("devices", all ? "none" : "no touch devices (--all lists others)")
      }
      let table = DevicesCommand.table(devices, console)
      if !results.isJSON { console.print(table.header) }
      for device in devices {
        console.print(results.isJSON ? device.json : table.row(DevicesCommand.cells(device)))
        if !results.isJSON { noteObstacle(device, console) }
      }
    }

    private func noteObstacle(_ device: DeviceInfo, _ console: Console) {
      if let obstacle = device.obstacle { console.note(device.node, obstacle.message) }
    }

    private func follow(_ monitor: DeviceMonitor, _ console: Console) throws {
      let loop = try EventLoop()
      try console.end(with: loop)
      var known = Set(try DeviceList.devices().filter(\.isTouchDevice).map(\.node))
      try loop.add(monitor.descriptor) { _ in
        while let change = monitor.next() {
          switch change {
          case .added(let device):
            guard all || device.isTouchDevice else { continue }
            known.insert(device.node)
            if results.isJSON {
              console.print(device.json(change: "added"))
            } else {
              let table = DevicesCommand.table([device], console)
              console.print("+ " + table.row(DevicesCommand.cells(device)))
              noteObstacle(device, console)
            }
          case .removed(let node):
            guard known.remove(node) != nil || all else { continue }
            console.print(
              results.isJSON ? DevicesCommand.removal(of: node) : "- \(node.printable)")
          }
        }
      }
      try loop.run()
      console.endInterruptedLine(loop.signal)
    }
  }

  extension DevicesCommand {
    private static func table(_ devices: [DeviceInfo], _ console: Console) -> Table {
      let node = devices.reduce(0) { max($0, $1.node.printable.columns) }
      return Table(
        [
          .left("NODE", node), .left("KIND", 11), .right("SIZE (MM)", 13), .right("SLOTS"),
          .left("ID", 9), .left("NAME"),
        ], on: console.output)
    }

    private static func cells(_ device: DeviceInfo) -> [String] {
      let size = device.size.map {
        "\($0.width.text(decimals: 1)) x \($0.height.text(decimals: 1))"
      }
      return [
        device.node, device.kind.rawValue, size ?? "unknown",
        device.slots.map { String($0) } ?? "", device.identity.numbers, device.name,
      ]
    }

    private static func removal(of node: String) -> String {
      var line = JSONLine()
      line.add("v", GestureRecord.version)
      line.add("change", "removed")
      line.add("node", node)
      return line.object
    }
  }
#endif
