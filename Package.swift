// swift-tools-version: 6.2
import PackageDescription

/// Every target is Swift 6 mode with warnings as errors; an upcoming feature is listed where the code relies on it.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The fuzzing targets are tests; with MEMO_LIBFUZZER set they are a program that libFuzzer drives. Only there, as its
// runtime comes with a main function and every module has to be built for it: see Fuzzing.md.
let fuzzed: [Target.Dependency] = [
  "CSystem", "MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser", "MemoPlatform", "MemoCLI",
  "MemoTestSupport",
]
let fuzzing: Target =
  Context.environment["MEMO_LIBFUZZER"] == nil
  ? .testTarget(name: "MemoFuzzTests", dependencies: fuzzed, exclude: ["LibFuzzer.swift"], swiftSettings: settings)
  : .executableTarget(
    name: "memo-fuzz", dependencies: fuzzed, path: "Tests/MemoFuzzTests", exclude: ["FuzzTests.swift"],
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])

// The arrows between targets are the architecture: the core knows nothing of the rest, the vault's use cases know only
// the core, and only the executables know the platform. ArchitectureTests holds the same arrows.
let package = Package(
  name: "memo",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "memo", targets: ["memo"]),
    .executable(name: "memo-bench", targets: ["memo-bench"]),
  ],
  targets: [
    .target(name: "CSystem"),
    .target(name: "MemoCore", dependencies: ["CSystem"], swiftSettings: settings),
    .target(name: "MemoStore", dependencies: ["MemoCore"], swiftSettings: settings),
    .target(name: "MemoIndex", dependencies: ["MemoCore", "MemoStore"], swiftSettings: settings),
    .target(name: "MemoSync", dependencies: ["MemoCore", "MemoStore"], swiftSettings: settings),
    .target(
      name: "MemoKit", dependencies: ["MemoCore", "MemoStore", "MemoIndex", "MemoSync"], swiftSettings: settings),
    .target(
      name: "MemoBrowser", dependencies: ["MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit"],
      swiftSettings: settings),
    .target(
      name: "MemoPlatform",
      dependencies: ["CSystem", "MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser"],
      swiftSettings: settings),
    .target(
      name: "MemoCLI", dependencies: ["MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser"],
      swiftSettings: settings),
    .executableTarget(
      name: "memo",
      dependencies: [
        "MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser", "MemoPlatform", "MemoCLI",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "memo-bench",
      dependencies: ["MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser", "MemoPlatform"],
      swiftSettings: settings),

    .target(
      name: "MemoTestSupport",
      dependencies: [
        "CSystem", "MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser", "MemoPlatform",
      ],
      path: "Tests/MemoTestSupport",
      swiftSettings: settings),
    .testTarget(name: "MemoCoreTests", dependencies: ["MemoCore", "MemoTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MemoKitTests",
      dependencies: ["MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoPlatform", "MemoTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MemoBrowserTests",
      dependencies: ["MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser", "MemoTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MemoPlatformTests",
      dependencies: [
        "CSystem", "MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser", "MemoPlatform",
        "MemoTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MemoCLITests",
      dependencies: [
        "MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit", "MemoBrowser", "MemoCLI", "MemoTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MemoBenchTests", dependencies: ["memo-bench", "MemoCore", "MemoTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MemoEndToEndTests", dependencies: ["memo", "MemoCore", "MemoCLI", "MemoTestSupport"],
      swiftSettings: settings),
    fuzzing,
  ]
)
