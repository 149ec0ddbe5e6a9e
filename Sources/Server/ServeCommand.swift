import Core
import Foundation
import Hosting
import Platform
import WebServer

/// `stoa serve`: opens the site, serves it, and stops when told to.
enum ServeCommand {
    static func run(_ words: [String]) async -> Int32 {
        do {
            let options = try ServeOptions(words)
            try await serve(options)
            return 0
        } catch let mistake as Arguments.Mistake {
            SiteCommand.write("stoa: \(mistake)\n\n\(Usage.serve)", true)
            return exitUsage
        } catch {
            SiteCommand.write(Failure.words(for: error), true)
            return 1
        }
    }

    private static func serve(_ options: ServeOptions) async throws {
        ProcessMemory.giveBackEarly()
        let stop = StopSignal()
        let log = Composition.log
        let running = try await Composition.open(options.folder, only: options.apps, log: log)
        let site = running.site
        let demo = options.isDemo ? try await DemoSite.begin(running, files: options.demoFiles, standIns: options.standIns) : nil
        guard options.isLoopback || !site.configuration.isDemo else { throw SiteRefusal.demoIsLocal }
        let names = Set(options.names).subtracting(site.configuration.hostNames).sorted()
        if !names.isEmpty { try await site.configure { $0.hosts += names } }
        let welcome = try await Owner.welcome(running)
        // The set-up page asks for the name; a site that is set up has to know it.
        if options.isOpenToOthers, site.configuration.hostNames.isEmpty, try await Owner.isThere(running) { throw SiteRefusal.noNames }

        let server = WebServer(handler: running.handler, configuration: try options.server(site), log: log, metrics: site.metrics)
        let port = try server.start()
        let standIns = demo == nil ? nil : try options.standIns.map { try JSONDecoder().decode(DemoStandIns.self, from: Data(contentsOf: $0)) }
        try await standIns?.use(in: site, at: options.address(port))
        let control = try ControlServer(options.folder, log: log) { words, output in await running.run(words, output: output) }
        try await running.startJobs()
        SiteCommand.write("Stoa is ready at \(options.address(port))", false)
        for line in welcome(options.address(port)) + (demo?.lines ?? []) + (standIns?.lines(for: site) ?? []) { SiteCommand.write(line, false) }
        let filling = DemoFilling(demo)

        await stop.wait()
        log(.notice, "server.stopping")
        filling.cancel()
        control.stop()
        await server.stop()
        await filling.end()
        await running.close()
    }
}

/// What the words after `serve` ask for.
struct ServeOptions {
    let folder: SiteFolder
    let port: Int
    let host: String
    let apps: [String]?
    let certificate: String?
    let key: String?
    let redirectPort: Int?
    let isBehindProxy: Bool
    /// Names that the site answers to from now on.
    let names: [String]
    let isDemo: Bool
    let demoFiles: URL?
    /// What `stoa-standins --describe` wrote.
    let standIns: URL?

    init(_ words: [String]) throws {
        let arguments = try Arguments(
            words,
            values: [
                "--data", "--port", "--address", "--apps", "--tls-cert", "--tls-key", "--redirect-port", "--host", "--demo-files", "--stand-ins",
            ],
            flags: ["--behind-proxy", "--demo"])
        if let word = arguments.rest.first { throw Arguments.Mistake("“\(word)” is not understood here.") }
        let data = arguments["--data"] ?? "site"
        guard !data.isEmpty else { throw Arguments.Mistake("--data needs a folder.") }
        folder = SiteFolder(URL(filePath: data))
        port = try arguments.int("--port", in: 0...65_535) ?? 8080
        host = arguments["--address"] ?? "127.0.0.1"
        apps = arguments["--apps"].map { $0.split(separator: ",").map(String.init) }
        certificate = arguments["--tls-cert"]
        key = arguments["--tls-key"]
        redirectPort = try arguments.int("--redirect-port", in: 1...65_535)
        isBehindProxy = arguments.has("--behind-proxy")
        names = arguments.all("--host").map(SiteAddress.name(ofHost:))
        isDemo = arguments.has("--demo")
        demoFiles = arguments["--demo-files"].map { URL(filePath: $0, directoryHint: .isDirectory) }
        standIns = arguments["--stand-ins"].map { URL(filePath: $0) }
        guard standIns == nil || isDemo else { throw Arguments.Mistake("--stand-ins is for a --demo only: stand-ins believe whoever asks.") }
        guard (certificate == nil) == (key == nil) else { throw Arguments.Mistake("--tls-cert and --tls-key go together.") }
        guard isLoopback || certificate != nil || isBehindProxy else { throw SiteRefusal.notEncrypted(address: host) }
    }

    /// Whether only this machine can reach the server.
    var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// Whether other machines reach the server, directly or through a proxy.
    var isOpenToOthers: Bool { !isLoopback || isBehindProxy }

    /// The address that people open.
    func address(_ port: Int) -> String {
        let name = ["127.0.0.1", "::1", "0.0.0.0", "::"].contains(host) ? "localhost" : host
        return "\(certificate == nil ? "http" : "https")://\(name):\(port)"
    }
}

extension ServeOptions {
    /// What the server is told about sockets.
    func server(_ site: Site) throws -> WebServerConfiguration {
        var configuration = WebServerConfiguration(port: port, uploadFolder: site.folder.temporary)
        configuration.address = host
        configuration.behindProxy = isBehindProxy
        configuration.redirectPort = redirectPort
        configuration.redirectsHost = { site.configuration.redirects(host: $0) }
        configuration.limits.fit(openFiles: OpenFiles.raiseLimit())
        let chosen = site.configuration
        if let reserve = site.node.reservedSpace { configuration.limits.reservedSpace = reserve }
        // A few of the largest files at a time for each person, and four such people.
        let most = Int(clamping: min(chosen.uploadLimit, 1 << 50))
        configuration.limits.uploadBytesPerStaff = max(configuration.limits.uploadBytesPerStaff, 4 * most)
        configuration.limits.uploadBytes = max(configuration.limits.uploadBytes, 16 * most)
        if let certificate, let key {
            configuration.tls = .init(
                certificate: try String(contentsOfFile: certificate, encoding: .utf8), key: try String(contentsOfFile: key, encoding: .utf8))
        }
        return configuration
    }
}
