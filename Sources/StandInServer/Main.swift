import Core
import Foundation
import Platform
import StandIns

/// The program `stoa-standins`: local stand-ins for outside services, for demos and tests.
@main
struct Main {
    static let usage = """
        usage: stoa-standins [--port N] [--describe FILE] [--with-parent]
        Plays outside services on 127.0.0.1. --port 0, which is usual, takes a free port; --describe writes what a site needs to use them;
        --with-parent ends with the program that started this one.
        """

    static func main() async {
        let parent = getppid()
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst(), values: ["--port", "--describe"], flags: ["--help", "--with-parent"])
            if arguments.has("--help") { return print(usage) }
            let host = try await open(arguments)
            print("stoa-standins is ready at \(host.address)")
            fflush(nil)
            // Whoever is adopted by another process has lost the one that started it.
            while !arguments.has("--with-parent") || getppid() == parent { try await Task.sleep(for: .milliseconds(500)) }
            await host.stop()
        } catch let mistake as Arguments.Mistake {
            complain("\(mistake)\n\(usage)")
            exit(exitUsage)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    /// Opens the house, writes down what it says about itself.
    private static func open(_ arguments: Arguments) async throws -> StandInHost {
        var description: StandInDescription?
        let host = try await StandInHost(port: try arguments.int("--port", in: 0...65_535) ?? 0, log: .standardError(least: .warning)) { address in
            let providers = try IdentityStandIns(at: address)
            let mail = try MailStandIn()
            let daraja = try DarajaStandIn(at: address)
            let clover = CloverStandIn(at: address)
            let memberPress = MemberPressStandIn(at: address)
            description = StandInDescription(
                providers, mail: mail, daraja: daraja, clover: clover, memberPress: memberPress, at: address)
            return providers.all + [PushStandIn(at: address), mail, daraja, clover, memberPress, OpinionStandIn(at: address)]
        }
        if let path = arguments["--describe"] { try JSONEncoder().encode(description).write(to: URL(filePath: path), options: .atomic) }
        return host
    }

    private static func complain(_ words: String) { FileHandle.standardError.write(Data("stoa-standins: \(words)\n".utf8)) }
}
