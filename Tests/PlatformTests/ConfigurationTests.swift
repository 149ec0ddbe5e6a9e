import Accounts
import Core
import Crypto
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing

@Suite struct ConfigurationTests {
    /// A file from before choices lived in the database.
    private static let old = #"""
        {"name": "Hilltop", "languages": ["sv", "en"], "texts": {"en": {"Sign in": "Come in"}}, "metricsToken": "open-sesame",
         "mail": {"server": "smtp://mail.example:25", "from": "library@hilltop.example"}, "colour": "green"}
        """#

    @Test(arguments: Engine.available)
    func `a site that was made before keeps its choices, once, and the file keeps what is the node's own`(on engine: Engine) async throws {
        try await withTemporaryFolder { folder in
            try await withSiteDatabase(of: [MailModule.self, AccountsModule.self], on: engine) { database in
                let site = SiteFolder(folder)
                try site.create()
                try Data(Self.old.utf8).write(to: site.configuration)
                let first = try await RunningSite.open(
                    site, apps: [], parts: [MailModule.self, AccountsModule.self], log: .silent, database: database, passwordCost: .least)
                let taken = first.site.configuration
                #expect(taken.name == "Hilltop" && taken.languages == [.swedish, .english] && taken.texts["en"]?["Sign in"] == "Come in")
                #expect(taken.mail == MailConfiguration(server: "smtp://mail.example:25", from: "library@hilltop.example"))
                #expect(first.site.node.metricsToken == "open-sesame")
                let kept = try JSONDecoder().decode([String: String].self, from: try Data(contentsOf: site.configuration))
                #expect(kept == ["metricsToken": "open-sesame"])
                await first.close()
            }
        }
    }

    @Test(arguments: Engine.available)
    func `a file that is edited later changes nothing that the database holds`(on engine: Engine) async throws {
        var node = NodeConfiguration()
        node.others = ["name": .string("First")]
        try await withTestApp(on: engine, node: node) { app in
            #expect(app.site.configuration.name == "First")
            var edited = NodeConfiguration()
            edited.others = ["name": .string("Second")]
            try app.site.folder.write(edited)
            #expect(try app.site.folder.readNode().others["name"] == .string("Second"))
            try await app.site.configure { $0.currency = "KES" }
            #expect(app.site.configuration.name == "First" && app.site.configuration.currency == "KES")
        }
    }

    @Test func `a change on one node holds on another within a second, and neither loses what the other chose`() async throws {
        try await withTwoNodes(parts: [MailModule.self, AccountsModule.self]) { first, second in
            async let name: Void = first.site.configure { $0.name = "Both nodes" }
            async let currency: Void = second.site.configure { $0.currency = "KES" }
            _ = try await (name, currency)
            func agree() -> Bool {
                [first.site, second.site].allSatisfy { $0.configuration.name == "Both nodes" && $0.configuration.currency == "KES" }
            }
            let begin = ContinuousClock.now
            while !agree(), ContinuousClock.now - begin < .seconds(20) { try await Task.sleep(for: .milliseconds(20)) }
            #expect(agree())
        }
    }

    @Test(arguments: Engine.available)
    func `a part's section comes back as it was, and one that is taken away is gone`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let mail = MailConfiguration(server: "smtp://mail.example:25", user: "stoa", from: "library@hilltop.example")
            try await app.site.configure { $0.mail = mail }
            #expect(app.site.configuration.mail == mail)
            try await app.site.configure { $0.mail = nil }
            #expect(app.site.configuration.mail == nil)
            let versions = try await app.site.database.read {
                try $0.all("SELECT version FROM platform_configuration WHERE section = 'mail'" as Query<Int>)
            }
            #expect(versions == [2], "versions never fall")
        }
    }
}

extension ConfigurationTests {
    @Test func `a choice without a page is set by its name, and nothing of another type`() throws {
        var choices = SiteConfiguration()
        try choices.set("baseURL", json: #""https://library.example""#)
        try choices.set("mail", json: #"{"server": "smtp://mail.example:25", "from": "library@example.org"}"#)
        #expect(choices.baseURL == "https://library.example" && choices.mail?.server == "smtp://mail.example:25")
        #expect(throws: SettingRefusal.otherType("uploadLimit")) { try choices.set("uploadLimit", json: #""much""#) }
        #expect(throws: SettingRefusal.noJSON("name")) { try choices.set("name", json: "Our Site") }
        #expect(throws: SettingRefusal.otherType("colour")) { try choices.set("colour", json: #""green""#) }
        try choices.set("baseURL", json: "null")
        #expect(choices.baseURL == nil && choices.mail != nil)
        #expect(try choices.text().contains("\"mail\" : {"))
    }
}
