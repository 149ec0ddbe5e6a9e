import Core
import Web

/// A change of an item as programs send it (RFC 7396): what is missing stays, `null` clears.
struct ItemPatch: Decodable, Sendable {
    /// As the rules take it.
    private(set) var change = ItemChange()

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: ItemMember.Name.self)
        for field in ItemField.all { change[field] = try field.member.written(members, .init(field)) }
    }
}

extension ItemPatch: LimitedMembers {
    static var limits: [String: Schema] { Dictionary(ItemField.all.map { ($0.name, $0.member.schema) }) { first, _ in first } }
}
