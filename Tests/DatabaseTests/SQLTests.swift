import Core
import Database
import Testing

enum Shelf {}

@Suite struct `SQL literals` {
    @Test func `every interpolation becomes a numbered parameter`() {
        let id = ID<Shelf>(7)
        let sql: SQL = "SELECT title FROM book WHERE shelf = \(id) AND title = \("O'Brien") AND gone = \(false)"
        #expect(sql.text == "SELECT title FROM book WHERE shelf = $1 AND title = $2 AND gone = $3")
        #expect((0..<sql.parameterCount).map(sql.value) == [.integer(7), .text("O'Brien"), .integer(0)])
    }

    @Test func `nested pieces are numbered on`() {
        let filter: SQL = "kind = \("map") AND year > \(1800)"
        let both = [filter, "", "shelf IN \(list: [1, 2])"].joined(by: " AND ")
        let sql: SQL = "SELECT 1 FROM book WHERE id = \(5) AND (\(both)) AND price = \(2.5)"
        #expect(sql.text == "SELECT 1 FROM book WHERE id = $1 AND (kind = $2 AND year > $3 AND shelf IN ($4,$5)) AND price = $6")
        #expect(
            (0..<sql.parameterCount).map(sql.value)
                == [.integer(5), .text("map"), .integer(1800), .integer(1), .integer(2), .real(2.5)])
    }

    @Test func `a dollar sign or a letter beyond ASCII in the text does not disturb the numbers`() {
        let piece: SQL = "name = 'å $1' AND id = \(3)"
        let sql: SQL = "a = \(1) AND \(piece)"
        #expect(sql.text == "a = $1 AND name = 'å $1' AND id = $2")
    }

    @Test func `nil is NULL and still knows its type`() {
        let nobody: PersonID? = nil
        let sql: SQL = "SELECT \(nobody)"
        #expect(sql.value(at: 0) == .null)
        #expect(sql.type(at: 0) == .integer)
    }
}
