/// A demo's content on its way in, while the server answers.
struct DemoFilling: Sendable {
    private let task: Task<Void, Never>
    private let ended: AsyncStream<Void>
    /// A whole book in one transaction takes longer than whoever stops a server waits. What is given up begins anew at the next start.
    private static let patience = Duration.seconds(3)

    init(_ demo: DemoSite?) {
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        task = Task {
            await demo?.fill()
            continuation.finish()
        }
    }

    func cancel() { task.cancel() }

    /// Waits for what was on its way when it was cancelled, but not for ever.
    func end() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ended {} }
            group.addTask { try? await Task.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
