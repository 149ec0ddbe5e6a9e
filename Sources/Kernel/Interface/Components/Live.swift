public import Markup
import Web

extension Attribute {
    /// Has the element follow the events of a topic (`live.js`).
    public static func live(_ topic: String) -> Attribute { data("live", link(SitePaths.events(), query: ["topic": topic])) }
}
