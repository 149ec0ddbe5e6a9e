import Core
import Foundation

/// The state of the WordPress site.
actor MemberPressService {
    var credentials: MemberPressCredentials
    let clock: SiteClock
    let deliver: MemberPressDelivery.Sender
    var faults = MemberPressFaults()
    var members: [MemberPressRecord.Member]
    var memberships: [MemberPressRecord.Membership]
    var transactions: [MemberPressRecord.Transaction]
    var subscriptions: [MemberPressRecord.Subscription]
    var files: [MemberPressRecord.File]
    /// Who wants to hear of what: `all` or the name of an event.
    var hooks: [Int: (url: String, event: String)] = [:]
    /// What waits for `flush`.
    var held: [MemberPressEvent] = []
    /// What was sent to the site, the oldest first.
    var deliveries: [MemberPressDelivery] = []
    private var serial = 900
    private var tasks: [Int: Task<Void, Never>] = [:]

    init(_ credentials: MemberPressCredentials, clock: SiteClock, deliver: @escaping MemberPressDelivery.Sender) {
        self.credentials = credentials
        self.clock = clock
        self.deliver = deliver
        let data = MemberPressDataSet(now: clock.now())
        (members, memberships, transactions, subscriptions, files) =
            (data.members, data.memberships, data.transactions, data.subscriptions, data.files)
    }

    func behave(_ fault: MemberPressFault, _ values: [String: String]) { faults.set(fault, values) }

    func take(_ area: MemberPressFault.Area, for resource: String = "", _ method: String = "") -> MemberPressFaults.Mode? {
        faults.take(area, for: resource, method)
    }

    /// The old key is worth nothing from now on.
    func rotateKey() { credentials.key = "standinkey\(newID())" }

    func newID() -> Int {
        serial += 1
        return serial
    }

    // Members.

    func createMember(_ fields: MemberPressFields) throws(MemberPressRefusal) -> MemberPressRecord.Member {
        guard let email = fields.text("email"), email.contains("@") else { throw .create("The email address isn't correct.") }
        guard let username = fields.text("username"), !username.isEmpty else { throw .create("Cannot create a user with an empty login name.") }
        guard !members.contains(where: { $0.email.lowercased() == email.lowercased() }) else {
            throw .create("Sorry, that email address is already used! #0 /wp-content/plugins/memberpress/app/models/MeprUser.php(512)")
        }
        guard !members.contains(where: { $0.username.lowercased() == username.lowercased() }) else {
            throw .create("Sorry, that username already exists! #0 /wp-content/plugins/memberpress/app/models/MeprUser.php(512)")
        }
        var member = MemberPressRecord.Member(
            id: newID(), email: email, username: username, firstName: fields.text("first_name") ?? "", lastName: fields.text("last_name") ?? "",
            registeredAt: clock.now())
        let parts = ["address1": "one", "address2": "two", "city": "city", "state": "state", "zip": "zip", "country": "country"]
        for (field, part) in parts { member.address["mepr-address-\(part)"] = fields.text(field) }
        members.append(member)
        tell("member-added", .member(member.id))
        if let transaction = fields.object("transaction") {
            _ = try createTransaction(transaction.adding("member", String(member.id)))
            tell("member-signup-completed", .member(member.id))
        }
        return member
    }

    func changeMember(_ id: Int, _ fields: MemberPressFields) throws(MemberPressRefusal) -> MemberPressRecord.Member {
        guard let index = members.firstIndex(where: { $0.id == id }) else { throw .noRecords }
        if let email = fields.text("email") {
            guard !members.contains(where: { $0.id != id && $0.email.lowercased() == email.lowercased() }) else {
                throw .create("Sorry, that email address is already used!")
            }
            members[index].email = email
        }
        members[index].firstName = fields.text("first_name") ?? members[index].firstName
        members[index].lastName = fields.text("last_name") ?? members[index].lastName
        tell("member-account-updated", .member(id))
        return members[index]
    }

    func deleteMember(_ id: Int) throws(MemberPressRefusal) {
        guard let index = members.firstIndex(where: { $0.id == id }) else { throw .noRecords }
        // What is told of a deleted member can only be what was known before.
        tell("member-deleted", .gone(entity(members[index])))
        members.remove(at: index)
    }

    /// Whether it is a member's name or address with the right password.
    func mayLogIn(_ login: String, _ password: String) -> Bool {
        let member = members.first { $0.username.lowercased() == login.lowercased() || $0.email.lowercased() == login.lowercased() }
        return member?.password == password
    }

    // Transactions.

    func createTransaction(_ fields: MemberPressFields) throws(MemberPressRefusal) -> MemberPressRecord.Transaction {
        guard let member = fields.int("member"), members.contains(where: { $0.id == member }) else { throw .create("member is required") }
        guard let membership = fields.int("membership"), memberships.contains(where: { $0.id == membership }) else {
            throw .create("membership is required")
        }
        let amount = fields.amount("amount") ?? 0
        let id = newID()
        let transaction = MemberPressRecord.Transaction(
            id: id, member: member, membership: membership, subscription: fields.int("subscription") ?? 0, amount: amount,
            total: fields.amount("total") ?? amount, taxAmount: fields.amount("tax_amount") ?? 0, number: fields.text("trans_num") ?? "mp-txn-\(id)",
            status: fields.text("status") ?? "pending", gateway: fields.text("gateway") ?? "manual",
            createdAt: fields.text("created_at").flatMap(WordPressTime.moment) ?? clock.now(),
            expiresAt: fields.text("expires_at").flatMap(WordPressTime.moment), response: fields.text("response") ?? "")
        transactions.append(transaction)
        if transaction.status == "complete" { tellOfPayment(id) }
        return transaction
    }

    func changeTransaction(_ id: Int, _ fields: MemberPressFields) throws(MemberPressRefusal) -> MemberPressRecord.Transaction {
        guard let index = transactions.firstIndex(where: { $0.id == id }) else { throw .noRecords }
        let before = transactions[index]
        transactions[index].status = fields.text("status") ?? before.status
        transactions[index].amount = fields.amount("amount") ?? before.amount
        transactions[index].total = fields.amount("total") ?? before.total
        if let text = fields.text("expires_at") { transactions[index].expiresAt = WordPressTime.moment(text) }
        if before.status != "complete", transactions[index].status == "complete" { tellOfPayment(id) }
        return transactions[index]
    }

    func refund(_ id: Int) throws(MemberPressRefusal) -> MemberPressRecord.Transaction {
        guard let index = transactions.firstIndex(where: { $0.id == id }) else { throw .noRecords }
        guard transactions[index].status == "complete" else {
            throw MemberPressRefusal("mp_db_create_error", "This transaction can't be refunded")
        }
        transactions[index].status = "refunded"
        tell("transaction-refunded", .transaction(id))
        return transactions[index]
    }

    func expire(_ id: Int) throws(MemberPressRefusal) {
        guard let index = transactions.firstIndex(where: { $0.id == id }) else { throw .noRecords }
        transactions[index].expiresAt = clock.now() - .seconds(60)
        tell("transaction-expired", .transaction(id))
        tell("non-recurring-transaction-expired", .transaction(id))
    }

    private func tellOfPayment(_ id: Int) {
        tell("transaction-completed", .transaction(id))
        tell("non-recurring-transaction-completed", .transaction(id))
    }

    // Subscriptions.

    func cancel(_ id: Int) throws(MemberPressRefusal) -> MemberPressRecord.Subscription {
        guard let index = subscriptions.firstIndex(where: { $0.id == id }) else { throw .noRecords }
        guard subscriptions[index].status == "active" else {
            throw MemberPressRefusal("mp_db_create_error", "This subscription can't be cancelled")
        }
        subscriptions[index].status = "cancelled"
        tell("subscription-stopped", .subscription(id))
        return subscriptions[index]
    }

    /// Ends the access that a subscription gave.
    func expireSubscription(_ id: Int) throws(MemberPressRefusal) -> MemberPressRecord.Subscription {
        guard let subscription = subscriptions.first(where: { $0.id == id }) else { throw .noRecords }
        for transaction in transactions where transaction.subscription == id { try expire(transaction.id) }
        return subscription
    }

    // Work beside the answers.

    /// Whether nothing is on its way.
    var isIdle: Bool { tasks.isEmpty }

    func schedule(after delay: Duration, _ work: @escaping @Sendable (MemberPressService) async -> Void) {
        let number = newID()
        tasks[number] = Task {
            do {
                if delay > .zero { try await Task.sleep(for: delay) }
                await work(self)
            } catch {
                // Cancelled: the stand-in has ended.
            }
            tasks[number] = nil
        }
    }

    func stop() {
        for task in tasks.values { task.cancel() }
    }
}
