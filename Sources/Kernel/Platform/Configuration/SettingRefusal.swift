/// Why a choice was not set.
public enum SettingRefusal: Error, Equatable, CustomStringConvertible {
    /// The words are no JSON.
    case noJSON(String)
    /// The choice is of another type.
    case otherType(String)

    public var description: String {
        switch self {
        case .noJSON(let name): "\(name): this is no JSON. Text stands in quotes: '\"Our Site\"'."
        case .otherType(let name): "\(name) is of another type. `stoa config` shows what is set now."
        }
    }
}
