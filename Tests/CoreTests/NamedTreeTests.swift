import Core
import Testing

struct NamedTreeTests {
    private struct Shelf: TreeNode {
        let id: ID<Shelf>
        let parent: ID<Shelf>?
        let name: String

        init(_ id: Int64, _ name: String, below parent: Int64? = nil) {
            (self.id, self.name) = (ID(id), name)
            self.parent = parent.map { ID($0) }
        }
    }

    private let tree = NamedTree(
        [Shelf(1, "Theology"), Shelf(2, "Öde", below: 1), Shelf(3, "The Apologists", below: 1), Shelf(4, "History"), Shelf(5, "Early", below: 3)],
        deepest: 3)

    @Test func `a parent comes before its children, and they by name`() {
        #expect(tree.nodes.map(\.name) == ["History", "Theology", "The Apologists", "Early", "Öde"])
        #expect(tree.label(of: ID(5)) == "Theology > The Apologists > Early" && tree.depth(of: ID(5)) == 3)
        #expect(Set(tree.family(of: ID(1))) == [ID(1), ID(2), ID(3), ID(5)])
    }

    @Test func `a place is refused that is unknown, below itself, too deep or taken`() throws {
        #expect(throws: TreeFault.unknownParent) { try tree.check(placing: nil, below: ID(9), named: "New") }
        #expect(throws: TreeFault.circle) { try tree.check(placing: ID(1), below: ID(5), named: "Theology") }
        #expect(throws: TreeFault.tooDeep) { try tree.check(placing: nil, below: ID(5), named: "New") }
        #expect(throws: TreeFault.tooDeep) { try tree.check(placing: ID(1), below: ID(4), named: "Theology") }
        #expect(throws: TreeFault.nameTaken) { try tree.check(placing: nil, below: ID(1), named: "apologists") }
        try tree.check(placing: ID(3), below: ID(1), named: "Apologists")
        try tree.check(placing: ID(3), below: ID(4), named: "Öde")
    }

    @Test func `a circle in the rows ends nowhere`() {
        let broken = NamedTree([Shelf(1, "A", below: 2), Shelf(2, "B", below: 1)], deepest: 3)
        #expect(broken.nodes.isEmpty && broken.depth(of: ID(1)) == 4)
    }
}
