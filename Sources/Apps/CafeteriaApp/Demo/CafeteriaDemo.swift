import Core
import Database
import Foundation
import Localization
import Platform
import Web

/// The demo's menu, brought in by the form that staff use: `Resources/demo`.
struct CafeteriaDemo: DemoContent {
    let services: CafeteriaServices
    let editor: MenuEditor

    /// `demo.json`.
    private struct Script: Decodable {
        var people: [DemoPerson]
        var items: [Item]
    }

    private struct Item: Decodable {
        var category: String
        var name: String
        var price: Int
        var minutes: Int
        var description: String
        /// Empty: none of them; nil: nobody said.
        var allergens: [String]?
        var diets: [String]?
        var from: String?
        var until: String?
        var work: Int?
        var portions: Int?
        var energy: Int?
        var choices: String?
        /// Below `Resources/demo`.
        var picture: String?
        /// Made where drinks are.
        var drink: Bool?
        /// Sold out at present.
        var away: Bool?
    }

    /// Where M-Pesa is.
    let timeZone: String? = "Africa/Nairobi"

    private static var folder: URL { Bundle.module.bundleURL.appending(path: "Resources/demo", directoryHint: .isDirectory) }

    private func script() throws -> Script {
        let file = Self.folder.appending(path: "demo.json")
        return try JSONDecoder().decode(Script.self, from: Data(contentsOf: file))
    }

    func people() throws -> [DemoPerson] { try script().people }

    func fill(for people: [String: DemoAccount], files: URL?) async throws {
        let script = try script()
        guard let cook = script.people.first.flatMap({ people[$0.email]?.id }) else { return }
        let (categories, stations, known) = try await services.site.database.read { db in
            (try MenuCategory.all(in: db), try db.all(Query<Station>.all), Set(try db.all(.menu).map(\.name)))
        }
        for item in script.items where !known.contains(item.name) {
            guard !Task.isCancelled, let station = stations.dropFirst(item.drink == true ? 1 : 0).first else { return }
            let form = ItemForm(
                name: item.name, category: categories.first { $0.name == item.category }?.id.description, description: item.description,
                price: String(item.price), preparation: String(item.minutes), station: station.id.description, work: String(item.work ?? 1),
                portions: item.portions.map(String.init), from: item.from, until: item.until, days: (0..<7).map(String.init),
                allergens: item.allergens.map { $0.isEmpty ? [Allergen.none] : $0 }, diets: item.diets, choices: item.choices,
                energy: item.energy.map(String.init), isAvailable: item.away != true)
            let draft = try ItemDraft(form, categories: categories, stations: stations, currency: CafeteriaSettings.currency(services.site))
            let picture = item.picture.map { PictureChange.file(Self.folder.appending(path: $0)) } ?? .keep
            do {
                _ = try await editor.save(draft, as: nil, picture, by: cook)
            } catch let refusal as PictureRefusal {
                // Where nothing can be converted the demo still has a menu.
                services.site.log(.warning, "cafeteria.demo-picture", ["item": .string(item.name), "cause": .string("\(refusal)")])
                _ = try await editor.save(draft, as: nil, by: cook)
            }
        }
        let site = services.site
        if site.value(of: CafeteriaSettings.pickupPlace).isEmpty {
            let words: Text = "The counter in the main hall"
            let place = site.messages.render(words, in: site.configuration.mainLanguage, timeZone: site.configuration.zone)
            try await site.configure { $0.settings[CafeteriaSettings.pickupPlace.id] = place }
        }
        try await DemoHistory(site: services.site, menu: services.menu, payments: services.payments).fill()
        do {
            try await DemoQueue(services: services).fill(by: cook)
        } catch let refusal as OrderRefusal {
            // A cafeteria that is closed or paused has nothing to do.
            services.site.log(.info, "cafeteria.demo-queue", ["cause": .string("\(refusal)")])
        }
    }
}
