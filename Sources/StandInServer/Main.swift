import Core
import Foundation
import Platform
import StandIns

/// The program `stoa-standins`: local stand-ins for outside services, for demos and tests.
@main
struct Main {
    static let usage = "usage: stoa-standins [--port N]\nPlays outside services on 127.0.0.1 until it is ended. --port 0 takes a free port."

    static func main() async {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst(), values: ["--port"], flags: ["--help"])
            if arguments.has("--help") { return print(usage) }
            let house = try await House(port: try arguments.int("--port", in: 0...65_535) ?? 0, log: .standardError(least: .warning)) { address in
                try IdentityStandIns(at: address).all
            }
            print("stoa-standins is ready at \(house.address)")
            fflush(nil)
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        } catch let mistake as Arguments.Mistake {
            FileHandle.standardError.write(Data("stoa-standins: \(mistake)\n\(usage)\n".utf8))
            exit(exitUsage)
        } catch {
            FileHandle.standardError.write(Data("stoa-standins: \(error)\n".utf8))
            exit(1)
        }
    }
}
