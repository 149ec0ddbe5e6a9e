/// What a part says about its section of the operator's choices, for `stoa doctor`.
public typealias DoctorCheck = @Sendable (SiteConfiguration) -> DoctorFinding

/// One thing that `stoa doctor` looked at.
public struct DoctorFinding: Sendable, Equatable {
    /// As it is printed, four letters wide.
    public enum Weight: String, Sendable { case ok = "ok  ", warning = "warn", failure = "FAIL" }

    /// How bad it is.
    public let weight: Weight
    /// What was found, and what to do where something is wrong.
    public let words: String

    /// A finding, in English.
    public init(_ weight: Weight, _ words: String) {
        self.weight = weight
        self.words = words
    }
}
