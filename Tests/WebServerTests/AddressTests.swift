import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import WebServer

extension LiveServer {
    @Suite struct AddressTests {
        private static let who = Route.get(Path("/who"), allow: .everyone) { request, _ in
            Response.text("\(request.remoteAddress) \(request.isSecure)")
        }

        private static let forwarded = "X-Forwarded-For: 1.2.3.4, 5.6.7.8\r\nX-Forwarded-Proto: https\r\n"

        @Test func `only behind a proxy is its word taken`() async throws {
            try await withServer([Self.who]) { port, _ in
                let answer = try RawClient(port: port).get("/who", Self.forwarded)
                #expect(answer.text == "127.0.0.1 false")
            }
            try await withServer([Self.who], configure: { $0.behindProxy = true }) { port, _ in
                let client = try RawClient(port: port)
                #expect(try client.get("/who", Self.forwarded).text == "5.6.7.8 true")
                #expect(try client.get("/who").text == "127.0.0.1 false")
                #expect(try client.get("/who", "X-Forwarded-For: <script>\r\n").text == "unknown false")
                // What a client wrote itself is never taken instead.
                #expect(try client.get("/who", "X-Forwarded-For: 127.0.0.1, \r\n").text == "unknown false")
                #expect(try client.get("/who", "X-Forwarded-For:\r\n").text == "unknown false")
            }
        }

        @Test(
            .covers("CORE-012"),
            arguments: [
                ("203.0.113.7:51312", "203.0.113.7"), ("::ffff:203.0.113.7", "203.0.113.7"), ("[::ffff:203.0.113.7]:443", "203.0.113.7"),
                ("\"[2001:db8::1]:443\"", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
                ("203.0.113.7, 203.0.113.8:9", "203.0.113.8"), ("2001:db8::1:443:x", "unknown"), ("203.0.113.7:port", "unknown"),
                ("[2001:db8::1", "unknown"), ("999.1.1.1", "unknown"), ("unknown", "unknown"), ("fe80::1%eth0", "unknown"),
            ])
        func `one client is one address, however its proxy writes it`(forwarded: String, address: String) async throws {
            try await withServer([Self.who], configure: { $0.behindProxy = true }) { port, _ in
                let answer = try RawClient(port: port).get("/who", "X-Forwarded-For: \(forwarded)\r\n")
                #expect(answer.text == "\(address) false")
            }
        }

        @Test(.covers("CORE-049")) func `plain HTTP is for this machine only`() async throws {
            try await withFolder { folder in
                for address in ["0.0.0.0", "::"] {
                    var configuration = WebServerConfiguration(port: 0, uploadFolder: folder)
                    configuration.address = address
                    let server = WebServer(handler: try Router([hello]), configuration: configuration, log: .silent, metrics: Metrics())
                    #expect(throws: WebServerError.plainOutsideLoopback) { try server.start() }
                }
            }
        }

        @Test func `an address that is none, or a port that is taken, is said so`() async throws {
            try await withServer([hello]) { port, server in
                var configuration = server.configuration
                configuration.port = port
                let second = WebServer(handler: try Router([hello]), configuration: configuration, log: .silent, metrics: Metrics())
                #expect(throws: WebServerError.self) { try second.start() }
                configuration.address = "127.0.0.x"
                let third = WebServer(handler: try Router([hello]), configuration: configuration, log: .silent, metrics: Metrics())
                #expect(throws: WebServerError.badAddress("127.0.0.x")) { try third.start() }
            }
        }
    }
}

/// Whether the programs that make certificates and speak TLS are here.
private let hasTools = ["/usr/bin/curl", "/usr/bin/openssl"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

extension LiveServer {
    @Suite(.enabled(if: hasTools)) struct TLSTests {
        private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = Pipe()
            try process.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, output)
        }

        private static func withTLS(_ body: (_ port: Int, _ plain: Int, _ certificate: String) async throws -> Void) async throws {
            try await withFolder { folder in
                let (key, certificate) = (folder.path + "/key.pem", folder.path + "/cert.pem")
                let made = try run(
                    "/usr/bin/openssl",
                    [
                        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
                    ])
                try #require(made.status == 0)
                // A port that was free a moment ago.
                let plain = try ListeningSocket(address: "127.0.0.1", port: 0)
                close(plain.descriptor)
                let secure = Route.get(Path("/secure"), allow: .everyone) { request, _ in Response.text("secure \(request.isSecure)") }
                let pem = WebServerConfiguration.TLS(
                    certificate: try String(contentsOfFile: certificate, encoding: .utf8),
                    key: try String(contentsOfFile: key, encoding: .utf8))
                try await withServer(
                    [secure],
                    configure: {
                        $0.tls = pem
                        $0.redirectPort = plain.port
                        $0.redirectsHost = { $0.hasPrefix("localhost") }
                    }
                ) { port, _ in try await body(port, plain.port, certificate) }
            }
        }

        @Test(.covers("CORE-049")) func `HTTPS answers over TLS 1.2 and 1.3 and over nothing older`() async throws {
            try await Self.withTLS { port, _, certificate in
                for version in ["1.2", "1.3"] {
                    let got = try Self.run(
                        "/usr/bin/curl",
                        ["-s", "--cacert", certificate, "--tlsv\(version)", "--tls-max", version, "https://localhost:\(port)/secure"])
                    #expect(got.output == "secure true")
                }
                let old = try Self.run(
                    "/usr/bin/curl",
                    [
                        "-s", "--cacert", certificate, "--ciphers", "DEFAULT@SECLEVEL=0", "--tlsv1.0", "--tls-max", "1.1",
                        "https://localhost:\(port)/secure",
                    ])
                #expect(old.status != 0)
                #expect(old.output.isEmpty)
            }
        }

        @Test(.covers("CORE-049")) func `plain HTTP is sent to HTTPS`() async throws {
            try await Self.withTLS { port, plain, _ in
                let client = try RawClient(port: plain)
                try client.send("GET /secure?a=b HTTP/1.1\r\nHost: localhost:\(plain)\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.status == 308)
                #expect(answer["Location"] == "https://localhost:\(port)/secure?a=b")
            }
        }

        @Test(.covers("CORE-049")) func `plain HTTP is never sent to a name that is not the site's`() async throws {
            try await Self.withTLS { _, plain, _ in
                let client = try RawClient(port: plain)
                try client.send("GET /secure HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.status == 400 && answer["Location"] == nil)
                #expect(answer.text.contains("request.unknown-host"))
            }
        }

        @Test func `a certificate that is none is refused at the start`() async throws {
            try await withFolder { folder in
                var configuration = WebServerConfiguration(port: 0, uploadFolder: folder)
                configuration.tls = WebServerConfiguration.TLS(certificate: "none", key: "none")
                let server = WebServer(handler: try Router([hello]), configuration: configuration, log: .silent, metrics: Metrics())
                #expect(throws: WebServerError.cannotStart) { try server.start() }
            }
        }
    }
}
