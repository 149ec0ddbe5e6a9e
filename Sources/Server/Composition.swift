import Accounts
import CafeteriaApp
import Core
import Foundation
import Help
import Hosting
import LibraryApp
import Mail
import Messages
import Moderation
import MuseumApp
import Notifications
import Operations
import Payments
import Platform
import Profiles
import Reading
import Settings
import SignIn
import Statistics
import StoriesApp
import VolunteersApp

/// The composition root: the one place that names the apps of the house. A sixth app is one more line.
enum Composition {
    /// The apps that an operator can turn on and off.
    static let apps: [any App.Type] = [
        LibraryApp.self, VolunteersApp.self, CafeteriaApp.self, StoriesApp.self, MuseumApp.self,
    ]

    /// Kernel parts with screens: always on.
    static let parts: [any App.Type] = [
        AccountsModule.self, SignInModule.self, ProfilesModule.self, ReadingModule.self, MailModule.self, NotificationsModule.self,
        ModerationModule.self, MessagesModule.self,
        OperationsModule.self, PaymentsModule.self, StatisticsModule.self, SettingsModule.self, HelpModule.self,
    ]

    /// Every command that works on a site.
    static var commands: [CommandHelp] { (parts + apps).flatMap { $0.manifest.commands } }

    /// Opens a site with the apps that are wanted.
    /// - Parameter only: ids of the apps to serve; nil is whatever was chosen.
    static func open(_ folder: SiteFolder, only: [String]? = nil, log: Log) async throws -> RunningSite {
        let known = apps.map { $0.manifest.id }
        if let stranger = only?.first(where: { !known.contains($0) }) { throw SiteRefusal.unknownApp(stranger, known: known) }
        return try await RunningSite.open(
            folder, apps: apps, parts: parts, only: only, log: log, beforeUpdate: UpdateBackup.make)
    }

    /// The log of a process: the level comes from `STOA_LOG`.
    static var log: Log {
        let level: Log.Level =
            switch ProcessInfo.processInfo.environment["STOA_LOG"] {
            case "debug": .debug
            case "warning": .warning
            case "error": .error
            default: .info
            }
        return .standardError(least: level)
    }
}
