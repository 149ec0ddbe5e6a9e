import Core
import Foundation
import Interface
import Jobs
import Platform
import Web

/// What the settings let people be allowed to do.
extension Permission {
    /// Choose the site's address. No role has it: links that reset a password begin with that address, so who names it can become anybody.
    static let settingsAddress: Permission = "settings.address"
    /// Turn apps on and off. No role has it: what everyone sees of the site is its owner's choice.
    static let settingsApps: Permission = "settings.apps"
    /// See and keep the budget.
    static let settingsBudget: Permission = "settings.budget"
}

/// The kernel part in which administrators make their choices: the site, its apps, words, opening hours, the budget (LIB-115, LIB-116).
public struct SettingsModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "settings", name: "Settings",
        navigation: .init(portal: [
            AdminPlace(
                "Get started", "What a new site needs", icon: .check, path: SitePaths.start(), permission: .settingsChange, in: .system),
            AdminPlace(
                "Settings", "Name, apps, languages and limits",
                searchedAs:
                    "site title rename address domain url time zone timezone currency registration phone number turn on off hide app apps color colors colour colours two-step verification session",
                icon: .settings,
                path: SettingsPaths.site(),
                permission: .settingsChange,
                in: .system),
            AdminPlace(
                "Logo and colour", "How people recognise your site",
                searchedAs: "brand branding color colors colours icon favicon theme accent look design", icon: .image,
                path: SettingsPaths.look(), permission: .settingsChange, in: .system),
            AdminPlace(
                "Edit front page", "Welcome and picture", searchedAs: "photo image banner hero welcome text", icon: .home,
                path: SettingsPaths.front(), permission: .settingsChange, in: .content),
            AdminPlace(
                "Texts", "The words on every page", searchedAs: "translation wording strings labels", icon: .quote, path: SettingsPaths.texts(),
                permission: .settingsChange, in: .content),
            AdminPlace(
                "Opening hours", "When you’re open", searchedAs: "closed holidays special hours schedule", icon: .clock, path: SettingsPaths.hours(),
                permission: .settingsChange, in: .content),
            AdminPlace(
                "Budget", "Planned and actual spending", searchedAs: "costs money expenses", icon: .wallet, path: SettingsPaths.budget(),
                permission: .settingsBudget, in: .system),
        ]),
        access: .init(
            permissions: [
                PermissionDeclaration(.settingsChange, "Change settings, texts and opening hours"),
                PermissionDeclaration(.settingsAddress, "Choose the address of the site"),
                PermissionDeclaration(.settingsApps, "Turn apps on and off"),
                PermissionDeclaration(.settingsBudget, "Manage the budget"),
            ], roles: [RoleDeclaration("admin", "Settings administrator", [.settingsChange, .settingsBudget], partOf: [.administrator])]),
        schema: .init(
            SettingsMigrations.all,
            entityNames: [
                "settings.site": "Settings of the site",
                "settings.app": "Settings of an app",
                "settings.part": "Settings",
                "settings.front": "Front page",
                "settings.look": "Logo and colour",
                "settings.text": "Text",
                "settings.hours": "Opening hours",
                "settings.budget-line": "Budget line",
                "settings.expense": "Expense",
            ], sentences: SettingsSentences.all),
        settings: [FrontSettings.welcome.declaration],
        sections: [FrontPicture.self, FrontWelcome.self, SiteLook.self, SkippedSteps.self, ReviewedSteps.self],
        notifications: [Budget.notificationKind],
        help: .init(SettingsHelp.topics),
        commands: ConfigCommand.help,
        resources: .module)

    private let site: Site
    private let budget: Budget

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        budget = Budget(site: site, roles: try site.service(), notifier: try site.service())
    }

    /// `stoa config`.
    public var commands: [Command] { ConfigCommand(site: site).commands }

    /// Every page of the part.
    public var routes: [Route] {
        FrontRoutes(site: site).routes + FrontEditing(site: site).routes + SiteSettingsRoutes(site: site).routes
            + LookRoutes(site: site).routes + TextRoutes(site: site).routes
            + HoursRoutes(site: site).routes
            + BudgetRoutes(site: site, budget: budget).routes
    }

    public func register(in extensions: inout Extensions) throws {
        for step in SiteSetup.steps(site) { extensions.add(step, to: .setupSteps) }
        extensions.add(AddressAlerts(site: site), to: .adminAlerts)
        extensions.add(SiteAlerts(site: site), to: .adminAlerts)
        extensions.add(FrontDemo(site: site), to: .demoContent)
        extensions.add(BudgetAlerts(site: site), to: .adminAlerts)
    }
}
