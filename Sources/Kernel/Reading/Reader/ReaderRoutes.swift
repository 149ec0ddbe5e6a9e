import Analytics
import Core
import Database
import Documents
import Foundation
import Interface
import Media
import Platform
import Web

/// The reader's pages.
struct ReaderRoutes: Sendable {
    let site: Site
    let database: Database
    let publications: Publications
    let access: PublicationAccess
    let positions: Positions
    let settings: SettingsStore
    let bookmarks: Bookmarks
    let media: MediaStore
    let visits: Visits

    var routes: [Route] {
        [
            .get(ReadingPaths.onDevice, allow: .everyone) { _, _ in OnDevicePage() },
            .get(ReadingPaths.publication, allow: .everyone, use: resume),
            .get(ReadingPaths.section, allow: .everyone, use: read),
            .get(ReadingPaths.resource, allow: .everyone, use: resource),
            .post(ReadingPaths.settings, allow: .everyone, use: keepSettings),
            .post(ReadingPaths.bookmarkSection, allow: .members, use: bookmark),
        ]
    }

    /// Goes on where the person stopped, in the text or in its printed pages: on this device if it has been here, else on the one that was
    /// here last. A guest's place is known to the browser only, so the script takes over from the first section.
    func resume(_ request: Request, _ visitor: Visitor, _ id: PublicationID) async throws -> Response {
        let device = Device.name(of: request)
        return try await access.enter(request) { db -> Response in
            let publication = try access.open(id, for: request, in: db)
            let known = try visitor.personID.map { try positions.all(of: $0, in: id, db) } ?? []
            if publication.card.kind != .audio, let place = known.first(where: { $0.device == device }) ?? known.first {
                let isInPages = try place.inPages && site.original(of: publication, in: db) != nil
                return .seeOther(isInPages ? ReadingPaths.pages(id) : ReadingPaths.resuming(at: place.passage, in: id))
            }
            return .seeOther(ReadingPaths.section(id, 0) + "?resume=1")
        }
    }

    func read(_ request: Request, _ visitor: Visitor, _ id: PublicationID, _ number: Int) async throws -> Response {
        let device = Device.name(of: request)
        let answer: Result<ReaderModel, Problem> = try await database.read { db in
            do { return .success(try model(request, visitor, id, number, device, db)) } catch let problem as Problem {
                return .failure(problem)
            }
        }
        guard case .success(let model) = answer else { return try access.signInOr(answer, request) }
        try await visits.opened(model.publication, by: request)
        var response = try await ReaderPage(model: model).response(for: request)
        guard let person = visitor.personID else { return response }
        let fresh = device == nil ? Device.fresh() : nil
        if let fresh { response.set(fresh) }
        if model.isFirstLook, request.isVisit, let name = device ?? fresh?.value {
            try await positions.begin(model.section.summary, in: model.publication, by: person, on: name)
        }
        // Who comes from a printed page has chosen the text.
        if model.pages != nil, request.query["page"] != nil, request.isVisit, let device {
            try await positions.show(inPages: false, of: id, by: person, on: device)
        }
        return response
    }

    /// A picture or sound, under a policy that lets nothing in it run.
    func resource(_ request: Request, _ visitor: Visitor, _ id: PublicationID, _ name: String) async throws -> Response {
        let stored = try await database.read { db in
            _ = try access.open(id, for: request, in: db)
            return try publications.resource(name, of: id, in: db)
        }
        guard let stored else { throw Problem.notFound }
        let isShown = ["image/", "audio/"].contains { stored.mediaType.hasPrefix($0) }
        let file = FileAnswer(
            url: media.url(stored.media), contentType: isShown ? stored.mediaType : "application/octet-stream",
            downloadName: isShown ? nil : name, entityTag: stored.media.digest)
        var response = try await file.response(for: request)
        response.headers.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        return response
    }

    func keepSettings(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(ReadingSettings.Form.self)
        let before = try await database.read { db in try ReadingSettings.chosen(by: request, in: db) }
        let chosen = ReadingSettings(form, before: before)
        if let person = visitor.personID { try await settings.keep(chosen, for: person) }
        let response = request.wantsPage ? Response.seeOther(request.ownReferrer ?? "/", flash: "Saved.") : .noContent
        return response.setting(try chosen.cookie())
    }

    /// Bookmarks the beginning of a section, for browsers without a script, or with `at` another place in it: a printed `page` begins there.
    func bookmark(_ request: Request, _ member: Member, _ id: PublicationID, _ number: Int) async throws -> Response {
        let (publication, text) = try await database.read { db in
            (try access.open(id, for: request, in: db), try publications.text(number, of: id, in: db))
        }
        guard let text else { throw Problem.notFound }
        let section = SectionText(text)
        let start = min(max(0, request.query["at"].flatMap { Int($0) } ?? 0), section.scalars.count)
        _ = try await bookmarks.add(section.passage(at: start..<(start + 60), section: number), in: publication, by: member.id)
        let page = request.query["page"].flatMap { Int($0) }
        return .seeOther(
            page.map { link(ReadingPaths.pages(id), query: ["page": String($0)]) } ?? ReadingPaths.section(id, number), flash: "Bookmark added.")
    }
}

extension ReaderRoutes {
    private func model(
        _ request: Request, _ visitor: Visitor, _ id: PublicationID, _ number: Int, _ device: String?, _ db: any Connection
    ) throws -> ReaderModel {
        let publication = try access.open(id, for: request, in: db)
        guard let stored = try content(number, of: publication, db) else { throw ReaderRefusal.noSection(id) }
        let section = SectionContent(summary: stored.summary, html: try site.linked(stored.html, of: publication, in: db))
        let known = try visitor.personID.map { try positions.all(of: $0, in: id, db) } ?? []
        let offer = try PlaceOffer.offer(known, on: device, opening: number, of: publication, by: request, in: db)
        let before = publication.words == 0 ? 0 : Double(section.summary.wordsBefore) / Double(publication.words) * 100
        return ReaderModel(
            publication: publication, section: section,
            link: try site.sectionLink(after: number, of: publication, for: visitor.identity, in: db),
            rating: try site.rating(of: publication, for: visitor.identity, in: db),
            ending: try site.ending(after: number, of: publication, for: visitor.identity, in: db),
            remarks: try site.remarks(on: number, of: publication, for: visitor.identity, in: db), words: site.readingWords(for: publication),
            cited: try CitedText(number, of: publication, on: site, in: db),
            settings: try ReadingSettings.chosen(by: request, in: db), isMember: visitor.personID != nil, progress: before,
            furthest: Furthest(known), last: known.first,
            offer: offer, offerLabel: try offer.flatMap { try site.reference(to: $0.passage.section, of: publication, in: db)?.label },
            preview: try site.preview(of: publication, for: visitor.identity, in: db),
            isFirstLook: visitor.personID != nil && known.isEmpty,
            recording: try recording(of: publication, known.first, db), pages: try pages(of: publication, at: number, request, db),
            recordingBeside: number == 0 ? try recording(beside: publication, request, db) : nil)
    }

    /// The printed page that this person comes from, or where a section or a place in it begins in print. The script knows where in it one is.
    private func pages(of publication: Publication, at number: Int, _ request: Request, _ db: any Connection) throws -> String? {
        guard try site.original(of: publication, in: db) != nil else { return nil }
        let section = String(number)
        guard let page = request.query["page"].flatMap({ Int($0) }) else {
            let start = request.query["at"].map { String($0.prefix { $0.isASCII && $0.isNumber }) }
            return link(ReadingPaths.pages(publication.id), query: ["section": section, "at": start])
        }
        // What is looked up in the text is looked up in print.
        let isLook = request.query["resume"] == nil
        return link(ReadingPaths.pages(publication.id), query: ["section": isLook ? nil : section, "page": String(page)])
    }

    /// A section; a recording always has one, even without any text.
    private func content(_ number: Int, of publication: Publication, _ db: any Connection) throws -> SectionContent? {
        if let content = try publications.section(number, of: publication.id, in: db) { return content }
        return publication.card.kind == .audio && number == 0 ? SectionContent(summary: .recording, html: "") : nil
    }
}
