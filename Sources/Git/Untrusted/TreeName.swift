/// Checks a single name in an untrusted tree.
enum TreeName {
  /// The problem with a name; nil for none.
  ///
  /// The length is checked by the rules.
  static func fault(_ bytes: [UInt8]) -> TreeFault.Kind? {
    if bytes.isEmpty { return .emptyName }
    guard let name = String(validating: bytes, as: UTF8.self) else { return .notText }
    if name == "." || name == ".." { return .dots }
    if bytes.contains(UInt8(ascii: "/")) || bytes.contains(UInt8(ascii: "\\")) {
      return .separator
    }
    // This comes before the check of characters, because some of them serve to disguise these
    // names.
    let plain = plain(name)
    if plain == ".git" || isShortName(plain, "git", exact: true) { return .gitFolder }
    if plain == ".gitmodules" || isShortName(plain, "gitmod", exact: false)
      || isHashedName(plain)
    {
      return .gitModules
    }
    if name.unicodeScalars.contains(where: isInvisible) { return .controlCharacter }
    if bytes.last == UInt8(ascii: ".") || bytes.last == UInt8(ascii: " ") { return .trailingDot }
    if isDevice(plain) { return .reservedName }
    return nil
  }

  /// The name as the most lenient file systems see it: in lower case, without ignorable characters
  /// and truncated endings.
  static func plain(_ name: String) -> String {
    var bytes = lowercased(name).utf8.prefix { $0 != UInt8(ascii: ":") }
    while let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
      bytes.removeLast()
    }
    return String(Substring(bytes))
  }

  private static func lowercased(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !isIgnorable(scalar) {
      scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(scalars)
  }

  /// `git~1` and similar: NTFS short names.
  private static func isShortName(_ name: String, _ start: String, exact: Bool) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual(start.utf8), !parts[1].isEmpty else {
      return false
    }
    return exact
      ? parts[1].elementsEqual("1".utf8) : parts[1].allSatisfy { (48...57).contains($0) }
  }

  /// The short names of `.gitmodules` on NTFS if the usual ones are taken.
  private static func isHashedName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count == 8, bytes.starts(with: Array("gi7eba".utf8)) else { return false }
    return bytes[6] == UInt8(ascii: "~") && (49...57).contains(bytes[7])
  }

  /// The characters that HFS+ ignores when comparing names.
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xAD, 0x180E: true
    default: false
    }
  }

  /// Control, bidirectional and invisible characters, line separators, and noncharacters.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate:
      // Joiners are part of words in some scripts.
      scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  private static let devices: Set<String> = {
    var names: Set<String> = ["con", "prn", "aux", "nul", "conin$", "conout$"]
    for digit in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"] {
      names.insert("com" + digit)
      names.insert("lpt" + digit)
    }
    return names
  }()

  private static func isDevice(_ plain: String) -> Bool {
    var name = plain.utf8.prefix { $0 != UInt8(ascii: ".") }
    while name.last == UInt8(ascii: " ") { name.removeLast() }
    return devices.contains(String(Substring(name)))
  }
}
