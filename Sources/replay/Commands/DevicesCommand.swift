#if Live
  import Devices

  struct DevicesCommand: ResultsCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices", abstract: "List the touch devices of this machine.",
      discussion: """
        Devices are read by the members of a group, usually input. What cannot be opened is listed \
        with the reason and a remedy. Only touch devices, or the given device, are opened.

        EXAMPLES
          replay devices event5
          replay devices --watch
          replay devices --all --json | jq -r .node
        """)

    @Argument(help: "List only this device, named as for live.")
    var device: String?

    @Flag(help: "List keyboards and all other devices, too.")
    var all = false

    @Flag(help: "Keep running, and print the devices that are plugged in and unplugged.")
    var watch = false

    @OptionGroup var results: ResultOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try results.check(inputs: [])
      try reject(
        if: device != nil && (all || watch), "--all and --watch are for all devices, not for one")
    }

    var flushesLines: Bool { watch }

    func run(_ console: Console) throws {
      if let device { return list([try DeviceList.find(device)], console) }
      // The monitor starts first: a device that is plugged in meanwhile occurs twice, not never.
      let monitor = watch ? try DeviceMonitor() : nil
      let devices = try listed()
      list(devices, console)
      if let monitor { try follow(monitor, console) }
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
      if device.isTouchDevice, let reservation = device.reservation {
        console.note(device.node, "used only if it is named: \(reservation)")
      }
    }

    private func follow(_ monitor: DeviceMonitor, _ console: Console) throws {
      let loop = try EventLoop()
      try console.end(with: loop)
      var known = Set(try listed().map(\.node))
      func add(_ device: DeviceInfo) {
        known.insert(device.node)
        if results.isJSON { return console.print(device.json(change: "added")) }
        let table = DevicesCommand.table([device], console)
        console.print("+ " + table.row(DevicesCommand.cells(device)))
        noteObstacle(device, console)
      }
      func remove(_ node: String) {
        known.remove(node)
        guard results.isJSON else { return console.print("- \(node.printable)") }
        var line = JSONLine()
        line.add("v", JSONLine.schemaVersion)
        line.add("change", "removed")
        line.add("node", node)
        console.print(line.object)
      }
      try loop.add(monitor.descriptor) { _ in
        while let change = monitor.next() {
          switch change {
          case .added(let device): if all || device.isTouchDevice { add(device) }
          case .removed(let node): if known.contains(node) { remove(node) }
          case .lost:
            let present = try listed()
            for node in known.subtracting(present.map(\.node)).sorted() { remove(node) }
            for device in present where !known.contains(device.node) { add(device) }
          }
        }
      }
      try loop.run()
      console.endInterruptedLine(loop.signal)
    }

    private func listed() throws -> [DeviceInfo] {
      try DeviceList.devices().filter { all || $0.isTouchDevice }
    }

    private static func table(_ devices: [DeviceInfo], _ console: Console) -> Table {
      let node = devices.reduce(0) { max($0, $1.node.printable.columns) }
      return Table(
        [
          .left("NODE", node), .left("KIND", 11), .right("SIZE (MM)", 13), .right("SLOTS"),
          .left("ID", 9), .left("NAME"),
        ], on: console.output)
    }

    private static func cells(_ device: DeviceInfo) -> [String] {
      [
        device.node, device.kind.rawValue, device.size.map(Cell.size) ?? "unknown",
        device.slots.map { String($0) } ?? "", device.identity.numbers, device.name,
      ]
    }
  }
#endif
