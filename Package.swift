// swift-tools-version: 6.2
import PackageDescription

// Every target is one line: its folder, what it stands on, and whether it carries resources.
// The rules of the architecture (see Docs/architecture.md) are checked against these lines by `./stoa check`.

/// A Debian library: a module map (and narrow C shims) that exactly one Swift target imports.
func library(_ name: String, pkgConfig: String, debian: String) -> Target {
    .systemLibrary(name: name, path: "Sources/CLibs/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

func kernel(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Kernel/\(name)", resources: resources)
}

func app(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Apps/\(name)", resources: [.copy("Resources")])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(name)Tests", exclude: resources)
}

let package = Package(
    name: "Stoa",
    products: [
        .executable(name: "stoa", targets: ["Server"]),
        .executable(name: "stoa-converter", targets: ["Converter"]),
        .executable(name: "stoa-standins", targets: ["StandInServer"]),
    ],
    targets: [
        // C libraries
        library("CMicroHTTPD", pkgConfig: "libmicrohttpd", debian: "libmicrohttpd-dev"),
        library("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
        library("CPostgres", pkgConfig: "libpq", debian: "libpq-dev"),
        library("COpenSSL", pkgConfig: "libcrypto", debian: "libssl-dev"),
        library("CArgon2", pkgConfig: "libargon2", debian: "libargon2-dev"),
        library("CArchive", pkgConfig: "libarchive", debian: "libarchive-dev"),
        library("CMinizip", pkgConfig: "minizip", debian: "libminizip-dev"),
        library("CGumbo", pkgConfig: "gumbo", debian: "libgumbo-dev"),
        library("CMarkdown", pkgConfig: "libcmark-gfm", debian: "libcmark-gfm-dev"),
        library("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
        library("CQRencode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
        library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
        library("SysXML", pkgConfig: "libxml-2.0", debian: "libxml2-dev"),
        .systemLibrary(name: "CGlibc", path: "Sources/CLibs/CGlibc"),
        .target(name: "CXML", dependencies: ["SysXML"], path: "Sources/CLibs/CXML"),
        .target(name: "CSpawn", path: "Sources/CLibs/CSpawn"),
        .target(name: "CStemmer", path: "Sources/CLibs/CStemmer", linkerSettings: [.linkedLibrary("stemmer")]),

        // Kernel: from the ground up
        kernel("Core"),
        kernel("Localization", ["Core"], resources: [.copy("Resources")]),
        kernel("Markup", ["Core", "Localization"]),
        kernel("Web", ["Core"], resources: [.copy("Resources")]),
        kernel("WebServer", ["Core", "Web", "CMicroHTTPD"]),
        kernel("Database", ["Core"]),
        kernel("DatabaseSQLite", ["Core", "Database", "CSQLite"]),
        kernel("DatabasePostgres", ["Core", "Database", "CPostgres"]),
        kernel("Crypto", ["Core", "COpenSSL", "CArgon2"]),
        kernel("Codes", ["CQRencode"]),
        kernel("Timetables", ["Core"]),
        kernel("Calendars", ["Core"]),
        kernel("Compression", ["CZlib"]),
        kernel("Jobs", ["Core", "Database"]),
        kernel("Events", ["Core", "Database"]),
        kernel("Media", ["Core", "Database", "Jobs", "Crypto"]),
        kernel("Documents", ["Core", "Localization", "CSpawn"], resources: [.copy("Resources")]),
        kernel("Archives", ["Core", "Documents", "CArchive", "CMinizip"]),
        // Reads files of strangers; the server never links it.
        kernel("Converters", ["Core", "Localization", "Documents", "Archives", "CXML", "CGumbo", "CMarkdown"]),
        kernel("Search", ["Core", "Database", "CStemmer"]),
        kernel("Audit", ["Core", "Database", "Crypto", "Compression"]),
        kernel("Analytics", ["Core", "Database"]),
        kernel("Interface", ["Core", "Localization", "Markup", "Web", "Codes"], resources: [.copy("Resources")]),
        kernel(
            "Platform",
            [
                "Core", "Localization", "Markup", "Web", "Database", "DatabaseSQLite", "DatabasePostgres", "Jobs", "Events",
                "Media", "Documents", "Search", "Audit", "Analytics", "Interface", "Crypto", "Compression", "CGlibc",
            ], resources: [.copy("Resources")]),
        // What keeps a site: its backups, its doctor, its socket for commands.
        kernel("Hosting", ["Core", "Audit", "Crypto", "Database", "DatabasePostgres", "Documents", "Platform"]),
        kernel("Outbound", ["Core", "CCurl"]),
        kernel(
            "Payments",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Audit", "Crypto", "Interface", "Platform", "Outbound", "Accounts",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Mail",
            ["Core", "Analytics", "Localization", "Markup", "Web", "Database", "Jobs", "Audit", "Interface", "Platform", "Outbound", "Crypto"],
            resources: [.copy("Resources")]),
        kernel(
            "Accounts",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Events", "Crypto", "Audit", "Analytics",
                "Interface", "Platform", "Mail",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "SignIn",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Crypto", "Audit", "Interface", "Platform", "Outbound",
                "Mail", "Accounts",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Notifications",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Events", "Crypto", "Audit", "Interface", "Platform", "Outbound",
                "Mail", "Accounts",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Moderation",
            [
                "Core", "Analytics", "Localization", "Markup", "Web", "Database", "Jobs", "Events", "Crypto", "Audit", "Interface", "Platform",
                "Accounts",
                "Notifications", "Outbound",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Profiles",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Media", "Documents", "Audit", "Analytics", "Interface",
                "Platform", "Mail", "Archives", "Accounts", "SignIn", "Moderation",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Messages",
            [
                "Core", "Analytics", "Localization", "Markup", "Web", "Database", "Events", "Audit", "Interface", "Platform", "Accounts",
                "Notifications",
                "Moderation",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Operations",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Events", "Media", "Documents", "Crypto", "Audit", "Analytics",
                "Interface", "Platform", "Hosting", "Accounts", "Notifications",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Statistics",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Documents", "Audit", "Analytics", "Interface", "Platform", "Accounts",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Settings",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Audit", "Interface", "Platform", "Accounts", "Mail", "Notifications",
                "Media", "Documents",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Help",
            [
                "Core", "Crypto", "Analytics", "Localization", "Markup", "Web", "Database", "Jobs", "Audit", "Interface", "Platform", "Accounts",
                "Notifications", "Mail",
            ],
            resources: [.copy("Resources")]),
        kernel(
            "Reading",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Media", "Documents", "Search", "Analytics",
                "Audit", "Interface", "Platform", "Crypto", "Archives",
            ], resources: [.copy("Resources")]),

        // Apps: one folder each, never importing one another
        app(
            "LibraryApp",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Media", "Documents", "Search", "Analytics",
                "Audit", "Interface", "Platform", "Accounts", "SignIn", "Reading", "Crypto",
            ]),

        app(
            "VolunteersApp",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Events", "Search", "Audit", "Analytics", "Interface", "Platform",
                "Accounts", "Profiles", "Notifications", "Moderation", "Messages", "Crypto", "Calendars",
            ]),

        app(
            "CafeteriaApp",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Jobs", "Events", "Media", "Search", "Audit", "Analytics", "Interface",
                "Platform", "Accounts", "Notifications", "Payments", "Statistics", "Crypto", "Documents",
            ]),

        app(
            "StoriesApp",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Events", "Jobs", "Media", "Documents", "Search", "Audit", "Interface",
                "Platform", "Accounts", "Profiles", "Notifications", "Moderation", "Messages", "Reading", "Crypto", "Mail",
            ]),

        app(
            "MuseumApp",
            [
                "Core", "Localization", "Markup", "Web", "Database", "Events", "Jobs", "Media", "Documents", "Search", "Audit", "Analytics",
                "Interface", "Platform", "Accounts", "Mail", "Notifications", "Outbound", "Payments", "Crypto", "Codes", "Timetables", "Calendars",
            ]),

        // The executables, and what tests stand on
        .executableTarget(
            name: "Server",
            dependencies: [
                "Core", "Localization", "Web", "WebServer", "Database", "DatabaseSQLite", "DatabasePostgres", "Platform", "Hosting", "Accounts",
                "SignIn", "Profiles", "Reading", "Mail", "Notifications", "Moderation", "Messages", "Operations", "Payments", "Statistics",
                "Settings", "Help", "LibraryApp", "VolunteersApp", "CafeteriaApp", "StoriesApp", "MuseumApp", "Crypto", "Media", "Documents",
                "Interface",
            ], path: "Sources/Server", resources: [.copy("Demo")]),
        .executableTarget(name: "Converter", dependencies: ["Converters"], path: "Sources/Converter"),
        .target(
            name: "StandIns", dependencies: ["Core", "Localization", "Markup", "Web", "WebServer", "Crypto", "Outbound"], path: "Sources/StandIns"),
        .executableTarget(name: "StandInServer", dependencies: ["Core", "StandIns", "Platform"], path: "Sources/StandInServer"),
        .target(
            name: "TestSupport",
            dependencies: [
                "Core", "Localization", "Markup", "Web", "WebServer", "Database", "DatabaseSQLite", "DatabasePostgres", "Platform",
                "Accounts", "SignIn", "Profiles", "Mail", "Media", "Notifications", "Moderation", "Messages", "Operations", "Settings", "Help",
                "Crypto", "Outbound", "Search", "StandIns",
            ], path: "Sources/TestSupport"),

        tests("Core", []),
        tests(
            "LibraryApp",
            [
                "Core", "Database", "Web", "Platform", "Notifications", "Operations", "Reading", "Media", "Documents",
                "Search", "Analytics", "Accounts", "DatabaseSQLite", "Jobs", "Localization",
            ]),
        tests(
            "Accounts",
            [
                "Analytics", "Audit", "Core", "Crypto", "Database", "Events", "LibraryApp", "Mail", "Media", "Messages", "Moderation",
                "Notifications",
                "Outbound", "Platform", "Reading", "Profiles", "SignIn", "StandIns", "VolunteersApp", "Web",
            ]),
        tests("SignIn", []),
        tests("Outbound", ["Core"]),
        tests("Mail", ["Accounts", "Core", "Database", "Platform", "StandIns", "Web"]),
        tests(
            "Notifications",
            ["Accounts", "Core", "Crypto", "Database", "Events", "Jobs", "Localization", "Mail", "Outbound", "Platform", "StandIns", "Web"]),
        tests(
            "Moderation",
            [
                "Accounts", "Analytics", "Audit", "Core", "Database", "Interface", "Jobs", "Localization", "Notifications", "Platform", "Profiles",
                "StandIns", "Web",
            ]),
        tests("Messages", ["Accounts", "Core", "Database", "Interface", "Markup", "Moderation", "Notifications", "Platform", "Web"]),
        tests(
            "Operations",
            [
                "Accounts", "Analytics", "Audit", "Core", "Database", "Hosting", "Interface", "Jobs", "Localization", "Media", "Notifications",
                "Platform", "Web",
            ]),
        tests(
            "Statistics",
            [
                "Accounts", "Analytics", "Audit", "Core", "Database", "DatabasePostgres", "Help", "Jobs", "LibraryApp", "Mail", "Messages",
                "Moderation",
                "Notifications",
                "Platform", "Reading", "VolunteersApp", "Web",
            ]),
        tests(
            "Settings",
            [
                "VolunteersApp", "Mail", "Accounts", "Audit", "Core", "Database", "Events", "Messages", "Moderation", "Notifications", "Operations",
                "Platform", "Web",
            ]),
        tests(
            "Help", ["LibraryApp", "Reading", "Mail", "Accounts", "Audit", "Core", "Database", "Localization", "Notifications", "Platform", "Web"]),
        tests(
            "VolunteersApp",
            ["Accounts", "Core", "Crypto", "Database", "Jobs", "Mail", "Messages", "Moderation", "Notifications", "Platform", "Search", "Web"]),
        tests(
            "CafeteriaApp",
            [
                "Accounts", "Analytics", "Compression", "Core", "Database", "Documents", "Help", "Mail", "Media", "Notifications", "Outbound",
                "Payments", "Platform", "StandIns", "Statistics", "Web",
            ]),
        tests(
            "StoriesApp",
            [
                "Accounts", "Core", "Database", "Documents", "Mail", "Media", "Messages", "Moderation", "Notifications", "Platform", "Profiles",
                "Reading", "Web",
            ],
            resources: ["Pages"]),
        tests(
            "MuseumApp",
            [
                "Accounts", "Analytics", "Core", "Crypto", "Database", "Documents", "Localization", "Mail", "Media", "Notifications", "Outbound",
                "Payments", "Platform", "StandIns", "Timetables", "Web",
            ]),
        tests("Codes", []),
        tests("Timetables", ["Core"]),
        tests("Calendars", ["Core"]),
        tests("Compression", []),
        tests(
            "Database",
            [
                "CafeteriaApp", "Core", "DatabaseSQLite", "DatabasePostgres", "Platform", "Accounts", "SignIn", "Profiles", "Reading", "Search",
                "LibraryApp", "Mail", "Notifications", "Moderation", "Messages", "MuseumApp", "Operations", "Payments", "Settings", "Statistics",
                "Help",
                "StoriesApp", "VolunteersApp", "Web",
            ]),
        tests(
            "Platform",
            [
                "Accounts", "Analytics", "Audit", "CafeteriaApp", "Core", "Crypto", "Database", "DatabasePostgres", "Events", "Help", "Interface",
                "Jobs", "LibraryApp", "Localization", "Mail", "Markup", "Media", "Messages", "Moderation", "MuseumApp", "Notifications", "Operations",
                "Payments", "Reading",
                "Settings", "Statistics", "StoriesApp", "VolunteersApp", "Web",
            ]),
        tests("Hosting", ["Accounts", "Audit", "Core", "Database", "Mail", "Media", "Platform"]),
        tests("Payments", ["Core", "Crypto", "Database", "Localization", "Outbound", "Platform", "StandIns", "Web"]),
        tests("Crypto", ["Core"]),
        tests("StandIns", ["Core", "Crypto", "Outbound", "Web", "WebServer"]),
        tests("Web", ["Crypto", "Core"]),
        tests("Media", ["Core", "Database", "Jobs"]),
        tests("Jobs", ["Core", "Database", "DatabaseSQLite"]),
        tests("Events", ["Core", "Database", "DatabasePostgres"]),
        tests("Audit", ["Core", "Database"]),
        tests("Analytics", ["Core", "Database"]),
        tests("WebServer", ["Core", "Web"]),
        tests("Localization", ["Core"]),
        tests("Markup", ["Core", "Localization"]),
        tests("Interface", ["Core", "Localization", "Markup", "Web"]),
        tests("Reading", ["Analytics", "Core", "Crypto", "Database", "Documents", "Media", "Platform", "Web"]),
        tests("Search", ["Core", "Database"]),
        tests("Documents", ["Core", "Archives", "Compression", "Converters"]),
    ]
)

// Where tests spend their time: what every request passes through, and what reads, finds and judges texts.
let quick: Set = [
    "Core", "Localization", "Markup", "Web", "WebServer", "Database", "DatabaseSQLite", "DatabasePostgres", "Crypto", "Codes", "Compression",
    "Jobs", "Events", "Media", "Documents", "Archives", "Converters", "Search", "Audit", "Analytics", "Interface", "Platform", "Moderation",
    "Reading",
]
// Set by `./stoa test`.
let isForTests = Context.environment["STOA_BUILD_FOR"] == "tests"

// One place for the settings of every Swift target.
for target in package.targets where target.type != .system && !["CXML", "CSpawn", "CStemmer"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    // A whole run of the tests builds all of it anew, for release. Making the tests and the pages quick would take three quarters of that time.
    if target.type == .test || isForTests && !quick.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
}
