import Core

/// What WordPress keeps.
enum MemberPressRecord {
    struct Member: Sendable {
        let id: Int
        var email: String
        var username: String
        var firstName = ""
        var lastName = ""
        var password = MemberPressCredentials.memberPassword
        var registeredAt: Instant
        var address: [String: String] = [:]
        var profile: [String: String] = [:]
    }

    struct Membership: Sendable {
        let id: Int
        var title: String
        var content = ""
        /// In hundredths.
        var price: Int
        var period: Int
        /// `weeks`, `months`, `years` or `lifetime`.
        var periodType: String
        var status = "publish"
        var trialDays = 0
        /// How long a one-time membership lasts: `years` and so on; empty where it does not end.
        var expireUnit = ""
        var expireAfter = 0
        var benefits: [String] = []
        var createdAt: Instant
    }

    struct Transaction: Sendable {
        let id: Int
        var member: Int
        var membership: Int
        var subscription = 0
        var coupon = 0
        var amount: Int
        var total: Int
        var taxAmount = 0
        var number: String
        var status: String
        var type = "payment"
        var gateway = "manual"
        var createdAt: Instant
        /// Nil for life.
        var expiresAt: Instant?
        var corporateAccount = 0
        var parent = 0
        var response = ""

        func grantsAccess(at now: Instant) -> Bool { ["complete", "confirmed"].contains(status) && !isOver(at: now) }
        func isOver(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }
    }

    struct Subscription: Sendable {
        let id: Int
        var number: String
        var member: Int
        var membership: Int
        var price: Int
        var period: Int
        var periodType: String
        var status: String
        var trialDays = 0
        var createdAt: Instant
    }

    struct File: Sendable {
        let id: Int
        var name: String
        var type: String
        var title: String
        var altText = ""
        var bytes: [UInt8]
        var createdAt: Instant
        var width: Int?
        var height: Int?
        /// The smaller picture that stands in for a large one.
        var scaled: [UInt8]?

        /// `lake-scaled.jpg`, as WordPress names it.
        var scaledName: String {
            let parts = name.split(separator: ".", maxSplits: 1)
            return "\(parts[0])-scaled" + (parts.count > 1 ? ".\(parts[1])" : "")
        }
    }
}

/// Times as the plugin writes them.
enum WordPressTime {
    static let lifetime = "0000-00-00 00:00:00"

    static func text(_ moment: Instant?) -> String {
        guard let moment else { return lifetime }
        return String(moment.rfc3339.prefix(19)).replacing("T", with: " ")
    }

    /// `2026-11-20 09:30:00`; nil for a lifetime and for what is no time.
    static func moment(_ text: String) -> Instant? {
        text == lifetime ? nil : Instant(rfc3339: text.replacing(" ", with: "T") + "Z")
    }
}
