// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Keeps the library of regular expressions out of the binary: docs/decisions/linking.md.
let lean =
  settings + [
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])
  ]

/// What is large and waits for disks and people more than for the processor is optimised for size.
let small = lean + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// A library of this package: its sources are in `Sources/NAME`, its tests in `Tests/NAMETests`.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = lean
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies,
    swiftSettings: settings)
}

/// Libraries that become part of the binary instead of being loaded at each start.
func archives(_ names: String...) -> [LinkerSetting] {
  names.map { .linkedLibrary(":lib\($0).a") }
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "teachkit",
  products: [.executable(name: "teachkit", targets: ["teachkit"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(
      name: "CGit2",
      linkerSettings: archives("git2", "http_parser", "mbedcrypto", "crypto", "pcre2-8", "z")),
    .systemLibrary(
      name: "CText", providers: [.apt(["libutf8proc-dev", "libpcre2-dev", "libmbedtls-dev"])]),
    .systemLibrary(
      name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(name: "CArchives", linkerSettings: archives("minizip", "expat", "z")),
    library("Substrings"),
    library("Text", ["CText"]),
    library("PlainYAML", ["Text"]),
    library("Git", ["CGit2", "Substrings", "Text"]),
    library("Model", ["Substrings", "Text"]),
    library("Sandbox", ["Git", "Substrings", "Text"], settings: small),
    library("Grading", ["Model", "Text"]),
    library("Games", ["Model", "Substrings", "Text"], settings: small),
    library("Storage", ["Model", "PlainYAML", "Git", "Substrings", "Text"]),
    library(
      "HubProtocol", ["Model", "PlainYAML", "Git", "Substrings", "Text"], settings: small),
    library(
      "HubServer", ["HubProtocol", "Model", "PlainYAML", "Git", "Substrings", "Text"],
      settings: small),
    library(
      "Exchange", ["Storage", "Model", "PlainYAML", "HubProtocol", "Git", "Substrings", "Text"],
      settings: small),
    library(
      "Course",
      [
        "Archives", "Exchange", "Git", "Grading", "HubProtocol", "Model", "PlainYAML", "Reports",
        "Sandbox", "Storage", "Substrings", "Text",
      ],
      settings: small),
    library("Archives", ["CArchives", "Model", "Text"], settings: small),
    library("Reports", ["Archives", "Model", "Substrings", "Text"], settings: small),
    library("Markdown", ["CMarkdown", "Substrings", "Text"], settings: small),
    library("Paper", ["Markdown", "Model", "Reports", "Substrings", "Text"], settings: small),
    .executableTarget(
      name: "teachkit",
      dependencies: [
        "Course", "Exchange", "Games", "Git", "Grading", "HubProtocol", "HubServer", "Markdown",
        "Model", "Paper",
        "PlainYAML", "Reports", "Sandbox", "Storage", "Substrings", "Text", argumentParser,
      ],
      swiftSettings: small),
    .executableTarget(
      name: "plainyaml-fuzz",
      dependencies: ["PlainYAML", .product(name: "Yams", package: "Yams")],
      path: "Tests/Fuzz", swiftSettings: settings),
    tests("Substrings", settings: lean),
    tests("PlainYAML", ["plainyaml-fuzz", .product(name: "Yams", package: "Yams")]),
    tests("Text"),
    tests("Git"),
    tests("Model"),
    tests("Grading"),
    tests("Games", ["Model", "Text"]),
    tests("Storage"),
    tests("Exchange"),
    tests("HubServer", ["Git", "HubProtocol", "Model"]),
    tests("Sandbox"),
    tests(
      "Course",
      [
        "Exchange", "Git", "Grading", "HubProtocol", "Model", "PlainYAML", "Reports", "Sandbox",
        "Storage", "Text",
      ]),
    tests("Archives"),
    tests("Reports", ["Archives", "Text"]),
    tests("Markdown"),
    tests("Paper", ["Model", "Reports"]),
    tests(
      "teachkit",
      [
        "Course", "Games", "Git", "Model", "PlainYAML", "Reports", "Storage", "Text",
        argumentParser,
      ]),
    .testTarget(
      name: "ScenarioTests", dependencies: ["teachkit", "plainyaml-fuzz"], swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .executableTarget(
      name: "teachkit-bench", dependencies: ["Model", "PlainYAML", "Storage"],
      path: "Tests/Benchmarks", swiftSettings: settings),
  ]
)
