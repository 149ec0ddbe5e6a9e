import Core
import Database
import Foundation
import Jobs
import Outbound
import Platform

/// Pictures of people, as their providers have them: a small copy of our own, so that no other host learns who looks at whom.
struct Pictures: Sendable {
    let site: Site

    static let job = Job<Order>("accounts.picture")
    /// Longest picture, in bytes; providers hand out small ones.
    static let mostBytes = 256 * 1024

    /// Which picture to fetch.
    struct Order: Codable, Sendable {
        var person: PersonID
        var address: String
    }

    /// Notes where a person's picture is, and asks for it when it is another than the one we have.
    /// - Parameter onlyIfNone: whether the account's own picture stays.
    func note(_ address: String?, of person: PersonID, onlyIfNone: Bool = false, in write: Write) throws {
        guard let address, isAllowed(address) else { return }
        let known: Row3<String?, Int, Bool> = try write.one(
            """
            SELECT p.picture_url, (SELECT COUNT(*) FROM account_picture i WHERE i.person_id = p.id), p.wants_no_picture
            FROM account_person p WHERE p.id = \(person)
            """)
        let isHere = known.second > 0
        guard !known.third, !(isHere && (onlyIfNone || known.first == address)) else { return }
        try write.run("UPDATE account_person SET picture_url = \(address), changed_at = \(write.now) WHERE id = \(person)")
        try write.enqueue(Self.job, Order(person: person, address: address))
    }

    /// Forgets the picture that a provider had.
    func remove(of person: PersonID, in write: Write) throws {
        try write.run("UPDATE account_person SET picture_url = NULL, changed_at = \(write.now) WHERE id = \(person)")
        try write.run("DELETE FROM account_picture WHERE person_id = \(person) AND is_own = 0")
    }

    /// Fetches pictures.
    var kind: JobKind {
        JobKind(Self.job, retries: 3) { (order: Order, _: JobContext) in try await fetch(order) }
    }

    private func fetch(_ order: Order) async throws {
        guard isAllowed(order.address) else { return }
        let client = HTTPClient(timeout: .seconds(10), limit: Self.mostBytes, reach: .publicOr(hosts: standIns))
        let answer = try await client.send(.get(order.address))
        guard answer.status == 200, let type = PictureType(answer.body) else { return }
        try await site.write(by: nil) { write in
            let wanted = try write.first("SELECT picture_url FROM account_person WHERE id = \(order.person)" as Query<String?>) ?? nil
            guard wanted == order.address else { return }
            try write.run(
                """
                INSERT INTO account_picture (person_id, media_type, bytes, changed_at, changed_by)
                VALUES (\(order.person), \(type.rawValue), \(answer.body), \(write.now), \(write.actor))
                ON CONFLICT (person_id) DO UPDATE SET media_type = excluded.media_type, bytes = excluded.bytes,
                    changed_at = excluded.changed_at WHERE account_picture.is_own = 0
                """)
        }
    }

    /// Encrypted, or of a stand-in on this machine.
    private func isAllowed(_ address: String) -> Bool {
        if address.hasPrefix("https://") { return true }
        guard let url = URLComponents(string: address), let host = url.host, let port = url.port else { return false }
        return standIns.contains("\(host):\(port)")
    }

    private var standIns: Set<String> {
        Set(
            site.configuration.providers.values.filter(\.isStandIn).compactMap { provider in
                guard let url = provider.issuer.flatMap({ URLComponents(string: $0) }), let host = url.host, let port = url.port else { return nil }
                return "\(host):\(port)"
            })
    }
}

/// The kinds of pictures that are kept, told by their first bytes and not by what anybody says. Drawings that can carry scripts are not
/// among them.
public enum PictureType: String, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case gif = "image/gif"

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.count > 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}
