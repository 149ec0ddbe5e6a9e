/// Somebody who can be chosen on a stand-in's consent page.
public struct TestUser: Sendable, Codable, Equatable {
    /// The word that chooses them, and the end of their subject.
    public var id: String
    /// The name.
    public var name: String
    /// The address; nil: the provider knows none.
    public var email: String?
    /// Whether the provider has confirmed the address.
    public var isVerified: Bool
    /// Google: the Workspace domain.
    public var domain: String?
    /// What is particular about them, for whoever chooses.
    public var note: String

    /// A user by their parts.
    public init(_ id: String, _ name: String, email: String?, isVerified: Bool = true, domain: String? = nil, note: String) {
        self.id = id
        self.name = name
        self.email = email
        self.isVerified = isVerified
        self.domain = domain
        self.note = note
    }

    /// Everybody there is, in the order of the page.
    public static let all: [TestUser] = [
        TestUser(
            "astrid", "Astrid Berg", email: "astrid@volunteers.example", domain: "volunteers.example", note: "Has an address of an organisation"),
        TestUser("bo", "Bo Lind", email: "bo@volunteers.example", domain: "volunteers.example", note: "Another one of the same organisation"),
        TestUser("moderator", "Moa Moderator", email: "moderator@stoa.example", note: "Has an account in the demo"),
        TestUser("yusuf", "Yusuf Karim", email: "yusuf@stoa.example", note: "Has an account in the demo"),
        TestUser("greta", "Greta Sjöholm", email: "greta@stoa.example", note: "Has an account in the demo"),
        TestUser("cleo", "Cleo Öberg", email: nil, note: "Has no e-mail address"),
        TestUser("dag", "Dag Holm", email: "dag@elsewhere.example", isVerified: false, note: "The address was never confirmed"),
        TestUser("elsa", "Elsa Wik", email: "elsa@elsewhere.example", note: "A confirmed address that the provider does not run"),
        TestUser("miriam", "Miriam Member", email: "member@stoa.example", note: "Has an account in the demo"),
        TestUser(
            "twin", "Astrid B.", email: "astrid@volunteers.example", domain: "volunteers.example", note: "Astrid's address with another subject"),
        TestUser("relay", "Rut Relay", email: "x7k2@privaterelay.appleid.com", note: "Hides the address behind a relay"),
    ]
}
