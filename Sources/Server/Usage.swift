import Moderation
import Platform

/// What `--help` and a wrong word print.
enum Usage {
    static let version = "0.1"

    /// Every command in a line, those of the modules as their manifests describe them.
    static var overview: String {
        let own = [
            ("serve", "run the server"), ("migrate", "bring a site's database up to date"),
            ("doctor", "explain what is wrong with a site's set-up"), ("restore", "make a site out of a backup"),
        ]
        let all = own + (Composition.commands + [ScoreCommand.help]).map { ($0.words.joined(separator: " "), $0.summary) }
        let width = (all.map(\.0.count).max() ?? 0) + 3
        let lines = all.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 }
        return "usage: stoa COMMAND [OPTIONS]\n\n" + lines.joined(separator: "\n") + "\n\n" + rules
    }

    private static let rules = """
        Every command takes --data DIR (default: ./site). `stoa COMMAND --help` says more.
        Commands on a site work beside its running server.
        """

    static let serve = """
        usage: stoa serve [OPTIONS]

          --data DIR            the site's folder, made if it is missing (default: ./site)
          --port N              the port, 0 for any free one (default: 8080)
          --address A           the address to listen on (default: 127.0.0.1)
          --apps A,B            only these apps (default: all that are turned on)
          --tls-cert FILE       certificate chain (PEM); with --tls-key
          --tls-key FILE        private key (PEM)
          --redirect-port N     with TLS: answer plain HTTP here with a redirect
          --behind-proxy        a proxy on this machine ends TLS and sends X-Forwarded-For and X-Forwarded-Proto
          --host NAME           a name that people reach this site by, remembered by the site; may be given again
          --demo                fill a new site with demo people and content; serves this machine only
          --demo-files DIR      further demo files made at set-up
          --stand-ins FILE      let the stand-ins that the file describes play Google, Facebook and Apple in a demo

        STOA_OWNER_EMAIL and STOA_OWNER_PASSWORD make the owner on the first start; without them a
        one-time link to the set-up page is printed. STOA_LOG=debug logs more; the log is on standard error.
        """

    static let migrate = """
        usage: stoa migrate [--data DIR]

        Backs the site up when its database has to change, then brings it up to date. A running server has done so already.
        """

    static let doctor = """
        usage: stoa doctor [--data DIR]

        Looks at the folder's rights, the database, the key, disk, clock, backups, converters and mail server, and says what to do about
        what is wrong. It changes nothing and works whether the server runs or not. Exits 1 when something has to be mended.
        """

    static let restore = """
        usage: stoa restore FILE [--data DIR] [--replace] [--database URL]

        Checks the whole backup, makes the site beside DIR and moves it there when it is complete. A site that runs is refused.

          --data DIR        where the site shall be (default: ./site)
          --replace         DIR may hold a site: it is kept beside it, under a name of its own
          --database URL    for a backup of PostgreSQL: the database to fill, if it is not the one it came from
        """

    static func wrongWord(_ mistake: String) -> String { "\(overview)\n\nstoa: \(mistake)" }
}
