import Core
import Foundation

/// Entities as the plugin writes them: many numbers as text, flags in four ways, what is related whole on the first level and as ids below.
extension MemberPressService {
    func entity(_ member: MemberPressRecord.Member, isNested: Bool = false) -> JSONValue {
        let now = clock.now()
        let paid = transactions.filter { $0.member == member.id }
        let active = paid.filter { $0.grantsAccess(at: now) }
        let memberSubscriptions = subscriptions.filter { $0.member == member.id }
        var entity: [String: JSONValue] = [
            "id": .integer(Int64(member.id)), "email": .string(member.email), "username": .string(member.username),
            "nicename": .string(member.username), "url": .string(""), "message": .string(""),
            "registered_at": .string(WordPressTime.text(member.registeredAt)), "first_name": .string(member.firstName),
            "last_name": .string(member.lastName),
            "display_name": .string("\(member.firstName) \(member.lastName)".trimmingCharacters(in: .whitespaces)),
        ]
        if isNested { return .object(entity) }
        entity["active_memberships"] = .array(
            active.map(\.membership).unique.compactMap { id in memberships.first { $0.id == id } }.map { self.entity($0) })
        entity["active_txn_count"] = .string(String(active.count))
        entity["expired_txn_count"] = .string(String(paid.count { $0.status == "complete" && $0.isOver(at: now) }))
        entity["trial_txn_count"] = .string(String(paid.count { $0.status == "confirmed" }))
        entity["sub_count"] = .string(String(memberSubscriptions.count))
        entity["login_count"] = .string("0")
        entity["first_txn"] = paid.first.map { self.entity($0, isNested: true) } ?? .bool(false)
        entity["latest_txn"] = paid.last.map { self.entity($0, isNested: true) } ?? .bool(false)
        let parts = ["one", "two", "city", "state", "zip", "country"].map { "mepr-address-\($0)" }
        entity["address"] = .object(Dictionary(parts.map { ($0, .string(member.address[$0] ?? "")) }) { first, _ in first })
        // PHP writes an empty map as a list.
        entity["profile"] = member.profile.isEmpty ? .array([]) : .object(member.profile.mapValues { .string($0) })
        entity["recent_transactions"] = .array(paid.suffix(5).map { self.entity($0, isNested: true) })
        entity["recent_subscriptions"] = .array(memberSubscriptions.suffix(5).map { self.entity($0, isNested: true) })
        return .object(entity)
    }

    func entity(_ membership: MemberPressRecord.Membership) -> JSONValue {
        let created = WordPressTime.text(membership.createdAt)
        let hasTrial = membership.trialDays > 0
        return .object([
            "id": .integer(Int64(membership.id)), "title": .string(membership.title), "content": .string(membership.content), "excerpt": .string(""),
            "date": .string(created), "date_gmt": .string(created), "modified": .string(created), "modified_gmt": .string(created),
            "status": .string(membership.status), "author": .string("1"), "group": .bool(false), "price": .string(Self.text(membership.price)),
            "period": .string(String(membership.period)), "period_type": .string(membership.periodType),
            "signup_button_text": .string("Sign Up"), "limit_cycles": .bool(false), "limit_cycles_num": .string("2"),
            "limit_cycles_action": .string("expire"), "trial": hasTrial ? .string("1") : .bool(false),
            "trial_days": .string(String(membership.trialDays)), "trial_amount": .string("0.00"), "trial_once": .string("1"),
            "pricing_title": .string(membership.title), "pricing_benefits": .array(membership.benefits.map { .string($0) }),
            "expire_type": .string(membership.expireAfter > 0 ? "delay" : "none"), "expire_after": .string(String(max(1, membership.expireAfter))),
            "expire_unit": .string(membership.expireUnit.isEmpty ? "days" : membership.expireUnit), "expire_fixed": .string(""),
            "tax_exempt": .bool(false), "tax_class": .string("standard"), "allow_renewal": .string(""), "access_url": .string(""),
            "simultaneous_subscriptions": .bool(false),
        ])
    }

    func entity(_ transaction: MemberPressRecord.Transaction, isNested: Bool = false) -> JSONValue {
        var entity: [String: JSONValue] = [
            "id": .string(String(transaction.id)), "amount": .string(Self.text(transaction.amount)), "total": .string(Self.text(transaction.total)),
            "tax_amount": .string(Self.text(transaction.taxAmount)), "tax_rate": .string("0.000"), "tax_desc": .string(""),
            "tax_class": .string("standard"), "trans_num": .string(transaction.number), "status": .string(transaction.status),
            "txn_type": .string(transaction.type), "gateway": .string(transaction.gateway), "prorated": .string("0"),
            "created_at": .string(WordPressTime.text(transaction.createdAt)), "expires_at": .string(WordPressTime.text(transaction.expiresAt)),
            "corporate_account_id": .string(String(transaction.corporateAccount)),
            "parent_transaction_id": .string(String(transaction.parent)), "response": .string(transaction.response),
            "member": .string(String(transaction.member)), "membership": .string(String(transaction.membership)),
            "subscription": .string(String(transaction.subscription)), "coupon": .string("0"),
        ]
        if isNested { return .object(entity) }
        entity["rebill"] = .bool(false)
        entity["subscription_payment_index"] = .bool(false)
        expand(&entity, member: transaction.member, membership: transaction.membership)
        if let subscription = subscriptions.first(where: { $0.id == transaction.subscription }) {
            entity["subscription"] = self.entity(subscription, isNested: true)
        }
        return .object(entity)
    }

    func entity(_ subscription: MemberPressRecord.Subscription, isNested: Bool = false) -> JSONValue {
        var entity: [String: JSONValue] = [
            "id": .string(String(subscription.id)), "subscr_id": .string(subscription.number), "gateway": .string("manual"),
            "price": .string(Self.text(subscription.price)), "total": .string(Self.text(subscription.price)), "tax_amount": .string("0.00"),
            "period": .string(String(subscription.period)), "period_type": .string(subscription.periodType), "limit_cycles": .string("0"),
            "prorated_trial": .string("0"), "trial": .string(subscription.trialDays > 0 ? "1" : "0"),
            "trial_days": .string(String(subscription.trialDays)), "trial_amount": .string("0.00"), "status": .string(subscription.status),
            "created_at": .string(WordPressTime.text(subscription.createdAt)), "cc_last4": .string(""), "cc_exp_month": .string(""),
            "cc_exp_year": .string(""), "token": .string(""), "response": .null, "coupon": .bool(false),
            "member": .string(String(subscription.member)), "membership": .string(String(subscription.membership)),
        ]
        if !isNested { expand(&entity, member: subscription.member, membership: subscription.membership) }
        return .object(entity)
    }

    /// What a member or a membership was stays an id once it is gone.
    private func expand(_ entity: inout [String: JSONValue], member: Int, membership: Int) {
        if let member = members.first(where: { $0.id == member }) { entity["member"] = self.entity(member, isNested: true) }
        if let membership = memberships.first(where: { $0.id == membership }) { entity["membership"] = self.entity(membership) }
    }

    /// `9.00`, as the plugin writes money: no currency.
    static func text(_ hundredths: Int) -> String { Money(minor: hundredths, currency: "USD").plain }
}
