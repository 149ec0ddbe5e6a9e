import Core

/// A user of the museum's WordPress.
struct MemberPressMember: Sendable, Equatable {
    let id: Int64
    let email: String
    let username: String
    let firstName: String
    let lastName: String
    let registeredAt: Instant?
    /// The ids of the memberships that WordPress takes for active.
    let activeMemberships: [Int64]
    /// The museum's own fields, such as the address of a picture.
    let profile: [String: String]

    init(_ value: PHPValue) throws(MemberPressFailure) {
        guard let id = value["id"].id, let email = value["email"].text else { throw .malformed("a member without id or email") }
        self.id = id
        self.email = email
        username = value["username"].text ?? ""
        firstName = value["first_name"].text ?? ""
        lastName = value["last_name"].text ?? ""
        registeredAt = value["registered_at"].moment
        activeMemberships = value["active_memberships"].list?.compactMap(\.id) ?? []
        profile = value["profile"].texts
    }

    /// Whether it is this person's address, however they wrote it.
    func hasEmail(_ address: String) -> Bool { email.lowercased() == address.trimmed.lowercased() }
}

/// What one can be a member of, as WordPress offers it.
struct MemberPressMembership: Sendable, Equatable {
    /// How long it lasts.
    enum Term: Sendable, Equatable {
        case days(Int), weeks(Int), months(Int), years(Int), life
    }

    let id: Int64
    let title: String
    let isPublished: Bool
    /// In hundredths of the museum's currency, which WordPress does not say.
    let price: Int
    let term: Term
    let benefits: [String]

    init(_ value: PHPValue) throws(MemberPressFailure) {
        guard let id = value["id"].id, let price = value["price"].hundredths else { throw .malformed("a membership without id or price") }
        self.id = id
        self.price = price
        title = value["title"].text?.trimmed ?? ""
        isPublished = value["status"].text == "publish"
        benefits = value["pricing_benefits"].list?.compactMap(\.text).map(\.trimmed).filter { !$0.isEmpty } ?? []
        let type = value["period_type"].text ?? ""
        // What is paid once says separately when it ends.
        if type == "lifetime" {
            let expires = value["expire_type"].text == "delay"
            term = expires ? Self.term(value["expire_after"].int, value["expire_unit"].text ?? "") ?? .life : .life
        } else if let term = Self.term(value["period"].int, type) {
            self.term = term
        } else {
            throw .malformed("a membership of \(type.prefix(20))")
        }
    }

    private static func term(_ count: Int64?, _ unit: String) -> Term? {
        let count = Int(clamping: max(1, count ?? 1))
        return switch unit {
        case "days": .days(count)
        case "weeks": .weeks(count)
        case "months": .months(count)
        case "years": .years(count)
        default: nil
        }
    }
}

/// That somebody holds a membership, or did.
struct MemberPressTransaction: Sendable, Equatable {
    enum Status: String, Sendable {
        case pending, complete, failed, refunded, confirmed
        /// What another plugin added.
        case other
    }

    let id: Int64
    let member: Int64
    let membership: Int64
    /// `trans_num`: ours where we made it.
    let reference: String
    let status: Status
    /// In hundredths, without tax.
    let amount: Int
    let total: Int
    let createdAt: Instant?
    /// Nil for life.
    let expiresAt: Instant?

    init(_ value: PHPValue) throws(MemberPressFailure) {
        guard let id = value["id"].id, let member = value["member"].id, let membership = value["membership"].id else {
            throw .malformed("a transaction without id, member or membership")
        }
        let expires = value["expires_at"]
        // An end that cannot be read must not be taken for none.
        if let text = expires.text, !text.hasPrefix("0000"), expires.moment == nil { throw .malformed("a transaction that ends at no time") }
        self.id = id
        self.member = member
        self.membership = membership
        reference = value["trans_num"].text ?? ""
        status = value["status"].text.flatMap(Status.init) ?? .other
        amount = value["amount"].hundredths ?? 0
        total = value["total"].hundredths ?? amount
        createdAt = value["created_at"].moment
        expiresAt = expires.moment
    }

    /// Whether the member holds the membership at a moment: paid or on trial, and not over. Nothing else decides it.
    func grantsAccess(at now: Instant) -> Bool {
        (status == .complete || status == .confirmed) && expiresAt.map { $0 > now } ?? true
    }
}

/// A file in WordPress' media library.
struct WordPressFile: Sendable, Equatable {
    let id: Int64
    let title: String
    let altText: String
    let type: String
    /// Where its bytes are; of a large picture, those that were uploaded rather than the smaller ones that WordPress made of them.
    let address: String
    /// When it was changed, in WordPress' words.
    let modified: String
    /// Its length, where WordPress says it and it is that of those bytes.
    let size: Int?

    init(_ value: PHPValue) throws(MemberPressFailure) {
        guard let id = value["id"].id, let address = value["source_url"].text else { throw .malformed("a file without id or address") }
        self.id = id
        let original = value["media_details"]["original_image"].text
        if let original, let slash = address.lastIndex(of: "/") {
            self.address = address[...slash] + PercentEncoding.encode(original)
        } else {
            self.address = address
        }
        title = value["title"]["rendered"].text ?? ""
        altText = value["alt_text"].text ?? ""
        type = value["mime_type"].text ?? ""
        modified = value["modified_gmt"].text ?? ""
        size = original == nil ? value["media_details"]["filesize"].int.map { Int(clamping: $0) } : nil
    }
}
