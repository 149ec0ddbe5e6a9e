/// What a site needs to use the stand-in, as a demo's configuration has it.
public struct MemberPressCredentials: Sendable, Codable, Equatable {
    /// The WordPress site: `http://127.0.0.1:4711/memberpress`, to which `/wp-json/mp/v1/members` is added.
    public var address: String
    /// Goes into `MEMBERPRESS-API-KEY`.
    public var key: String
    /// A WordPress administrator, for Basic auth.
    public var user: String
    /// Their application password; WordPress shows it with spaces and takes it with or without.
    public var applicationPassword: String

    init(address: String) {
        self.address = address
        key = "standinkey000"
        user = "curator"
        applicationPassword = "stand in1 that grds noth ing0"
    }

    /// What every member of the data set signs in with.
    public static let memberPassword = "lantern-gallery-5"
}
