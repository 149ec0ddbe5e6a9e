import Core
import Foundation
import Interface
import Platform
import Web

/// Publications and the reader, shared by every app that has something to read.
public struct ReadingModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "reading", name: "Reading", icon: .book,
        navigation: [
            NavigationItem("My annotations", icon: .highlighter, path: ReadingPaths.annotations()),
            NavigationItem("Bookmarks and saved", icon: .bookmark, path: ReadingPaths.bookmarks()),
        ], migrations: ReadingMigrations.all, measures: measures, entityNames: ["reading.publication.open": "Opened to read"],
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

    /// Places, marks and settings.
    public var personalData: [any PersonalData] { [ReadingPersonalData(database: site.database)] }

    /// The reader, its API, and everyone's own marks.
    public var routes: [Route] {
        let database = site.database
        let access = PublicationAccess(database: database, publications: publications)
        let annotations = Annotations(database: database, publications: publications, writer: site.writer)
        let bookmarks = Bookmarks(database: database, publications: publications, writer: site.writer)
        let api = PublicationAPI(database: database, publications: publications, access: access, search: site.search)
        return ReaderRoutes(
            database: database, publications: publications, access: access, positions: positions, settings: SettingsStore(writer: site.writer),
            bookmarks: bookmarks, media: site.media, visits: visits, api: api
        ).routes
            + api.routes
            + MarksAPI(database: database, access: access, annotations: annotations, bookmarks: bookmarks, positions: positions).routes
            + NotebookRoutes(database: database, access: access, annotations: annotations, bookmarks: bookmarks).routes
    }
}
