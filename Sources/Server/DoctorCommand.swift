import Hosting
import Mail
import Platform
import SignIn

/// `stoa doctor`: looks at a site without opening it as one.
enum DoctorCommand {
    static func run(_ words: [String]) async -> Int32 {
        let (folder, rest) = SiteCommand.splitData(words)
        guard let folder, rest.isEmpty else {
            SiteCommand.write(Usage.doctor, true)
            return exitUsage
        }
        let modules = Composition.parts + Composition.apps
        let doctor = Doctor(
            folder, migrations: KernelMigrations.with(modules),
            checks: [RunningSite.doctorCheck(modules.map { $0.manifest }), MailModule.doctorCheck, SignInModule.doctorCheck],
            sections: modules.flatMap { $0.manifest.sections })
        let findings = await doctor.examine()
        for finding in findings { SiteCommand.write("\(finding.weight.rawValue)  \(finding.words)", false) }
        return findings.contains { $0.weight == .failure } ? 1 : 0
    }
}
