// Elements of forms and tables. Each takes its attributes first and its content in braces.

/// `<button>`: a button.
public func button(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("button", attributes, content: content())
}

/// `<datalist>`: suggestions for a field.
public func datalist(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("datalist", attributes, content: content())
}

/// `<fieldset>`: fields that belong together.
public func fieldset(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("fieldset", attributes, content: content())
}

/// `<form>`: a form.
public func form(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("form", attributes, content: content())
}

/// `<label>`: the name of a field.
public func label(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("label", attributes, content: content())
}

/// `<legend>`: the name of a `fieldset`.
public func legend(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("legend", attributes, content: content())
}

/// `<meter>`: a measured value.
public func meter(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("meter", attributes, content: content())
}

/// `<optgroup>`: options that belong together.
public func optgroup(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("optgroup", attributes, content: content())
}

/// `<option>`: an option.
public func option(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("option", attributes, content: content())
}

/// `<output>`: the result of a form.
public func output(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("output", attributes, content: content())
}

/// `<progress>`: how far something has come.
public func progress(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("progress", attributes, content: content())
}

/// `<select>`: a choice of options.
public func select(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("select", attributes, content: content())
}

/// `<textarea>`: a field of several lines.
public func textarea(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("textarea", attributes, content: content())
}

/// `<caption>`: the title of a table.
public func caption(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("caption", attributes, content: content())
}

/// `<colgroup>`: columns that belong together.
public func colgroup(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("colgroup", attributes, content: content())
}

/// `<table>`: a table.
public func table(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("table", attributes, content: content())
}

/// `<tbody>`: the rows of a table.
public func tbody(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("tbody", attributes, content: content())
}

/// `<td>`: a cell.
public func td(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("td", attributes, content: content())
}

/// `<tfoot>`: the foot of a table.
public func tfoot(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("tfoot", attributes, content: content())
}

/// `<th>`: a header cell.
public func th(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("th", attributes, content: content())
}

/// `<thead>`: the head of a table.
public func thead(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("thead", attributes, content: content())
}

/// `<tr>`: a row.
public func tr(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("tr", attributes, content: content())
}

/// `<audio>`: sound.
public func audio(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("audio", attributes, content: content())
}

/// `<picture>`: a picture in several forms.
public func picture(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("picture", attributes, content: content())
}

/// `<video>`: moving pictures.
public func video(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("video", attributes, content: content())
}

/// `<iframe>`: a page within the page.
public func iframe(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("iframe", attributes, content: content())
}
