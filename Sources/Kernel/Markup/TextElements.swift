// Elements that carry text and structure. Each takes its attributes first and its content in braces.

/// `<a>`: a link.
public func a(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("a", attributes, content: content())
}

/// `<abbr>`: an abbreviation.
public func abbr(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("abbr", attributes, content: content())
}

/// `<address>`: contact information.
public func address(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("address", attributes, content: content())
}

/// `<article>`: a piece that stands by itself.
public func article(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("article", attributes, content: content())
}

/// `<aside>`: a remark beside the content.
public func aside(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("aside", attributes, content: content())
}

/// `<b>`: words set apart.
public func b(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("b", attributes, content: content())
}

/// `<bdi>`: words whose direction may differ.
public func bdi(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("bdi", attributes, content: content())
}

/// `<blockquote>`: a long quotation.
public func blockquote(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("blockquote", attributes, content: content())
}

/// `<body>`: what a page shows.
public func body(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("body", attributes, content: content())
}

/// `<cite>`: the name of a work.
public func cite(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("cite", attributes, content: content())
}

/// `<code>`: program text.
public func code(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("code", attributes, content: content())
}

/// `<dd>`: what a term means.
public func dd(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("dd", attributes, content: content())
}

/// `<del>`: removed words.
public func del(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("del", attributes, content: content())
}

/// `<details>`: something that opens and closes.
public func details(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("details", attributes, content: content())
}

/// `<dfn>`: a term being defined.
public func dfn(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("dfn", attributes, content: content())
}

/// `<dialog>`: a window over the page.
public func dialog(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("dialog", attributes, content: content())
}

/// `<div>`: a block without meaning.
public func div(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("div", attributes, content: content())
}

/// `<dl>`: a list of terms.
public func dl(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("dl", attributes, content: content())
}

/// `<dt>`: a term.
public func dt(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("dt", attributes, content: content())
}

/// `<em>`: stressed words.
public func em(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("em", attributes, content: content())
}

/// `<figcaption>`: the caption of a figure.
public func figcaption(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("figcaption", attributes, content: content())
}

/// `<figure>`: a picture with its caption.
public func figure(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("figure", attributes, content: content())
}

/// `<footer>`: the foot of a page or section.
public func footer(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("footer", attributes, content: content())
}

/// `<h1>`: a heading of the first level.
public func h1(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("h1", attributes, content: content())
}

/// `<h2>`: a heading of the second level.
public func h2(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("h2", attributes, content: content())
}

/// `<h3>`: a heading of the third level.
public func h3(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("h3", attributes, content: content())
}

/// `<h4>`: a heading of the fourth level.
public func h4(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("h4", attributes, content: content())
}

/// `<h5>`: a heading of the fifth level.
public func h5(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("h5", attributes, content: content())
}

/// `<h6>`: a heading of the sixth level.
public func h6(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("h6", attributes, content: content())
}

/// `<head>`: what a page says about itself.
public func head(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("head", attributes, content: content())
}

/// `<header>`: the head of a page or section.
public func header(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("header", attributes, content: content())
}

/// `<html>`: a page.
public func html(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("html", attributes, content: content())
}

/// `<i>`: words in another voice.
public func i(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("i", attributes, content: content())
}

/// `<ins>`: added words.
public func ins(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("ins", attributes, content: content())
}

/// `<kbd>`: a key to press.
public func kbd(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("kbd", attributes, content: content())
}

/// `<li>`: an entry of a list.
public func li(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("li", attributes, content: content())
}

/// `<main>`: the content of a page.
public func main(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("main", attributes, content: content())
}

/// `<mark>`: marked words.
public func mark(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("mark", attributes, content: content())
}

/// `<menu>`: a list of commands.
public func menu(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("menu", attributes, content: content())
}

/// `<nav>`: a way around.
public func nav(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("nav", attributes, content: content())
}

/// `<noscript>`: what is shown without JavaScript.
public func noscript(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("noscript", attributes, content: content())
}

/// `<ol>`: a numbered list.
public func ol(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("ol", attributes, content: content())
}

/// `<p>`: a paragraph.
public func p(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("p", attributes, content: content())
}

/// `<pre>`: text with its line breaks.
public func pre(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("pre", attributes, content: content())
}

/// `<q>`: a short quotation.
public func q(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("q", attributes, content: content())
}

/// `<s>`: words that no longer hold.
public func s(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("s", attributes, content: content())
}

/// `<script>`: a script; its content must be none, for none is run inline.
public func script(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("script", attributes, content: content())
}

/// `<section>`: a section of a page.
public func section(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("section", attributes, content: content())
}

/// `<small>`: small print.
public func small(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("small", attributes, content: content())
}

/// `<span>`: words without further meaning.
public func span(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("span", attributes, content: content())
}

/// `<strong>`: important words.
public func strong(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("strong", attributes, content: content())
}

/// `<sub>`: lowered characters.
public func sub(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("sub", attributes, content: content())
}

/// `<summary>`: the visible line of a `details`.
public func summary(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("summary", attributes, content: content())
}

/// `<sup>`: raised characters.
public func sup(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("sup", attributes, content: content())
}

/// `<template>`: content kept for scripts.
public func template(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("template", attributes, content: content())
}

/// `<time>`: a time.
public func time(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("time", attributes, content: content())
}

/// `<title>`: a page's title.
public func title(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("title", attributes, content: content())
}

/// `<u>`: underlined words.
public func u(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("u", attributes, content: content())
}

/// `<ul>`: a list.
public func ul(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("ul", attributes, content: content())
}
