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

/// For the targets in which tests spend their time, here and in the programs that they start: without -O, generic code is
/// not specialized, which costs a debug build's tests more than the optimizer costs the build.
let tested = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// lld comes with the toolchain and links the tests in a sixth of the time that the system's linker takes.
let linked: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]

/// What people run needs no library of the machine it runs on and starts in a quarter of the time. The libraries are those of
/// Foundation's parts, which only the compiler's own option for static libraries would name; what debuggers read of them would be
/// a third of the program.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-executable", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
      "-Xlinker", "--strip-debug",
    ],
    .when(platforms: [.linux], configuration: .release))
]

/// The vault behind every front end: files, index, git and the use cases over them.
let library: [Target.Dependency] = ["MemoCore", "MemoStore", "MemoIndex", "MemoSync", "MemoKit"]

// The fuzzing targets are tests; with MEMO_LIBFUZZER set they are a program that libFuzzer drives. Only there, as its
// runtime comes with a main function and every module has to be built for it: see Fuzzing.md.
let fuzzed: [Target.Dependency] =
  ["CSystem"] + library + ["MemoWords", "MemoTUI", "MemoLSP", "MemoPlatform", "MemoCLI", "MemoTestSupport"]
let fuzzing: Target =
  Context.environment["MEMO_LIBFUZZER"] == nil
  ? .testTarget(name: "MemoFuzzTests", dependencies: fuzzed, exclude: ["LibFuzzer.swift"], swiftSettings: settings)
  : .executableTarget(
    name: "memo-fuzz", dependencies: fuzzed, path: "Tests/MemoFuzzTests", exclude: ["FuzzTests.swift"],
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])

// The arrows between targets are the architecture: the core knows nothing of the rest, the index and git know the files
// only, front ends know the use cases, and only the executables know the platform. ArchitectureTests holds the same arrows.
let package = Package(
  name: "memo",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "memo", targets: ["memo"]),
    .executable(name: "memo-bench", targets: ["memo-bench"]),
  ],
  targets: [
    .target(name: "CSystem"),
    .target(name: "MemoCore", dependencies: ["CSystem"], swiftSettings: tested),
    .target(name: "MemoStore", dependencies: ["MemoCore"], swiftSettings: tested),
    .target(name: "MemoIndex", dependencies: ["MemoCore", "MemoStore"], swiftSettings: tested),
    .target(name: "MemoSync", dependencies: ["MemoCore", "MemoStore"], swiftSettings: settings),
    .target(
      name: "MemoKit", dependencies: ["MemoCore", "MemoStore", "MemoIndex", "MemoSync"], swiftSettings: settings),
    .target(name: "MemoWords", dependencies: library, swiftSettings: settings),
    .target(name: "MemoTUI", dependencies: library + ["MemoWords"], swiftSettings: tested),
    .target(name: "MemoLSP", dependencies: library + ["MemoWords"], swiftSettings: settings),
    .target(name: "MemoCLI", dependencies: library + ["MemoWords", "MemoTUI", "MemoLSP"], swiftSettings: settings),
    .target(name: "MemoPlatform", dependencies: ["CSystem"] + library + ["MemoTUI"], swiftSettings: tested),
    .executableTarget(
      name: "memo", dependencies: library + ["MemoWords", "MemoTUI", "MemoCLI", "MemoPlatform"],
      swiftSettings: settings, linkerSettings: linked + selfContained),
    .executableTarget(
      name: "memo-bench", dependencies: library + ["MemoTUI", "MemoPlatform"], swiftSettings: tested),

    .target(
      name: "MemoTestSupport", dependencies: ["CSystem"] + library + ["MemoTUI", "MemoPlatform"],
      path: "Tests/MemoTestSupport", swiftSettings: tested, linkerSettings: linked),
    .testTarget(name: "MemoCoreTests", dependencies: ["MemoCore", "MemoTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MemoKitTests", dependencies: library + ["MemoPlatform", "MemoTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MemoTUITests", dependencies: library + ["MemoWords", "MemoTUI", "MemoTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MemoLSPTests",
      dependencies: library + ["MemoWords", "MemoTUI", "MemoLSP", "MemoCLI", "MemoPlatform", "MemoTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MemoPlatformTests",
      dependencies: ["CSystem"] + library + ["MemoTUI", "MemoPlatform", "MemoTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MemoCLITests", dependencies: library + ["MemoWords", "MemoTUI", "MemoCLI", "MemoTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MemoBenchTests", dependencies: ["memo-bench", "MemoCore", "MemoTestSupport"], swiftSettings: settings),
    // They run the program, which a test build makes like all others; a dependency would link them as it is linked.
    .testTarget(
      name: "MemoEndToEndTests",
      dependencies: ["MemoCore", "MemoWords", "MemoCLI", "MemoTestSupport"], swiftSettings: settings),
    fuzzing,
  ]
)
