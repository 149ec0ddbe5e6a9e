import Core

extension ID: SQLRow {}
extension Instant: SQLRow {}
extension Language: SQLRow {}
extension Optional: SQLRow where Wrapped: SQLConvertible {}
