/// Many coordinates in two contiguous arrays, for computing with all of them at once.
public struct CoordinateBatch: Hashable, Sendable {
  /// Degrees, as in ``Coordinate``.
  public private(set) var latitudes: [Double] = []
  public private(set) var longitudes: [Double] = []

  public init() {}

  public init(_ coordinates: some Sequence<Coordinate>) {
    for coordinate in coordinates { append(coordinate) }
  }

  /// - Precondition: as many latitudes as longitudes.
  public init(latitudes: [Double], longitudes: [Double]) {
    precondition(latitudes.count == longitudes.count, "a coordinate has two numbers")
    self.latitudes = latitudes
    self.longitudes = longitudes
  }

  public var count: Int { latitudes.count }

  public subscript(index: Int) -> Coordinate {
    Coordinate(latitude: latitudes[index], longitude: longitudes[index])
  }

  public mutating func append(_ coordinate: Coordinate) {
    latitudes.append(coordinate.latitude)
    longitudes.append(coordinate.longitude)
  }

  public mutating func removeAll(keepingCapacity: Bool = false) {
    latitudes.removeAll(keepingCapacity: keepingCapacity)
    longitudes.removeAll(keepingCapacity: keepingCapacity)
  }
}
