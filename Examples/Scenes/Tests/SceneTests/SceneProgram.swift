import TestSupport

extension Program {
  /// The program of this package.
  static let scene = builtProgram("scene")
}
