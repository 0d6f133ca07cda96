import Course
import Git
import Glibc
import Text

/// A headless browser that prints pages as PDF.
struct Browser {
  private let program: String
  private let surroundings: Surroundings

  private static let names = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "brave-browser",
  ]

  /// The most bytes that the path of the folder for temporary files can have.
  private static let longestFolder = 24

  /// The time limit in seconds.
  private static let patience = 120.0

  /// Finds the first browser on PATH.
  ///
  /// - Throws: `Failure` if there is none.
  init(_ surroundings: Surroundings) throws {
    let folders = (surroundings.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    let places = Browser.names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
      throw Failure(
        .notConfigured, "cannot print PDF: no Chromium or Chrome on PATH",
        hint: """
          install the package chromium, or write an .html file and print it \
          from any browser
          """)
    }
    program = found
    self.surroundings = surroundings
  }

  /// Prints a page as PDF.
  ///
  /// The browser uses a temporary profile and no network.
  /// - Throws: `Failure` if it fails.
  func pdf(of page: String) throws -> [UInt8] {
    // The addresses of the browser's sockets, below this folder, have at most 107 bytes.
    let isShort = surroundings.temporaryFolder.utf8.count <= Browser.longestFolder
    let folder = TemporaryFolder(
      "teachkit-print", in: isShort ? surroundings.temporaryFolder : "/tmp")
    try folder.makePrivate()
    defer { folder.remove() }
    let (source, result) = (folder.path + "/page.html", folder.path + "/page.pdf")
    try DurableFile.write(Array(page.utf8), to: source, access: .ownerOnly)
    let run = Subprocess(
      program,
      [
        "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-sync",
        "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
        "--proxy-server=127.0.0.1:9",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=\(folder.path)/profile",
        "--no-pdf-header-footer", "--print-to-pdf=\(result)",
      ] + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["file://\(Browser.address(source))"],
      environment: environment(folder.path), folder: folder.path, timeout: Browser.patience)
    let ended = try run.run()
    guard let bytes = try DurableFile.read(result), bytes.starts(with: Array("%PDF-".utf8)) else {
      throw Failure(
        .ioFailure,
        ended.status == .timedOut
          ? "'\(program)' printed no PDF within \(Int(Browser.patience)) seconds"
          : "'\(program)' printed no PDF: \(Browser.lastLine(ended.errorText))",
        hint: "write an .html file, and print it from any browser")
    }
    return bytes
  }

  /// The environment that the browser needs, without that of the user's own browser.
  private func environment(_ folder: String) -> [String: String] {
    var found = ["HOME": folder, "XDG_RUNTIME_DIR": folder, "TMPDIR": folder]
    for name in ["PATH", "LANG", "LC_ALL", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LD_LIBRARY_PATH"]
    {
      found[name] = surroundings.variable(name)
    }
    return found
  }

  /// A path escaped for an address.
  private static func address(_ path: String) -> String {
    path.utf8.reduce(into: "") { address, byte in
      let isPlain =
        byte < 0x80
        && (Unicode.Scalar(byte).properties.isAlphabetic || "0123456789/-_.".utf8.contains(byte))
      address +=
        isPlain
        ? String(Unicode.Scalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }

  private static func lastLine(_ text: String) -> String {
    text.split(separator: "\n").last.map(String.init) ?? "no message"
  }
}
