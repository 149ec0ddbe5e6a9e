import Core
import Crypto

/// What a code for the entrance says, before anybody believes it.
///
/// A pass is signed by the site; a device adds the time and signs both, so that a picture of the screen is worth nothing a minute later. A
/// device that can't sign shows a code that the site signed with the time. Bytes, big-endian:
///
///     version 1 · form 1 · key 1 · membership 6 · tier 4 · expires 4 · [pass 8 · device key 33] · [signature 64] · time 4 · signature 64
///
/// What is in brackets is in codes of a device only. `expires` and `time` are seconds since 1970; a life lasts until `UInt32.max`.
struct EntryCode: Sendable, Equatable {
    /// Who signed the time.
    enum Form: UInt8, Sendable {
        case device = 1
        case site = 2
    }

    /// What every code begins with, so that no other code is taken for one.
    static let prefix = "STOA"
    /// How far the time in a code may be from the gate's. A device signs anew every ten seconds.
    static let tolerance = Duration.seconds(30)
    /// How long a code that the site signed can be shown.
    static let shortLife = Duration.seconds(60)
    static let passSize = passHead + 64
    static let passContext = Array("stoa-museum-pass-v1\0".utf8)
    static let deviceContext = Array("stoa-museum-code-v1\0".utf8)
    static let siteContext = Array("stoa-museum-short-v1\0".utf8)

    private static let version: UInt8 = 1
    private static let head = 17
    private static let passHead = head + 8 + 33
    private static let forLife = UInt32.max

    let form: Form
    let key: UInt8
    let membership: MembershipID
    let tier: TierID
    /// nil for life.
    let expiresAt: Instant?
    /// The random id of a device's pass; empty where the site signed.
    let pass: [UInt8]
    let madeAt: Instant
    private let bytes: [UInt8]

    /// Takes a text apart.
    /// - Throws: ``CodeFault/malformed``.
    init(_ text: String) throws(CodeFault) {
        let letters = Array(text.utf8)
        guard letters.count < 400, letters.starts(with: Self.prefix.utf8),
            let bytes = Base32.decode(letters.dropFirst(Self.prefix.utf8.count)), bytes.count > Self.head, bytes[0] == Self.version,
            let form = Form(rawValue: bytes[1]), bytes.count == (form == .device ? Self.passSize : Self.head) + 4 + 64
        else { throw .malformed }
        let number = bytes[3..<9].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let tier = Self.uint32(bytes, at: 9)
        guard number > 0, tier > 0 else { throw .malformed }
        self.form = form
        self.bytes = bytes
        key = bytes[2]
        membership = MembershipID(number)
        self.tier = TierID(Int64(tier))
        let end = Self.uint32(bytes, at: 13)
        expiresAt = end == Self.forLife ? nil : Instant(seconds: end)
        pass = form == .device ? Array(bytes[Self.head..<Self.head + 8]) : []
        madeAt = Instant(seconds: Self.uint32(bytes, at: bytes.count - 68))
    }

    /// The key of the device, as its pass says; empty where the site signed.
    var device: [UInt8] { form == .device ? Array(bytes[Self.passHead - 33..<Self.passHead]) : [] }

    /// Whether the time, and all before it, was signed by the device that the pass names, or else by the site.
    /// - Parameter key: of the site, by the number in the code.
    func isTimeSigned(by key: P256PublicKey) -> Bool {
        let (last, signed) = (Array(bytes.suffix(64)), Array(bytes.dropLast(64)))
        return form == .device
            ? P256PublicKey.verifies(last, of: Self.deviceContext + signed, by: device) : key.verifies(last, of: Self.siteContext + signed)
    }

    /// Whether the site signed the pass of a device.
    func isPassSigned(by key: P256PublicKey) -> Bool {
        form == .site || key.verifies(Array(bytes[Self.passHead..<Self.passSize]), of: Self.passContext + bytes[..<Self.passHead])
    }

    /// How far the clock of the device is from the time at a gate; nil within what is accepted.
    func drift(at moment: Instant) -> Duration? {
        let age = moment - madeAt
        let oldest = form == .site ? Self.shortLife : Self.tolerance
        return age > oldest || age < .zero - Self.tolerance ? .zero - age : nil
    }

    // MARK: Writing

    /// A pass for a device, signed.
    static func pass(
        _ id: [UInt8], of membership: Membership, for device: P256PublicKey, by key: PassKey
    ) -> [UInt8] {
        let body = head(.device, membership, key) + id + device.compressed
        return body + key.secret.sign(passContext + body)
    }

    /// A code as a device signs it; here for tests, since devices do it in the browser.
    static func text(of pass: [UInt8], at moment: Instant, by device: P256PrivateKey) -> String {
        let signed = pass + seconds(of: moment)
        return prefix + Base32.encode(signed + device.sign(deviceContext + signed))
    }

    /// A code that the site signs, for a device that can't.
    static func text(of membership: Membership, at moment: Instant, by key: PassKey) -> String {
        let signed = head(.site, membership, key) + seconds(of: moment)
        return prefix + Base32.encode(signed + key.secret.sign(siteContext + signed))
    }

    private static func head(_ form: Form, _ membership: Membership, _ key: PassKey) -> [UInt8] {
        let number = UInt64(membership.id.number), tier = UInt32(truncatingIfNeeded: membership.tier.number)
        return [version, form.rawValue, key.id] + stride(from: 40, through: 0, by: -8).map { UInt8(number >> UInt64($0) & 0xFF) }
            + big(tier) + (membership.expiresAt.map { seconds(of: $0) } ?? big(forLife))
    }

    private static func seconds(of moment: Instant) -> [UInt8] { big(UInt32(clamping: moment.milliseconds / 1000)) }

    private static func big(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

    private static func uint32(_ bytes: [UInt8], at place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}

/// Why a code isn't one of ours.
enum CodeFault: Error, Equatable {
    /// Another kind of code, or one that was cut or altered.
    case malformed
    /// No site key of that number, or a signature that isn't right.
    case forged
}

extension Instant {
    fileprivate init(seconds: UInt32) { self.init(milliseconds: Int64(seconds) * 1000) }
}
