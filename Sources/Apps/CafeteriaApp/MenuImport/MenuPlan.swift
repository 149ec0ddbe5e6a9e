import Core
import Crypto
import Database
import Platform

/// What importing a table would do, row by row. It is made anew in the transaction that does it.
struct MenuPlan: Sendable {
    enum Outcome: Sendable, Equatable {
        case new(ItemDraft)
        case changed(MenuItemID, ItemDraft, [Change])
        /// What an import that is over changed.
        case applied([Change])
        case unchanged(MenuItemID)
        case wrong([Fault])

        var kind: Kind {
            switch self {
            case .new: .new
            case .changed, .applied: .changed
            case .unchanged: .unchanged
            case .wrong: .wrong
            }
        }
    }

    /// What a row changes in a column, as tables say it.
    struct Change: Sendable, Codable, Equatable {
        let column: MenuColumn
        /// Empty where there was nothing.
        let old: String
        /// Empty where nothing is left.
        let new: String
    }

    enum Kind: String, Sendable, CaseIterable { case new, changed, unchanged, wrong }

    /// Why a row is not imported.
    struct Fault: Sendable, Codable, Equatable {
        /// nil: the row as a whole.
        let column: MenuColumn?
        let words: Text
    }

    struct Row: Sendable {
        let row: MenuSheet.Row
        let name: String
        let category: String
        let outcome: Outcome
        /// Where the item is made; nil where the row isn’t imported, and of an import that is over.
        var station: String?
        /// Whether it is new and its row names no station.
        var lacksStation = false
    }

    let rows: [Row]
    /// Categories of the table that the menu does not have, as they are first written.
    let missing: [String]
    /// How many of them can be created.
    let room: Int
    /// Where items can be made.
    let stations: [Station]

    /// How many new items name no station, where there are several.
    var unplaced: Int { stations.count > 1 ? rows.count(where: \.lacksStation) : 0 }

    func count(_ kind: Kind) -> Int { rows.count { $0.outcome.kind == kind } }

    /// The same for a plan that does the same to the same items.
    var digest: String {
        let lines = rows.map { row in
            switch row.outcome {
            case .new: "new"
            case .changed(let id, _, let changes): "\(id) \(changes.map { "\($0.column.rawValue) \($0.old) \($0.new)" })"
            case .applied(let changes): "applied \(changes.count)"
            case .unchanged(let id): "\(id)"
            case .wrong(let faults): "wrong \(faults.count)"
            }
        }
        return String(sha256(Array((missing + lines).joined(separator: "\n").utf8)).hex.prefix(32))
    }

    /// How many items lose a value, and in which columns.
    var emptied: (items: Int, columns: [MenuColumn]) {
        let all = rows.map { row -> [MenuColumn] in
            guard case .changed(_, _, let changes) = row.outcome else { return [] }
            return changes.filter(\.new.isEmpty).map(\.column)
        }
        let columns = Set(all.joined())
        return (all.count { !$0.isEmpty }, MenuColumn.allCases.filter(columns.contains))
    }

    /// Compares a table with the menu.
    /// - Parameters:
    ///   - isPreview: categories that are missing count as if they were there, as far as there is room for them.
    ///   - station: of new items whose rows name none; nil: the first one.
    init(_ sheet: MenuSheet, isPreview: Bool, station: StationID? = nil, currency: String, in db: any Connection) throws {
        let known = try MenuCategory.all(in: db)
        missing = Self.missing(in: sheet, known)
        room = isPreview ? max(0, MenuCategory.most - known.count) : 0
        let categories = known + missing.prefix(room).enumerated().map { MenuCategory(id: Self.future($0), name: $1, position: .max) }
        stations = try db.all(Query<Station>.all)
        var reading = MenuReading(
            sheet: sheet, categories: categories, stations: stations, usual: stations.first { $0.id == station } ?? stations.first,
            currency: currency, menu: try db.all(.menu))
        // What is there already is read with its choices, some at a time: their lists have limits.
        var offers: [MenuItemID: Offer] = [:]
        let matched = Set(sheet.rows.compactMap { reading.item(of: $0)?.id }).sorted()
        for start in stride(from: 0, to: matched.count, by: 16) {
            offers.merge(try Offer.read(Array(matched[start..<min(start + 16, matched.count)]), in: db)) { first, _ in first }
        }
        rows = sheet.rows.map { reading.row($0, offers) }
    }

    /// A row that was not imported.
    struct Refused: Codable, Sendable {
        /// As in ``MenuSheet/Row/number``.
        let row: Int
        let faults: [Fault]
    }

    /// What was not imported.
    var refused: [Refused] {
        rows.compactMap { row in if case .wrong(let faults) = row.outcome { Refused(row: row.row.number, faults: faults) } else { nil } }
    }

    /// A row that changed an item.
    struct Applied: Codable, Sendable {
        /// As in ``MenuSheet/Row/number``.
        let row: Int
        let changes: [Change]
    }

    /// What it changes.
    var applied: [Applied] {
        rows.compactMap { row in
            if case .changed(_, _, let changes) = row.outcome { Applied(row: row.row.number, changes: changes) } else { nil }
        }
    }

    /// What an import that is over changed and did not take, whatever the menu has become since.
    init(_ sheet: MenuSheet, refused: [Refused], applied: [Applied]) {
        var outcomes = Dictionary(refused.map { ($0.row, Outcome.wrong($0.faults)) }) { first, _ in first }
        for row in applied { outcomes[row.row] = .applied(row.changes) }
        (missing, room, stations) = ([], 0, [])
        rows = sheet.rows.compactMap { row in
            outcomes[row.number].map { outcome in
                Row(row: row, name: sheet.value(.name, of: row) ?? "", category: sheet.value(.category, of: row) ?? "", outcome: outcome)
            }
        }
    }

    /// The identity of a category that is still to be created, from the end of what there is.
    private static func future(_ index: Int) -> CategoryID { CategoryID(.max - Int64(index)) }

    private static func missing(in sheet: MenuSheet, _ known: [MenuCategory]) -> [String] {
        var seen = Set(known.flatMap(\.keys))
        // A table names few categories many times.
        var texts: Set<String> = []
        return sheet.rows.compactMap { row in
            let text = sheet.value(.category, of: row) ?? ""
            guard texts.insert(text).inserted else { return nil }
            let name = text.tidied()
            guard !name.isEmpty, name.length <= MenuCategory.longestName, seen.insert(name.sortKey).inserted else { return nil }
            return name
        }
    }
}

/// Reads rows one after the other.
struct MenuReading {
    private let sheet: MenuSheet
    private let categories: [MenuCategory]
    private let stations: [Station]
    /// Where new items are made whose rows do not say it.
    private let usual: Station?
    private let currency: String
    /// By what the table calls them.
    private let byText: [String: MenuCategory]
    private let items: [Key: MenuItem]
    /// The rows in which items were seen.
    private var seen: [Key: Int] = [:]
    /// How many items there can still be.
    private var room: Int

    private struct Key: Hashable {
        let category: CategoryID
        let name: String
    }

    init(sheet: MenuSheet, categories: [MenuCategory], stations: [Station], usual: Station?, currency: String, menu: [MenuItem]) {
        self.sheet = sheet
        self.categories = categories
        self.stations = stations
        self.usual = usual
        self.currency = currency
        let byKey = Dictionary(categories.flatMap { category in category.keys.map { ($0, category) } }) { first, _ in first }
        let texts = Set(sheet.rows.map { sheet.value(.category, of: $0) ?? "" })
        byText = Dictionary(texts.compactMap { text in byKey[text.tidied().sortKey].map { (text, $0) } }) { first, _ in first }
        items = Dictionary(menu.map { (Key(category: $0.category, name: $0.name.lowercased()), $0) }) { first, _ in first }
        room = MenuItem.most - menu.count
    }

    private func category(of row: MenuSheet.Row) -> MenuCategory? { byText[sheet.value(.category, of: row) ?? ""] }

    private func key(of row: MenuSheet.Row) -> Key? {
        category(of: row).map { Key(category: $0.id, name: (sheet.value(.name, of: row) ?? "").tidied().lowercased()) }
    }

    /// The item that a row is about, where it is on the menu.
    func item(of row: MenuSheet.Row) -> MenuItem? { key(of: row).flatMap { items[$0] } }

    mutating func row(_ row: MenuSheet.Row, _ offers: [MenuItemID: Offer]) -> MenuPlan.Row {
        let outcome = outcome(of: row, offers)
        var (station, lacksStation): (StationID?, Bool) = (nil, false)
        switch outcome {
        case .new(let draft): (station, lacksStation) = (draft.station, (sheet.value(.station, of: row) ?? "").isEmpty)
        case .changed(_, let draft, _): station = draft.station
        case .unchanged: station = item(of: row)?.station
        case .applied, .wrong: break
        }
        return MenuPlan.Row(
            row: row, name: (sheet.value(.name, of: row) ?? "").tidied(), category: (sheet.value(.category, of: row) ?? "").tidied(),
            outcome: outcome, station: stations.first { $0.id == station }?.name, lacksStation: lacksStation)
    }

    private mutating func outcome(of row: MenuSheet.Row, _ offers: [MenuItemID: Offer]) -> MenuPlan.Outcome {
        var faults: [MenuColumn: Text] = [:]
        if row.cells.count > sheet.headings.count, row.cells.dropFirst(sheet.headings.count).contains(where: { !$0.trimmed.isEmpty }) {
            return .wrong([.init(column: nil, words: "It has more values than there are columns. Put values with commas in quotation marks.")])
        }
        let offer = item(of: row).flatMap { offers[$0.id] }
        let form = form(of: row, offer, &faults)
        let draft: ItemDraft
        do throws(Problem) {
            draft = try ItemDraft(form, categories: categories, stations: stations, currency: currency)
        } catch {
            for (field, words) in error.fields {
                let column = MenuColumn(rawValue: field)
                if let column, faults[column] == nil { faults[column] = words }
            }
            return .wrong(faults.inOrder)
        }
        guard faults.isEmpty else { return .wrong(faults.inOrder) }
        if let key = key(of: row), let first = seen.updateValue(row.number, forKey: key) {
            return .wrong([.init(column: .name, words: "The same item is in row \(first).")])
        }
        guard let offer else {
            guard room > 0 else { return .wrong([.init(column: nil, words: "A menu can have \(MenuItem.most) items.")]) }
            room -= 1
            return .new(draft)
        }
        let before = ItemForm(offer, currency: currency)
        guard let old = try? ItemDraft(before, categories: categories, stations: stations, currency: currency) else {
            return .changed(offer.item.id, draft, [])
        }
        let columns = draft.columns(changedFrom: old)
        guard !columns.isEmpty else { return .unchanged(offer.item.id) }
        let (was, becomes) = (cells(before, old), cells(form.saying(draft, currency: currency), draft))
        let changes = columns.map { MenuPlan.Change(column: $0, old: was[$0] ?? "", new: becomes[$0] ?? "") }
        return .changed(offer.item.id, draft, changes)
    }

    /// An item as the table of the menu has it.
    private func cells(_ form: ItemForm, _ draft: ItemDraft) -> [MenuColumn: String] {
        let cells = MenuExport.cells(
            form, category: categories.first { $0.id == draft.category }?.name ?? "", station: stations.first { $0.id == draft.station }?.name ?? "")
        return Dictionary(zip(MenuColumn.allCases, cells)) { first, _ in first }
    }

    /// The form that a row fills in. What the table says nothing of stays as it is.
    private func form(of row: MenuSheet.Row, _ offer: Offer?, _ faults: inout [MenuColumn: Text]) -> ItemForm {
        var form = offer.map { ItemForm($0, currency: currency) } ?? ItemForm.new
        if offer == nil { form.station = usual?.id.description }
        for column in MenuColumn.allCases {
            guard let value = sheet.value(column, of: row) else { continue }
            form.take(value, in: column, currency: currency)
            switch column {
            case .category:
                let found = category(of: row)
                form.category = found?.id.description
                if found == nil, !value.isEmpty { faults[.category] = "There’s no category “\(value)”." }
            case .station where !value.isEmpty:
                let found = stations.first { $0.name.sortKey == value.sortKey }
                form.station = found?.id.description
                if found == nil { faults[.station] = "There’s no station “\(value)”." }
            case .price where !value.isEmpty && ItemDraft.price(form.price, currency: currency) == nil:
                faults[.price] = "“\(value)” isn’t a price. Enter a price like 250."
            case .allergens: faults[.allergens] = MenuCell.misspelledAllergen(form.allergens ?? [])
            case .available where !value.isEmpty && MenuCell.isYes(value) == nil: faults[.available] = "Write yes or no."
            default: break
            }
        }
        return form
    }
}

extension [MenuColumn: Text] {
    fileprivate var inOrder: [MenuPlan.Fault] { MenuColumn.allCases.compactMap { column in self[column].map { .init(column: column, words: $0) } } }
}

extension ItemForm {
    /// The same, with what it says in its own words said as the menu says it.
    fileprivate func saying(_ draft: ItemDraft, currency: String) -> ItemForm {
        var form = self
        form.name = draft.name
        form.description = draft.description
        form.price = ChoiceText.amount(draft.price, currency)
        form.days = (0..<7).filter { draft.serving.days & 1 << $0 != 0 }.map(String.init)
        form.allergens = draft.hasNoAllergens ? [Allergen.none] : draft.allergens.map(\.rawValue)
        form.diets = draft.diets.map(\.rawValue)
        return form
    }

    /// Takes what a cell says. Where the rules need a value, an empty cell leaves the one that is there.
    fileprivate mutating func take(_ value: String, in column: MenuColumn, currency: String) {
        let isEmpty = value.isEmpty
        switch column {
        case .name: name = value
        case .description: description = value
        case .price: if !isEmpty { price = MenuCell.price(value, currency: currency) }
        case .preparation: if !isEmpty { preparation = MenuCell.minutes(value) }
        case .work: if !isEmpty { work = value }
        case .portions: portions = value
        case .days: if !isEmpty { days = MenuCell.days(value) }
        case .from: from = MenuCell.time(value)
        case .until: until = MenuCell.time(value)
        case .choices: choices = value.replacing("|", with: "\n")
        case .allergens: allergens = MenuCell.contents(value)
        case .diets: diets = MenuCell.diets(value)
        case .energy: energy = value
        case .protein: protein = value
        case .carbohydrates: carbohydrates = value
        case .fat: fat = value
        case .available: if !isEmpty { isAvailable = MenuCell.isYes(value) }
        case .category, .station: break
        }
    }
}

extension ItemDraft {
    /// The columns in which it differs.
    fileprivate func columns(changedFrom old: ItemDraft) -> [MenuColumn] {
        MenuColumn.allCases.filter { column in
            switch column {
            case .name: name != old.name
            case .category: category != old.category
            case .description: description != old.description
            case .price: price != old.price
            case .preparation: preparation != old.preparation
            case .station: station != old.station
            case .work: work != old.work
            case .portions: portions != old.portions
            case .days: serving.days != old.serving.days
            case .from: serving.hours?.lowerBound != old.serving.hours?.lowerBound
            case .until: serving.hours?.upperBound != old.serving.hours?.upperBound
            case .choices: choices != old.choices
            case .allergens: allergens != old.allergens || hasNoAllergens != old.hasNoAllergens
            case .diets: diets != old.diets
            case .energy: nutrition?.energy != old.nutrition?.energy
            case .protein: nutrition?.protein != old.nutrition?.protein
            case .carbohydrates: nutrition?.carbohydrates != old.nutrition?.carbohydrates
            case .fat: nutrition?.fat != old.nutrition?.fat
            case .available: isAvailable != old.isAvailable
            }
        }
    }
}
