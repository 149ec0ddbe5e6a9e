/// Routes by address: a tree of segments in which fixed words win over placeholders, and those over a rest.
struct RouteTable: Sendable {
    /// What stands at one address.
    struct Match {
        let routes: [Method: Route]
        let captures: [String]
    }

    /// Why a list of routes cannot be served.
    struct Clash: Error, CustomStringConvertible {
        let description: String
    }

    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var value: Int?
        var rest: [Method: Route] = [:]
        var routes: [Method: Route] = [:]
    }

    private var nodes = [Node()]

    init(_ routes: [Route]) throws(Clash) {
        for route in routes {
            if let flaw = route.pattern.flaw { throw Clash(description: "The path \(route.pattern.text) \(flaw).") }
            try insert(route)
        }
    }

    private mutating func insert(_ route: Route) throws(Clash) {
        var at = 0
        for segment in route.pattern.segments {
            switch segment {
            case .literal(let word): at = child(of: at, \.literals[word])
            case .value: at = child(of: at, \.value)
            case .rest:
                guard nodes[at].rest.updateValue(route, forKey: route.method) == nil else { throw clash(route) }
                return
            }
        }
        guard nodes[at].routes.updateValue(route, forKey: route.method) == nil else { throw clash(route) }
    }

    private func clash(_ route: Route) -> Clash {
        Clash(description: "Two routes answer \(route.method.rawValue) \(route.pattern.text).")
    }

    private mutating func child(of node: Int, _ slot: WritableKeyPath<Node, Int?>) -> Int {
        if let there = nodes[node][keyPath: slot] { return there }
        nodes.append(Node())
        nodes[node][keyPath: slot] = nodes.count - 1
        return nodes.count - 1
    }

    func match(_ path: [String]) -> Match? {
        var captures: [String] = []
        return match(path[...], at: 0, &captures)
    }

    private func match(_ path: ArraySlice<String>, at index: Int, _ captures: inout [String]) -> Match? {
        guard let segment = path.first else {
            return nodes[index].routes.isEmpty ? nil : Match(routes: nodes[index].routes, captures: captures)
        }
        if let next = nodes[index].literals[segment], let match = match(path.dropFirst(), at: next, &captures) { return match }
        if let next = nodes[index].value, !segment.isEmpty {
            captures.append(segment)
            if let match = match(path.dropFirst(), at: next, &captures) { return match }
            captures.removeLast()
        }
        guard !nodes[index].rest.isEmpty else { return nil }
        return Match(routes: nodes[index].rest, captures: captures + [path.joined(separator: "/")])
    }
}
