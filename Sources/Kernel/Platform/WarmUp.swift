public import Core

/// Something that takes long to read and that no first page needs: a served site reads it beside the first requests.
public struct WarmUp: Sendable {
    let run: @Sendable () -> Void

    /// What to read. It has to be safe to ask for at the same time, and to be read once.
    public init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

extension ExtensionPoint where Value == WarmUp {
    public static var warmUps: Self { Self("warm-ups") }
}
