import Core
import Foundation
import Interface
import Platform
import Web

/// Publications and the reader, shared by every app that has something to read.
public struct ReadingModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "reading", name: "Reading",
        appearance: .init(icon: .book),
        navigation: .init(main: [
            NavigationItem("Bookmarks", icon: .bookmark, path: ReadingPaths.bookmarks()),
            NavigationItem("My annotations", icon: .highlighter, path: ReadingPaths.annotations()),
            NavigationItem("On this device", icon: .download, path: ReadingPaths.onDevice()),
        ]),
        schema: .init(ReadingMigrations.all, entityNames: ["reading.publication.open": "Opened to read"]),
        measures: .init(measures),
        resources: Bundle.module)

    /// Publications of the site.
    public let publications: Publications
    /// Where people are in their books.
    public let positions: Positions
    private let site: Site
    private let visits: Visits

    /// Wires reading to a site.
    public init(site: Site) throws {
        self.site = site
        publications = Publications(clock: site.clock)
        positions = Positions(database: site.database, writer: site.writer)
        visits = Visits(writer: site.writer, analytics: site.analytics, counts: site.counts, clock: site.clock)
    }

    /// The reader, its API, and everyone's own marks.
    public var routes: [Route] {
        let database = site.database
        let access = PublicationAccess(
            database: database, publications: publications, gates: { [site] in site.extensions[.readingGates] },
            isTurnedOff: { [site] in site.isTurnedOff($0) })
        let annotations = Annotations(database: database, publications: publications, writer: site.writer)
        let bookmarks = Bookmarks(database: database, publications: publications, writer: site.writer)
        let notebook = NotebookReading(site: site, database: database)
        let api = PublicationAPI(site: site, database: database, publications: publications, access: access, search: site.search)
        let pictures = PagePictures(site: site, publications: publications)
        return ReaderRoutes(
            site: site, database: database, publications: publications, access: access, positions: positions,
            settings: SettingsStore(writer: site.writer), bookmarks: bookmarks, media: site.media, visits: visits
        ).routes
            + PageRoutes(
                site: site, database: database, publications: publications, access: access, positions: positions, visits: visits,
                pictures: pictures
            ).routes
            + LookupRoutes(
                site: site, database: database, publications: publications, access: access, positions: positions, pictures: pictures, api: api
            ).routes
            + api.routes
            + MarksAPI(site: site, database: database, access: access, annotations: annotations, bookmarks: bookmarks, positions: positions).routes
            + NotebookRoutes(site: site, annotations: annotations, reading: notebook).routes
            + BookmarkRoutes(site: site, access: access, bookmarks: bookmarks, reading: notebook).routes
    }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(ReadingPersonalData(database: site.database), to: .personalData)
        extensions.add(DashboardCards { [site] person, db in try Self.dashboard(for: person, on: site, in: db) }, to: .dashboard)
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
    }
}
