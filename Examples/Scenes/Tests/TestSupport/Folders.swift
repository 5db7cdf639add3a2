import Foundation

/// The folder of this package.
public let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// The checkout of Touchstone, whose recordings the tests play.
public let checkoutFolder = packageFolder.deletingLastPathComponent().deletingLastPathComponent()
