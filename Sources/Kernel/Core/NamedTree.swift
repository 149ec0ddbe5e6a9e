/// One row of a tree that people maintain, such as a category or a collection.
public protocol TreeNode: Sendable {
    /// Its identity.
    var id: ID<Self> { get }
    /// What it stands below; nil at the top.
    var parent: ID<Self>? { get }
    /// What people call it.
    var name: String { get }
}

/// A tree of named rows: a parent, then its children by name. A small one, held in memory as a whole.
public struct NamedTree<Node: TreeNode>: Sendable {
    /// Every node in the order of the tree.
    public let nodes: [Node]
    /// How many levels it may have.
    public let deepest: Int
    private let children: [ID<Node>?: [Node]]
    private let byID: [ID<Node>: Node]

    /// A tree of rows in any order.
    public init(_ all: [Node], deepest: Int) {
        self.deepest = deepest
        children = Dictionary(grouping: all, by: \.parent).mapValues { $0.sorted { $0.name.sortKey < $1.name.sortKey } }
        byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var ordered: [Node] = []
        var open = Array((children[nil] ?? []).reversed())
        while let next = open.popLast() {
            ordered.append(next)
            open.append(contentsOf: (children[next.id] ?? []).reversed())
        }
        nodes = ordered
    }

    /// The node itself.
    public subscript(_ id: ID<Node>) -> Node? { byID[id] }

    /// The direct children, by name; those at the top for nil.
    public func children(of id: ID<Node>?) -> [Node] { children[id] ?? [] }

    /// From the top to the node itself.
    public func path(to id: ID<Node>) -> [Node] {
        var path: [Node] = []
        var next = byID[id]
        while let node = next, path.count <= deepest {
            path.insert(node, at: 0)
            next = node.parent.flatMap { byID[$0] }
        }
        return path
    }

    /// 1 at the top.
    public func depth(of id: ID<Node>) -> Int { path(to: id).count }

    /// The node and everything below it.
    public func family(of id: ID<Node>) -> [ID<Node>] {
        var family = [id]
        var index = 0
        while index < family.count {
            family.append(contentsOf: children(of: family[index]).map(\.id))
            index += 1
        }
        return family
    }

    /// “Theology > Apologetics”.
    public func label(of id: ID<Node>) -> String { path(to: id).map(\.name).joined(separator: " > ") }

    /// Checks whether a node may stand below `parent` under a name; `id` is nil for a new one. Names are compared as lists sort them.
    public func check(placing id: ID<Node>?, below parent: ID<Node>?, named name: String) throws(TreeFault) {
        if let parent, self[parent] == nil { throw .unknownParent }
        if let id, let parent, family(of: id).contains(parent) { throw .circle }
        let height = id.map { id in family(of: id).map { depth(of: $0) }.max().map { $0 - depth(of: id) + 1 } ?? 1 } ?? 1
        if (parent.map { depth(of: $0) } ?? 0) + height > deepest { throw .tooDeep }
        let siblings = children(of: parent).filter { $0.id != id }
        if siblings.contains(where: { $0.name.sortKey == name.sortKey }) { throw .nameTaken }
    }
}

/// Why a node cannot stand where it should.
public enum TreeFault: Error, Equatable {
    case unknownParent, circle, tooDeep, nameTaken
}
