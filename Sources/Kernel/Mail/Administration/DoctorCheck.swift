public import Platform

extension MailModule {
    /// Whether the mail server can be reached, for `stoa doctor`.
    public static let doctorCheck: DoctorCheck = { configuration in
        guard let mail = configuration.mail else {
            return DoctorFinding(.warning, "No mail server is set, so no email is sent. Set it under Administration → Email.")
        }
        guard Reach.isOpen(mail.server) else {
            return DoctorFinding(
                .failure, "The mail server \(mail.server) does not answer. Emails are kept until it does; check its address and the firewall.")
        }
        return DoctorFinding(.ok, "The mail server \(mail.server) can be reached.")
    }
}
