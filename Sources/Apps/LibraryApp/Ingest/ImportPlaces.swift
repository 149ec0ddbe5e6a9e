import Core
import Database
import Foundation
import Platform

/// The language under which a file is filed.
enum ItemLanguage {
    /// The chosen language, else the file's own, else English. A regional form that the managed list does not have is filed
    /// under its base; a base that it does not have is added.
    static func choose(_ chosen: String?, _ found: String?, _ statements: ItemStatements) throws -> Language {
        let wishes = [chosen, found].compactMap { $0 }.map { Language($0.tidied().replacing("_", with: "-")) }
        let language = wishes.first { Languages.isTag($0.rawValue) } ?? .english
        let known = Set(try statements.db.all(Query<LibraryLanguage>.all).map(\.tag))
        if known.contains(language) { return language }
        // Files often carry the three-letter code of a language that has a shorter one.
        let base = Language(Locale.LanguageCode(language.base).identifier(.alpha2) ?? language.base)
        if !known.contains(base) { try statements.ensureLanguage(base, name: name(of: base)) }
        return base
    }

    /// What its speakers call a language; the tag where nobody knows.
    static func name(of language: Language) -> String {
        let name = Locale(identifier: language.rawValue).localizedString(forIdentifier: language.rawValue) ?? language.rawValue
        return String((name.prefix(1).uppercased() + name.dropFirst()).unicodeScalars.prefix(60))
    }
}

/// Categories as an import names them: `Devotionals`, or a path `Theology > Apologetics`.
enum CategoryPaths {
    /// The category, which is added, with what stands above it, when it is missing. A single name is sought in the whole tree.
    static func find(or path: String, _ statements: ItemStatements) throws -> CategoryID {
        let db = statements.db
        let tree = try CategoryTree.read(db)
        let names = path.split(separator: ">").map { String($0).tidied(limit: Category.longestName) }.filter { !$0.isEmpty }
            .prefix(Category.deepest)
        guard let last = names.last else { throw CategoryRefusal.invalid(field: "category", "Give the category a name.") }
        if names.count == 1, let known = tree.categories.first(where: { $0.names.isCalled(last) }) { return known.id }
        var parent: CategoryID?
        for name in names {
            if let known = tree.children(of: parent).first(where: { $0.names.isCalled(name) }) {
                parent = known.id
                continue
            }
            let colours = CategoryColour.allCases
            let colour = colours[name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % colours.count }]
            let draft = try CategoryDraft(name: name, description: "", colour: colour.rawValue, parent: parent)
            parent = try CategoryStatements(db: db, now: statements.now, person: statements.person).insert(draft)
        }
        guard let parent else { throw CategoryRefusal.invalid(field: "category", "Give the category a name.") }
        return parent
    }
}
