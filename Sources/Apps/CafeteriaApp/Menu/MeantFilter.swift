import Core
import Foundation
import Interface
import Platform
import Web

/// A filter that the words of a search ask for: “milk free”, “utan nötter”, “vegan”.
struct MeantFilter: Sendable {
    let filter: MenuFilter
    /// How many dishes it finds.
    let count: Int

    /// - Returns: nil where the words name no allergen to avoid and no diet, or nothing on the menu is so.
    init?(_ asked: MenuFilter, in list: MenuList, at time: MenuTime, favourites: Set<MenuItemID>) {
        guard let wish = DietWords.shared.wish(in: asked.words) else { return nil }
        var filter = asked.with(words: wish.others)
        filter.diets += wish.diets.filter { !asked.diets.contains($0) }
        filter.without += wish.without.filter { !asked.without.contains($0) }
        let count = list.find(filter, at: time, favourites: favourites, limit: 0).total
        guard count > 0, filter != asked else { return nil }
        (self.filter, self.count) = (filter, count)
    }

    /// “Without: Milk · 12 dishes”.
    var words: Text {
        let names = filter.diets.map(\.name) + filter.without.map { "Without: \($0.name)" as Text }
        let all = Text.list(of: names)
        return "\(all) · \("\(count) dishes" as Text)"
    }
}

/// What allergens and diets are called, and how people say that they avoid one, in the languages of the product.
struct DietWords: Sendable {
    /// `Resources/menu/diets.json`.
    static let shared = DietWords(Bundle.module.bundleURL.appending(path: "Resources/menu/diets.json"))

    /// What a search wishes for.
    struct Wish: Equatable {
        var without: [Allergen] = []
        var diets: [Diet] = []
        /// The words that say something else.
        var others = ""
    }

    private struct File: Decodable {
        let without: [String]
        /// What stands between the words and says nothing by itself.
        let fillers: [String]
        /// Of words such as “milkfree”.
        let endings: [String]
        let allergens: [String: [String]]
        let diets: [String: [String]]

        static let none = File(without: [], fillers: [], endings: [], allergens: [:], diets: [:])
    }

    private let without: Set<String>
    private let fillers: Set<String>
    private let endings: [String]
    private let allergens: [String: [Allergen]]
    private let diets: [String: Diet]

    /// A file that can't be read leaves dishes to be found by their own words.
    private init(_ url: URL) {
        let file = (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(File.self, from: $0) } ?? .none
        without = Set(file.without.map(Self.folded))
        fillers = Set(file.fillers.map(Self.folded))
        endings = file.endings.map(Self.folded)
        var allergens: [String: [Allergen]] = [:]
        for (name, words) in file.allergens {
            guard let allergen = Allergen(rawValue: name) else { continue }
            for word in words { allergens[Self.folded(word), default: []].append(allergen) }
        }
        self.allergens = allergens
        var diets: [String: Diet] = [:]
        for (name, words) in file.diets {
            guard let diet = Diet(rawValue: name) else { continue }
            for word in words { diets[Self.folded(word)] = diet }
        }
        self.diets = diets
    }

    /// What is avoided counts only where something says so: who searches for milk wants some.
    func wish(in words: String) -> Wish? {
        var (wish, isAvoided, others) = (Wish(), false, [String]())
        for word in words.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "’" && $0 != "'" }) {
            let word = Self.folded(String(word))
            if let diet = diets[word] {
                wish.diets.append(diet)
            } else if without.contains(word) {
                isAvoided = true
            } else if let named = allergens[word] {
                wish.without += named
            } else if let named = endings.lazy.filter(word.hasSuffix).compactMap({ allergens[String(word.dropLast($0.count))] }).first {
                wish.without += named
                isAvoided = true
            } else if !fillers.contains(word) {
                others.append(word)
            }
        }
        if !isAvoided, !wish.without.isEmpty { return nil }
        guard !wish.without.isEmpty || !wish.diets.isEmpty else { return nil }
        wish.without = Allergen.allCases.filter(wish.without.contains)
        wish.others = others.joined(separator: " ")
        return wish
    }

    private static func folded(_ word: String) -> String { String(decoding: MenuWords.folded(word), as: UTF8.self) }
}
