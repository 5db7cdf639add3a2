/// The version of Touchstone: the only source for its libraries, its programs and its packages.
public enum Version {
  /// The version as in [Semantic Versioning](https://semver.org): `major.minor.patch`.
  public static let number = "0.1.0"
}
