import Core

// The attributes that pages use, by their HTML names.
extension Attribute {
    /// Style classes, separated by spaces. Several of these on one element are joined.
    public static func `class`(_ names: String) -> Attribute { Attribute("class", .string(names)) }
    /// The element's id.
    public static func id(_ id: String) -> Attribute { Attribute("id", .string(id)) }
    /// Where a link leads; dropped when the scheme could run code.
    public static func href(_ address: String) -> Attribute { Self.address("href", address) }
    /// Where a picture or script comes from; dropped when the scheme could run code.
    public static func src(_ address: String) -> Attribute { Self.address("src", address) }
    /// What a picture shows, for those who do not see it.
    public static func alt(_ text: Text) -> Attribute { Attribute("alt", .text(text)) }
    /// A hint that appears on hovering.
    public static func title(_ text: Text) -> Attribute { Attribute("title", .text(text)) }
    /// What to write into an empty field.
    public static func placeholder(_ text: Text) -> Attribute { Attribute("placeholder", .text(text)) }
    /// The name of a field in its form.
    public static func name(_ name: String) -> Attribute { Attribute("name", .string(name)) }
    /// The value of a field.
    public static func value(_ value: String) -> Attribute { Attribute("value", .string(value)) }
    /// The kind of a field, button, script or link.
    public static func type(_ type: String) -> Attribute { Attribute("type", .string(type)) }
    /// Where a form goes.
    public static func action(_ address: String) -> Attribute { Self.address("action", address) }
    /// How a form goes: `get` or `post`.
    public static func method(_ method: String) -> Attribute { Attribute("method", .string(method)) }
    /// How a form is packed; `multipart/form-data` for files.
    public static func enctype(_ type: String) -> Attribute { Attribute("enctype", .string(type)) }
    /// The field that a label names.
    public static func `for`(_ id: String) -> Attribute { Attribute("for", .string(id)) }
    /// What a link is for.
    public static func rel(_ kind: String) -> Attribute { Attribute("rel", .string(kind)) }
    /// An ARIA role.
    public static func role(_ role: String) -> Attribute { Attribute("role", .string(role)) }
    /// The language of the content.
    public static func lang(_ language: Language) -> Attribute { Attribute("lang", .string(language.rawValue)) }
    /// The direction of the content: `ltr`, `rtl` or `auto`.
    public static func dir(_ direction: String) -> Attribute { Attribute("dir", .string(direction)) }
    /// Width in pixels.
    public static func width(_ pixels: Int) -> Attribute { Attribute("width", .string(String(pixels))) }
    /// Height in pixels.
    public static func height(_ pixels: Int) -> Attribute { Attribute("height", .string(String(pixels))) }
    /// Lines of a text area.
    public static func rows(_ count: Int) -> Attribute { Attribute("rows", .string(String(count))) }
    /// `lazy` for pictures far down the page.
    public static func loading(_ kind: String) -> Attribute { Attribute("loading", .string(kind)) }
    /// The place in the order of the Tab key; `-1` takes it out.
    public static func tabindex(_ index: Int) -> Attribute { Attribute("tabindex", .string(String(index))) }
    /// What a browser may fill in.
    public static func autocomplete(_ kind: String) -> Attribute { Attribute("autocomplete", .string(kind)) }
    /// Which keyboard a phone shows.
    public static func inputmode(_ kind: String) -> Attribute { Attribute("inputmode", .string(kind)) }
    /// Which files may be chosen.
    public static func accept(_ types: String) -> Attribute { Attribute("accept", .string(types)) }
    /// The longest value in UTF-16 units.
    public static func maxlength(_ count: Int) -> Attribute { Attribute("maxlength", .string(String(count))) }
    /// The least value.
    public static func min(_ value: String) -> Attribute { Attribute("min", .string(value)) }
    /// The greatest value.
    public static func max(_ value: String) -> Attribute { Attribute("max", .string(value)) }
    /// The step between values.
    public static func step(_ value: String) -> Attribute { Attribute("step", .string(value)) }
    /// The machine's form of a time.
    public static func datetime(_ instant: Instant) -> Attribute { Attribute("datetime", .string(instant.rfc3339)) }
    /// The value of a `meta` element.
    public static func content(_ value: String) -> Attribute { Attribute("content", .string(value)) }
    /// Table columns that a cell covers.
    public static func colspan(_ count: Int) -> Attribute { Attribute("colspan", .string(String(count))) }
    /// What a header cell heads: `col` or `row`.
    public static func scope(_ scope: String) -> Attribute { Attribute("scope", .string(scope)) }
    /// The id of the form that a field outside of it belongs to.
    public static func form(_ id: String) -> Attribute { Attribute("form", .string(id)) }
    /// The id of the list with a field's suggestions.
    public static func list(_ id: String) -> Attribute { Attribute("list", .string(id)) }
    /// Offers the target for saving instead of opening it.
    public static func download(_ fileName: String = "") -> Attribute { Attribute("download", .string(fileName)) }
}
