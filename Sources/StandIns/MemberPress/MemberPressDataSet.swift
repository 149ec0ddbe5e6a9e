import Core

/// The museum that the stand-in begins with: 46 members in every state that a real site has.
struct MemberPressDataSet: Sendable {
    var members: [MemberPressRecord.Member] = []
    var memberships: [MemberPressRecord.Membership] = []
    var transactions: [MemberPressRecord.Transaction] = []
    var subscriptions: [MemberPressRecord.Subscription] = []
    var files: [MemberPressRecord.File] = []

    private static let firstNames = [
        "Amina", "Bwalya", "Cedric", "Desta", "Elin", "Farah", "Grace", "Hassan", "Ingrid", "Juma", "Kondwani", "Lindiwe", "Mutale", "Nyambura",
        "Otieno", "Pia", "Quincy", "Rehema", "Sven", "Thandi", "Ulrika", "Violet", "Wekesa",
    ]
    private static let lastNames = [
        "Achieng", "Banda", "Chirwa", "Dahl", "Ekström", "Farouk", "Gondwe", "Hamisi", "Isaksson", "Jelani", "Kamau", "Lungu",
    ]

    init(now: Instant) {
        addMemberships(now)
        for index in 0..<44 { addMember(index, now) }
        addDoubles(now)
        addCorporate(now)
        addFiles(now)
    }

    private mutating func addMemberships(_ now: Instant) {
        let then = now - .days(900)
        memberships = [
            .init(
                id: 201, title: "Friend of the museum", content: "<p>For one person.</p>", price: 60_00, period: 1, periodType: "years",
                benefits: ["Free entry", "A tenth off in the shop"], createdAt: then),
            .init(
                id: 202, title: "Family", content: "<p>For two adults and their children.</p>", price: 95_00, period: 1,
                periodType: "years", benefits: ["Free entry for four"], createdAt: then),
            .init(id: 203, title: "Student", price: 25_00, period: 6, periodType: "months", trialDays: 14, createdAt: then),
            .init(
                id: 204, title: "Patron for life", price: 500_00, period: 1, periodType: "lifetime",
                benefits: ["Free entry", "Openings", "Your name on the wall"], createdAt: then),
            .init(
                id: 205, title: "Season ticket", price: 40_00, period: 1, periodType: "lifetime", expireUnit: "months", expireAfter: 3,
                createdAt: then),
            .init(id: 206, title: "Visitor week", price: 15_00, period: 2, periodType: "weeks", createdAt: then),
            .init(id: 207, title: "Company", price: 1000_00, period: 1, periodType: "years", createdAt: then),
            .init(id: 208, title: "Next year’s tier", price: 70_00, period: 1, periodType: "years", status: "draft", createdAt: then),
        ]
    }

    private mutating func addMember(_ index: Int, _ now: Instant) {
        let first = Self.firstNames[index % Self.firstNames.count]
        let last = Self.lastNames[index * 5 % Self.lastNames.count]
        let name = index < Self.firstNames.count ? first : "\(first)\(index)"
        let member = MemberPressRecord.Member(
            id: 11 + index, email: "\(name.lowercased())@museum.example", username: name.lowercased(), firstName: first, lastName: last,
            registeredAt: now - .days(800 - index * 15), address: index.isMultiple(of: 3) ? ["mepr-address-city": "Växjö"] : [:],
            profile: index.isMultiple(of: 4) ? ["mepr_newsletter": "on"] : [:])
        members.append(member)
        switch index % 11 {
        case 0: pay(member.id, 204, "complete", from: member.registeredAt, until: nil)
        case 1:
            pay(member.id, 201, "complete", from: now - .days(500), until: now - .days(135))
        case 2: pay(member.id, 201, "refunded", from: now - .days(90), until: now + .days(275))
        case 3:
            let subscription = subscribe(member.id, 203, "active", from: now - .days(3))
            pay(member.id, 203, "confirmed", from: now - .days(3), until: now + .days(11), subscription: subscription, amount: 0)
        case 4:
            let subscription = subscribe(member.id, 202, "suspended", from: now - .days(200))
            pay(member.id, 202, "complete", from: now - .days(200), until: now + .days(165), subscription: subscription)
        case 5:
            let subscription = subscribe(member.id, 201, "cancelled", from: now - .days(100))
            pay(member.id, 201, "complete", from: now - .days(100), until: now + .days(265), subscription: subscription)
        case 6:
            pay(member.id, 202, "complete", from: now - .days(700), until: now - .days(335))
            pay(member.id, 202, "complete", from: now - .days(330), until: now + .days(35))
        case 7: pay(member.id, 206, "complete", from: now - .days(2), until: now + .days(12))
        case 8: pay(member.id, 201, "pending", from: now - .days(1), until: now + .days(364))
        case 9: pay(member.id, 201, "failed", from: now - .days(20), until: now + .days(345))
        default: break
        }
    }

    /// Two people of one household wrote the same address in two ways, years apart.
    private mutating func addDoubles(_ now: Instant) {
        members.append(
            .init(
                id: 55, email: "Amina@Museum.Example", username: "amina.old", firstName: "Amina", lastName: "Achieng",
                registeredAt: now - .days(850)))
        pay(55, 201, "complete", from: now - .days(850), until: now - .days(485))
    }

    /// A company pays for somebody who works there.
    private mutating func addCorporate(_ now: Instant) {
        members.append(
            .init(
                id: 56, email: "office@company.example", username: "company", firstName: "", lastName: "", registeredAt: now - .days(60)))
        pay(56, 207, "complete", from: now - .days(60), until: now + .days(305))
        let parent = transactions.count + 500
        pay(13, 207, "complete", from: now - .days(59), until: now + .days(305), amount: 0)
        transactions[transactions.count - 1].type = "sub_account"
        transactions[transactions.count - 1].corporateAccount = 1
        transactions[transactions.count - 1].parent = parent
    }

    private mutating func addFiles(_ now: Instant) {
        for (index, words) in ["Copper crosses", "Lake at dawn", "Basket weaving"].enumerated() {
            let name = words.lowercased().replacing(" ", with: "-") + ".png"
            files.append(
                .init(
                    id: 701 + index, name: name, type: "image/png", title: words, altText: words, bytes: TestPicture.png(for: name),
                    createdAt: now - .days(30 - index), width: 16, height: 16))
        }
    }

    private mutating func pay(
        _ member: Int, _ membership: Int, _ status: String, from start: Instant, until end: Instant?, subscription: Int = 0, amount: Int? = nil
    ) {
        let id = 501 + transactions.count
        let price = amount ?? memberships.first { $0.id == membership }?.price ?? 0
        transactions.append(
            .init(
                id: id, member: member, membership: membership, subscription: subscription, amount: price, total: price, number: "mp-txn-5f\(id)c",
                status: status, type: status == "confirmed" ? "subscription_confirmation" : "payment", createdAt: start, expiresAt: end))
    }

    private mutating func subscribe(_ member: Int, _ membership: Int, _ status: String, from start: Instant) -> Int {
        let id = 301 + subscriptions.count
        let kind = memberships.first { $0.id == membership }
        subscriptions.append(
            .init(
                id: id, number: "mp-sub-6a\(id)d", member: member, membership: membership, price: kind?.price ?? 0, period: kind?.period ?? 1,
                periodType: kind?.periodType ?? "years", status: status, trialDays: kind?.trialDays ?? 0, createdAt: start))
        return id
    }
}
