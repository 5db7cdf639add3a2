#if Live
  import Glibc
  import SystemPackage

  /// A service that opens and closes the nodes of devices for a session, for programs that may not
  /// open them themselves: the counterpart of libinput's `open_restricted`.
  public struct DeviceOpener {
    /// Opens a node with flags of `open(2)` and returns the descriptor. A thrown ``DeviceError``
    /// becomes the session's error; any other error becomes the message of one.
    public var open: (_ node: String, _ flags: Int32) throws -> Int32
    /// Closes a descriptor that the session no longer uses; called once for each.
    public var close: (_ descriptor: Int32) -> Void
    /// Whether nodes are opened by `open(2)`, which also opens devices again after a revocation.
    private(set) var isSystem = false

    public init(
      open: @escaping (_ node: String, _ flags: Int32) throws -> Int32,
      close: @escaping (_ descriptor: Int32) -> Void
    ) {
      self.open = open
      self.close = close
    }

    /// The opener that opens nodes by `open(2)`.
    public static var system: DeviceOpener {
      var opener = DeviceOpener(
        open: { node, flags in
          let descriptor = Glibc.open(node, flags)
          if descriptor < 0 { throw Errno(rawValue: errno) }
          return descriptor
        }, close: { Glibc.close($0) })
      opener.isSystem = true
      return opener
    }
  }

  /// The open node of a device, which is closed by its opener on deinitialization.
  final class DeviceFile {
    let number: Int32
    private let close: (Int32) -> Void
    private var isOwned = true

    /// Takes over an open descriptor and makes it non-blocking.
    init(_ number: Int32, closedBy opener: DeviceOpener) {
      self.number = number
      close = opener.close
      let flags = fcntl(number, F_GETFL)
      if flags >= 0, flags & O_NONBLOCK == 0 { _ = fcntl(number, F_SETFL, flags | O_NONBLOCK) }
    }

    convenience init(opening node: String, with opener: DeviceOpener) throws(DeviceError) {
      do {
        let number = try opener.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        self.init(number, closedBy: opener)
      } catch let error as DeviceError {
        throw error
      } catch let error as Errno {
        throw DeviceError(opening: node, error)
      } catch {
        throw DeviceError(.failed, device: node, message: "\(error)")
      }
      if number < 0 {
        isOwned = false
        throw DeviceError(.failed, device: node, message: "the opener returned no descriptor")
      }
    }

    /// Leaves the descriptor to the caller that handed it in.
    func giveBack() { isOwned = false }

    deinit { if isOwned { close(number) } }
  }
#endif
