// Elements that have no content.

/// `<br>`: a line break.
public func br(_ attributes: Attribute...) -> Node { .void("br", attributes) }

/// `<col>`: a column.
public func col(_ attributes: Attribute...) -> Node { .void("col", attributes) }

/// `<hr>`: a change of subject.
public func hr(_ attributes: Attribute...) -> Node { .void("hr", attributes) }

/// `<img>`: a picture.
public func img(_ attributes: Attribute...) -> Node { .void("img", attributes) }

/// `<input>`: a field.
public func input(_ attributes: Attribute...) -> Node { .void("input", attributes) }

/// `<link>`: something that belongs to the page.
public func link(_ attributes: Attribute...) -> Node { .void("link", attributes) }

/// `<meta>`: something that the page says about itself.
public func meta(_ attributes: Attribute...) -> Node { .void("meta", attributes) }

/// `<source>`: one form of a picture or sound.
public func source(_ attributes: Attribute...) -> Node { .void("source", attributes) }

/// `<track>`: subtitles.
public func track(_ attributes: Attribute...) -> Node { .void("track", attributes) }

/// `<wbr>`: a place where a word may break.
public func wbr(_ attributes: Attribute...) -> Node { .void("wbr", attributes) }
