import Core
import Foundation

/// Where and how a ``WebServer`` listens.
public struct WebServerConfiguration: Sendable {
    /// A certificate with its chain and its private key, as PEM.
    public struct TLS: Sendable {
        /// The certificate, then its chain.
        public var certificate: String
        /// The private key.
        public var key: String

        /// A certificate from PEM texts.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// A numeric address: `127.0.0.1`, `::1`, `0.0.0.0` or `::` (which takes IPv4 too).
    public var address = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = 8080
    /// With a certificate the server speaks HTTPS only, TLS 1.2 or higher.
    public var tls: TLS?
    /// A second port on which plain HTTP is sent to HTTPS; needs `tls`.
    public var redirectPort: Int?
    /// Whether plain HTTP that was meant for a `Host` is sent to the same one over HTTPS. Others are left to the handler, which refuses
    /// names that are not its own.
    public var redirectsHost: @Sendable (String) -> Bool = { _ in true }
    /// Whether a proxy on this machine stands in front and says who asks (`X-Forwarded-For`, `X-Forwarded-Proto`).
    public var behindProxy = false
    /// Threads that serve; one per core and two more, unless set.
    public var threads = ProcessInfo.processInfo.activeProcessorCount + 2
    /// What a client may ask of us.
    public var limits = ServerLimits()
    /// Where uploads lie until a handler moves them; on the same file system as the media.
    public var uploadFolder: URL

    /// The loopback address, to be changed as needed.
    public init(port: Int = 8080, uploadFolder: URL) {
        self.port = port
        self.uploadFolder = uploadFolder
    }
}

/// What a client may ask of the server before it is turned away.
public struct ServerLimits: Sendable {
    /// Header fields of one request.
    public var headerFields = 100
    /// Bytes of names and values of one request's header.
    public var headerBytes = 16_384
    /// Open connections.
    public var connections = 6144
    /// Open connections of one client's network. Behind a proxy, which is one address for everybody, the requests under way of
    /// one network that the proxy names.
    public var connectionsPerAddress = 256
    /// Event streams and other answers that come bit by bit, for all guests and members of one network. All together may take half of
    /// the connections.
    public var streamsPerNetwork = 128
    /// The same for one signed-in person.
    public var streamsPerPerson = 24
    /// From the opening of a connection, or the first line of a request, to the end of its header.
    public var headerTime = Duration.seconds(10)
    /// What a body may take in any case, to which one second is added for every `bodyRate` bytes that came.
    public var bodyTime = Duration.seconds(20)
    /// Slower bodies are cut off. Bytes per second.
    public var bodyRate = 4096
    /// How long a connection may stay open without a request, and how long one may be stuck.
    public var idleTime = Duration.seconds(30)
    /// Bodies in memory up to this size are not counted: the number of connections bounds them. Bytes.
    public var smallBody = 65_536
    /// What larger bodies may take in memory, all together. Bytes.
    public var bodyMemory = 64 << 20
    /// The same for those of one person of the staff. Bytes.
    public var bodyMemoryPerStaff = 16 << 20
    /// What bodies under way may take in the upload folder, all together. Bytes.
    public var uploadBytes = 8 << 30
    /// The same for those of one person of the staff. Bytes.
    public var uploadBytesPerStaff = 2 << 30
    /// Uploads leave this much free on the file system of the upload folder, so that everything else goes on; nil is
    /// ``DiskRoom/usualReserve(of:)``. Bytes.
    public var reservedSpace: Int64?
    /// A refused body of at most this size is read to its end, so that the client sees the answer. Bytes.
    public var drained = 1_048_576

    /// The usual limits.
    public init() {}

    var streamAllowance: Allowance {
        Allowance(total: connections / 2, perStaff: streamsPerPerson, perMember: streamsPerPerson, perNetwork: streamsPerNetwork)
    }
    var memoryAllowance: Allowance { Self.bodies(bodyMemory, perStaff: bodyMemoryPerStaff) }
    var uploadAllowance: Allowance { Self.bodies(uploadBytes, perStaff: uploadBytesPerStaff) }

    /// Members send pictures and forms, a small part of what staff send.
    private static func bodies(_ total: Int, perStaff: Int) -> Allowance {
        Allowance(total: total, perStaff: perStaff, perMember: total / 64, perNetwork: total / 8)
    }
}

/// Why a server did not start.
public enum WebServerError: Error, Equatable {
    /// Plain HTTP is for this machine only: give a certificate or put a proxy in front.
    case plainOutsideLoopback
    /// No numeric IPv4 or IPv6 address.
    case badAddress(String)
    /// The port is taken or not ours to take; the reason is the system's.
    case cannotListen(String)
    /// libmicrohttpd refused, most likely because of the certificate.
    case cannotStart
}

extension WebServerError: CustomStringConvertible {
    /// What is wrong and what to do, for the operator's terminal.
    public var description: String {
        switch self {
        case .plainOutsideLoopback: "other machines can reach this address, so it needs a certificate or a proxy in front."
        case .badAddress(let address): "\(address) is no numeric IPv4 or IPv6 address."
        case .cannotListen(let reason): "the port cannot be used: \(reason). Choose another with --port, or 0 for any free one."
        case .cannotStart: "the web server did not start. Check the certificate and its key."
        }
    }
}
