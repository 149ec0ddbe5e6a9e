import Core
import Documents
import Foundation

/// Reads plain text: paragraphs out of wrapped lines, chapters out of lines that look like headings.
struct PlainTextConverter {
    let conversion: Conversion

    func convert(_ bytes: [UInt8]) throws(ConversionRefusal) -> ConvertedDocument {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let frame = GutenbergFrame(lines)
        try conversion.progress(0.3)
        let blocks = PlainTextBlocks.read(frame.work)
        guard !blocks.isEmpty else { throw .noText }
        var writer = PlainTextSections()
        for block in blocks { writer.add(block) }
        try conversion.progress(0.8)
        let sections = writer.finished()
        guard sections.contains(where: { $0.words > 0 }) else { throw .noText }
        var metadata = frame.metadata ?? DocumentMetadata()
        if metadata.title.isEmpty, let first = blocks.first, first.lines.count == 1, first.text.count <= 80 { metadata.title = first.text }
        return ConvertedDocument(
            format: .text, metadata: metadata, direction: .leftToRight, sections: sections, contents: writer.contents, resources: [],
            cover: nil, audio: nil, bible: nil, folder: conversion.folder)
    }
}
