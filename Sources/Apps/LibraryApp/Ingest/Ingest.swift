import Audit
import Core
import Database
import Documents
import Foundation
import Media
import Platform
import Reading
import Search

/// Turns files into items: conversion first, then everything that belongs to an item in one transaction, so that an item
/// is whole or absent whatever happens in between.
struct Ingest: Sendable {
    let database: Database
    let writer: Writer
    let lists: CatalogueCache
    let media: MediaStore
    let converter: DocumentConverter
    let publishing: Publishing
    let covers: CoverMaker

    /// A file in the media store that is to become an item.
    struct Source: Sendable {
        let name: String
        let ref: MediaRef
        let options: ImportOptions
        let person: PersonID?
        /// The row that asks for it; it is finished in the same transaction.
        let upload: UploadID?
    }

    /// What came of a file.
    struct Result: Codable, Sendable {
        let item: ItemID
        let sections: Int
        let words: Int
    }

    /// Converts the file and writes the item.
    /// - Throws: `ConversionRefusal` for what is wrong with the file, ``IngestRefusal`` for what is wrong with its place
    ///   in the library.
    func take(_ source: Source, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Result {
        try await refuseKnown(source)
        let url = media.url(source.ref)
        let options = source.name.isMarkdown ? source.options.filled(by: FrontMatter(headOf: url)) : source.options
        let document = try await converter.convert(fileAt: url, name: source.name) { progress($0 * 0.8) }.withPsalmHeadings
        defer { document.discard() }
        return try await media.withLease { lease in
            let cover = await covers.make(of: document.cover, under: lease)
            let edition = try await publishing.publications.prepare(document, under: lease)
            progress(0.9)
            return try await write(Material(document: document, edition: edition, cover: cover), source, options)
        }
    }

    /// What the conversion leaves to be written.
    private struct Material: Sendable {
        let format: ItemFormat
        let metadata: DocumentMetadata
        let bible: BibleText?
        let edition: Edition
        let passages: [SearchPassage]
        let citations: [Citation]
        let cover: StoredCover?
        let notes: [Text]

        init(document: ConvertedDocument, edition: Edition, cover: StoredCover?) {
            format = ItemFormat(document.format)
            metadata = document.metadata
            bible = document.bible
            self.edition = edition
            passages = SearchPassages.of(edition, bible: document.bible)
            citations = Citation.all(in: edition, isBible: document.bible != nil)
            self.cover = cover
            notes = document.warnings
        }
    }

    /// Before the work of converting: the same file twice is noticed early. The transaction checks again.
    private func refuseKnown(_ source: Source) async throws {
        try await database.read { db in try Self.check(source, in: db) }
    }

    private static func check(_ source: Source, in db: any Connection) throws {
        let ref = source.ref.digest
        if let replaced = source.options.replaces.map(ItemID.init) {
            guard let item = try db.first(.item(replaced, db.dialect)), item.status != .deleted else { throw IngestRefusal.itemGone }
            guard item.file?.ref != ref else { throw IngestRefusal.sameFile }
        }
        let twins = try db.all(.withFile(ref, db.dialect)).filter { $0.id.number != source.options.replaces }
        if let twin = twins.first { throw IngestRefusal.alreadyThere(twin.id, title: twin.title) }
    }

    private func write(_ material: Material, _ source: Source, _ options: ImportOptions) async throws -> Result {
        let file = ItemFile(
            ref: source.ref.digest, name: source.name, type: material.edition.audio?.mediaType ?? material.format.mediaType(named: source.name),
            size: source.ref.size)
        return try await writer.write(by: source.person) { write in
            try Self.check(source, in: write)
            let id =
                if let replaced = options.replaces.map(ItemID.init) {
                    try exchange(replaced, material, file, in: write)
                } else {
                    try add(material, file, options, in: write)
                }
            try media.holds.setHolds(of: .file(of: id), to: [source.ref], in: write)
            let scripture = ScriptureStatements(write)
            if let bible = material.bible {
                try scripture.store(bible, of: id)
            } else if options.replaces != nil {
                try scripture.remove(id)
            }
            try CitationStatements(write: write).store(material.citations, of: id)
            let item = try write.one(.item(id, write.dialect))
            try publishing.enter(item, passages: material.passages, in: write)
            if let publication = item.publication {
                try publishing.publications.update(publication, publishing.card(of: item), by: source.person, in: write)
            }
            let result = Result(item: id, sections: material.edition.sections.count, words: material.edition.words)
            if let upload = source.upload {
                try UploadStatements(write).finish(upload, item: id, sections: result.sections, words: result.words, notes: material.notes)
                try media.holds.releaseAll(by: .upload(upload), in: write)
            }
            let details = [
                "title": item.title, "kind": item.kind.rawValue, "file": source.name, "replaced": options.replaces == nil ? "no" : "yes",
            ]
            try write.audit(options.replaces == nil ? .create : .update, id, details)
            try write.invalidate(lists.shared)
            return result
        }
    }

    /// A new item with all that belongs to it.
    private func add(_ material: Material, _ file: ItemFile, _ options: ImportOptions, in write: Write) throws -> ItemID {
        let statements = ItemStatements(write)
        let language = try ItemLanguage.choose(options.language, material.metadata.language?.rawValue, statements)
        let categories = try options.categories.map { try CategoryPaths.find(or: $0, statements) }
        let lines = ItemField.lines.compactMap { field, line in
            (options[field] ?? line.source.file(material.metadata)).map { (field, $0) }
        }
        let metadata = ItemMetadata(
            title: options.title ?? material.metadata.title, description: options.summary ?? material.metadata.description ?? "",
            authors: options.authors ?? material.metadata.authors, lines: Dictionary(lines) { first, _ in first }, language: language,
            kind: kind(of: material, chosen: options.kind.flatMap(ItemKind.init)),
            format: material.format, categories: Array(Set(categories)).sorted(), fallbackTitle: file.name)
        let id = try statements.insert(
            metadata, status: options.publishes ? .published : .draft, isStaffPick: options.isStaffPick ?? false, file: file,
            words: material.edition.words, topics: material.metadata.subjects)
        if let cover = material.cover { try setCover(cover, of: id, in: write) }
        let item = try write.one(.item(id, write.dialect))
        let publication = try publishing.publications.create(material.edition, as: publishing.card(of: item), by: write.actor, in: write)
        try statements.setPublication(id, publication, words: material.edition.words)
        return id
    }

    /// A corrected edition in the place of the old one: the item keeps its id and description, readers keep their marks.
    private func exchange(_ id: ItemID, _ material: Material, _ file: ItemFile, in write: Write) throws -> ItemID {
        let statements = ItemStatements(write)
        let item = try write.one(.item(id, write.dialect))
        try statements.setFile(id, file, format: material.format, kind: kind(of: material, inPlaceOf: item))
        if item.coverRef == nil, let cover = material.cover { try setCover(cover, of: id, in: write) }
        if let publication = item.publication {
            try publishing.publications.replace(publication, with: material.edition, by: write.actor, in: write)
            try statements.setPublication(id, publication, words: material.edition.words)
        } else {
            let fresh = try write.one(.item(id, write.dialect))
            let publication = try publishing.publications.create(material.edition, as: publishing.card(of: fresh), by: write.actor, in: write)
            try statements.setPublication(id, publication, words: material.edition.words)
        }
        return id
    }

    private func setCover(_ cover: StoredCover, of id: ItemID, in write: Write) throws {
        try ItemStatements(write).setCover(id, cover)
        try media.holds.setHolds(of: .cover(of: id), to: cover.files, in: write)
    }

    /// What staff chose stays, unless a Bible comes or goes: its screens live from verses.
    private func kind(of material: Material, inPlaceOf item: Item) -> ItemKind {
        if material.bible != nil { return item.format == .bible ? item.kind : .bible }
        return item.kind == .bible ? kind(of: material) : item.kind
    }

    private func kind(of material: Material, chosen: ItemKind? = nil) -> ItemKind {
        if material.bible != nil { return .bible }
        if let chosen, chosen != .bible { return chosen }
        return switch material.format {
        case .audio: .audio
        case .docx, .odt, .rtf: .document
        default: .book
        }
    }
}
