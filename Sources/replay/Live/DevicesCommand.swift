#if Live
  import ArgumentParser
  import Contacts
  import Devices
  import Evdev
  import Playback
  import Timeline

  /// `replay devices`
  struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices",
      abstract: "Lists the touch devices of this machine.",
      discussion: """
        Devices are read by the members of a group, as a rule input. What cannot be opened is listed \
        with the reason, and what helps.

        EXAMPLES
          replay devices --watch
          replay devices --all --json | jq -r .node
        """)

    @Flag(help: "Lists keyboards and everything else, too.")
    var all = false

    @Flag(help: "Prints one JSON object a line instead of a table.")
    var json = false

    @Flag(help: "Goes on, and tells of devices that are plugged in and out.")
    var watch = false

    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
      let console = Console(verbosity, flushesLines: watch)
      do {
        // Before the listing: what is plugged in meanwhile comes twice rather than never.
        let monitor = watch ? try DeviceMonitor() : nil
        let devices = try DeviceList.devices().filter { all || $0.isTouchDevice }
        list(devices, console)
        if let monitor { try follow(monitor, console) }
      } catch let error as DeviceError {
        console.report(error)
      }
      try end(console)
    }

    private func list(_ devices: [DeviceInfo], _ console: Console) {
      let table = DeviceTable(console.output, devices)
      if !json, !devices.isEmpty { console.print(table.header) }
      for device in devices {
        console.print(json ? device.json : table.row(device))
        if !json { explain(device, console) }
      }
      if devices.isEmpty {
        console.note("devices", all ? "none" : "none to touch (--all lists others)")
      }
    }

    private func explain(_ device: DeviceInfo, _ console: Console) {
      if let obstacle = device.obstacle { console.note(device.node, obstacle.message.printable) }
    }

    private func follow(_ monitor: DeviceMonitor, _ console: Console) throws {
      let loop = try EventLoop()
      loop.stop(on: Signals.ending)
      var known = Set(try DeviceList.devices().filter(\.isTouchDevice).map(\.node))
      loop.add(monitor.descriptor) { _ in
        while let change = monitor.next() {
          switch change {
          case .added(let device):
            guard all || device.isTouchDevice else { continue }
            known.insert(device.node)
            let row = DeviceTable(console.output, [device]).row(device)
            console.print(json ? device.json(change: "added") : "+ \(row)")
            if !json { explain(device, console) }
          case .removed(let node):
            guard known.remove(node) != nil || all else { continue }
            console.print(json ? DeviceTable.removal(node) : "- \(node.printable)")
          }
        }
      }
      try loop.run()
    }
  }

  /// Devices as lines of aligned columns.
  struct DeviceTable {
    private let terminal: Terminal
    private let nodeWidth: Int

    init(_ terminal: Terminal, _ devices: [DeviceInfo]) {
      self.terminal = terminal
      nodeWidth = devices.reduce(4) { max($0, $1.node.printable.columns) }
    }

    var header: String {
      terminal.styled(line("NODE", "KIND", "SIZE (MM)", "SLOTS", "ID", "NAME"), .dim)
    }

    func row(_ device: DeviceInfo) -> String {
      let size = device.size.map {
        "\($0.width.text(decimals: 1)) x \($0.height.text(decimals: 1))"
      }
      return line(
        device.node.printable, device.kind.rawValue, size ?? "unknown",
        device.slots.map(String.init) ?? "",
        "\(Self.hexadecimal(device.identity.vendor)):\(Self.hexadecimal(device.identity.product))",
        device.name.printable)
    }

    static func removal(_ node: String) -> String {
      // A node is a path that udev made; what JSON would escape is replaced, not kept.
      "{\"change\":\"removed\",\"node\":\"\(node.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })\"}"
    }

    private static func hexadecimal(_ number: UInt16) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private func line(
      _ node: String, _ kind: String, _ size: String, _ slots: String, _ id: String, _ name: String
    ) -> String {
      let line =
        node.padded(toColumns: nodeWidth) + "  " + kind.padded(toColumns: 11) + "  "
        + size.rightAligned(toColumns: 13) + "  " + slots.rightAligned(toColumns: 5) + "  "
        + id
        .padded(toColumns: 9) + "  " + name
      return terminal.columns.map { line.prefix(columns: $0) } ?? line
    }
  }
#endif
