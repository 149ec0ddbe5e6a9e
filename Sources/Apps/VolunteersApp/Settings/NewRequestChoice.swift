import Audit
import Core
import Database
import Platform
import Web

/// Of which new posts somebody wants to hear (VOL-048).
enum NewRequestChoice: Sendable, Equatable {
    case none, all
    case category(CategoryID)

    /// As the form, the API and the table name it.
    var name: String {
        switch self {
        case .none: "none"
        case .all: "all"
        case .category: "category"
        }
    }

    var categoryID: CategoryID? {
        if case .category(let id) = self { id } else { nil }
    }

    /// Reads a choice.
    /// - Throws: a problem that names the wrong field.
    init(name: String, category: CategoryID?, among categories: CategoryList) throws(Problem) {
        switch (name, category.flatMap { categories[$0] }) {
        case ("none", _): self = .none
        case ("all", _): self = .all
        case ("category", let known?): self = .category(known.id)
        case ("category", nil): throw .wrongField("category", "Choose a category from the list.")
        default: throw .wrongField("news", "Choose one of the three.")
        }
    }
}

extension NewRequestChoice: SQLRow {
    /// A choice of a category that is gone is none.
    init(row: inout RowReader) throws {
        let name = try row.next(String.self)
        let category = try row.next(CategoryID?.self)
        switch (name, category) {
        case ("all", _): self = .all
        case ("category", let category?): self = .category(category)
        default: self = .none
        }
    }
}

extension Members {
    /// What somebody chose; nothing at first.
    static func news(of person: PersonID, in db: any Connection) throws -> NewRequestChoice {
        try db.first("SELECT news, news_category_id FROM volunteers_member WHERE person_id = \(person)" as Query<NewRequestChoice>) ?? .none
    }

    /// Keeps a choice.
    func setNews(_ choice: NewRequestChoice, of person: PersonID, name: String, in write: Write) throws {
        try note(person, name: name, in: write)
        try write.run(
            """
            UPDATE volunteers_member SET news = \(choice.name), news_category_id = \(choice.categoryID), changed_at = \(write.now),
                changed_by = \(person)
            WHERE person_id = \(person)
            """)
        try write.audit(.update, AuditName("volunteers.news", person), ["news": choice.name])
    }
}
