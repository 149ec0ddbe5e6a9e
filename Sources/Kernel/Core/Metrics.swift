import Synchronization

/// Counters, gauges and duration histograms in Prometheus' text form (exposition format 0.0.4).
public final class Metrics: Sendable {
    private struct Series: Sendable {
        var help: String
        var kind: String
        var values: [String: Double] = [:]
        var buckets: [String: [Double]] = [:]
    }

    /// Upper bounds of the duration buckets, in seconds.
    public static let bounds: [Double] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    /// Guards every series.
    private let series = Mutex<[String: Series]>([:])

    /// Guards what is asked before each reading.
    private let sources = Mutex<[@Sendable (Metrics) -> Void]>([])

    /// An empty registry.
    public init() {}

    /// Has `source` bring its numbers in before each reading, for parts that count on their own in a hot path.
    public func beforeReading(_ source: @escaping @Sendable (Metrics) -> Void) { sources.withLock { $0.append(source) } }

    /// Adds to a counter. `labels` is Prometheus' own notation, e.g. `method="GET",status="200"`.
    public func count(_ name: String, _ labels: String = "", by amount: Double = 1, help: String = "") {
        series.withLock { $0[name, default: Series(help: help, kind: "counter")].values[labels, default: 0] += amount }
    }

    /// Sets a gauge.
    public func gauge(_ name: String, _ labels: String = "", _ value: Double, help: String = "") {
        series.withLock { $0[name, default: Series(help: help, kind: "gauge")].values[labels] = value }
    }

    /// Adds one duration, in seconds, to a histogram.
    public func observe(_ name: String, _ labels: String = "", seconds: Double, help: String = "") {
        series.withLock { all in
            var one = all.removeValue(forKey: name) ?? Series(help: help, kind: "histogram")
            // Two more than the bounds: the count above every bound, and the sum.
            var cells = one.buckets.removeValue(forKey: labels) ?? Array(repeating: 0, count: Self.bounds.count + 2)
            cells[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            cells[Self.bounds.count + 1] += seconds
            one.buckets[labels] = cells
            all[name] = one
        }
    }

    /// Adds durations that were counted elsewhere: one cell per bound, one for those above, and their sum in seconds.
    public func merge(_ name: String, _ labels: String = "", cells added: [Double], help: String = "") {
        precondition(added.count == Self.bounds.count + 2, "one cell per bound, one above, one for the sum")
        series.withLock { all in
            var one = all.removeValue(forKey: name) ?? Series(help: help, kind: "histogram")
            let cells = one.buckets.removeValue(forKey: labels) ?? Array(repeating: 0, count: added.count)
            one.buckets[labels] = zip(cells, added).map { $0 + $1 }
            all[name] = one
        }
    }

    /// The sum of a counter over all labels, or over those that hold some words.
    public func sum(_ name: String, where label: String = "") -> Double {
        for source in sources.withLock({ $0 }) { source(self) }
        return series.withLock { all in
            (all[name]?.values ?? [:]).reduce(0) { label.isEmpty || $1.key.contains(label) ? $0 + $1.value : $0 }
        }
    }

    /// A histogram over all labels: one cell per bound, one for those above, and the sum in seconds. Empty where there is none.
    public func cells(_ name: String) -> [Double] {
        for source in sources.withLock({ $0 }) { source(self) }
        return series.withLock { all in
            (all[name]?.buckets ?? [:]).values.reduce(into: []) { sum, cells in sum = sum.isEmpty ? cells : zip(sum, cells).map { $0 + $1 } }
        }
    }

    /// The whole registry as Prometheus reads it.
    public func text() -> String {
        for source in sources.withLock({ $0 }) { source(self) }
        let snapshot = series.withLock { $0 }
        var lines: [String] = []
        for (name, one) in snapshot.sorted(by: { $0.key < $1.key }) {
            if !one.help.isEmpty { lines.append("# HELP \(name) \(one.help)") }
            lines.append("# TYPE \(name) \(one.kind)")
            for (labels, value) in one.values.sorted(by: { $0.key < $1.key }) {
                lines.append("\(name)\(braced(labels)) \(value)")
            }
            for (labels, cells) in one.buckets.sorted(by: { $0.key < $1.key }) {
                var total = 0.0
                for (bound, cell) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], cells) {
                    total += cell
                    lines.append("\(name)_bucket\(braced(labels, "le=\"\(bound)\"")) \(total)")
                }
                lines.append("\(name)_sum\(braced(labels)) \(cells[Self.bounds.count + 1])")
                lines.append("\(name)_count\(braced(labels)) \(total)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func braced(_ labels: String, _ more: String = "") -> String {
        let parts = [labels, more].filter { !$0.isEmpty }
        return parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
    }
}
