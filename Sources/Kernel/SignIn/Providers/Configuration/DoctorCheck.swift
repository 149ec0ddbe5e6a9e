public import Platform

extension SignInModule {
    /// Which providers people can sign in with, for `stoa doctor`.
    public static let doctorCheck: DoctorCheck = { configuration in
        let providers = configuration.providers.keys.sorted().joined(separator: ", ")
        return DoctorFinding(.ok, providers.isEmpty ? "Nobody signs in with another provider." : "Sign-in is set up with \(providers).")
    }
}
