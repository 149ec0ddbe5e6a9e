import Analytics
import Audit
import Core
import Database
import Documents
import Foundation
import Jobs
import Media
import Platform
import Reading
import Search

/// The library's services, made once when a site is opened and handed to whoever needs them.
struct LibraryServices: Sendable {
    /// The most that one file may have, whatever a site allows.
    static let largestUpload = 1 << 30

    let database: Database
    let writer: Writer
    let clock: SiteClock
    let jobs: JobQueue
    let media: MediaStore
    let catalogue: Catalogue
    let categories: Categories
    let languages: Languages
    let bookLanguages: BookLanguages
    let bibles: Bibles
    let search: LibrarySearch
    let publishing: Publishing
    let editing: ItemEditing
    let retention: ItemRetention
    let covers: CoverMaker
    let ingest: Ingest
    let uploads: Uploads
    let reading: ReadCounts
    let feeds: Feeds
    let readingApps: ReadingAppSignIn
    let configuration: @Sendable () -> SiteConfiguration
    /// The languages of the site, and those that the library adds.
    let addedLanguages: @Sendable () -> [Language]
    let positions: Positions
    let uploadLimit: @Sendable () -> Int64

    init(site: Site) throws {
        let lists = CatalogueCache("library", clock: site.clock)
        database = site.database
        writer = site.writer
        clock = site.clock
        jobs = site.jobs
        media = site.media
        catalogue = Catalogue(database: database, writer: site.writer, lists: lists)
        categories = Categories(database: database, writer: site.writer, lists: lists)
        languages = Languages(database: database, writer: site.writer, lists: lists)
        bookLanguages = BookLanguages(database: database, writer: site.writer)
        bibles = Bibles(database: database, catalogue: catalogue, publications: Publications(clock: site.clock))
        search = LibrarySearch(database: database, index: site.search, catalogue: catalogue, bibles: bibles, counts: site.counts)
        feeds = Feeds(database: database, catalogue: catalogue, categories: categories, languages: languages, search: search)
        readingApps = try ReadingAppSignIn(site: site)
        configuration = { site.configuration }
        addedLanguages = { site.languages(of: LibraryApp.manifest) }
        publishing = Publishing(publications: Publications(clock: site.clock), search: site.search, names: try PlaceNames())
        editing = ItemEditing(database: database, writer: site.writer, lists: lists, publishing: publishing, media: media.holds)
        retention = ItemRetention(site: site, editing: editing)
        covers = CoverMaker(thumbnails: site.thumbnails, media: media)
        ingest = Ingest(
            database: database, writer: site.writer, lists: lists, media: media, converter: site.converter, publishing: publishing,
            covers: covers)
        uploadLimit = { min(site.configuration.uploadLimit, Int64(Self.largestUpload)) }
        uploads = Uploads(
            database: database, writer: site.writer, jobs: site.jobs, media: media, ingest: ingest, uploadLimit: uploadLimit)
        positions = Positions(database: database, writer: writer)
        reading = ReadCounts(
            database: database, writer: site.writer, analytics: site.analytics, lists: lists, search: site.search)
    }

    /// Takes one upload in. A scan of many pages may take long; the converter has limits of its own.
    var ingestJob: JobKind {
        JobKind(Uploads.job, retries: Uploads.attempts, timeout: .seconds(3600), limit: DocumentConverter.atOnce) { work, context in
            try await uploads.process(work, context)
        }
    }

    /// Passes a change of categories on to the items in them.
    var indexJob: JobKind {
        JobKind(Reindexing.job, limit: 1) { work, _ in
            try await Reindexing(writer: writer, publishing: publishing).run(work)
        }
    }

    /// Enters again what the index took in before it learned more.
    var renewal: SearchRenewal {
        SearchRenewal(database: database, index: publishing.search, reindexing: Reindexing(writer: writer, publishing: publishing))
    }

    /// Finds what items that were there before cite.
    var citations: CitationIndexing { CitationIndexing(database: database, writer: writer, publications: publishing.publications) }

    /// What can be brought back.
    var recycleBins: [any RecycleBin] {
        [ItemBin(publishing: publishing, media: media.holds, lists: catalogue.lists), CategoryBin(lists: catalogue.lists)]
    }

    /// Brings the read counts of items up to date.
    var countJob: JobKind { JobKind(ReadCounts.job, limit: 1) { (_, _) in try await reading.update() } }

    /// What recurs.
    var schedules: [Schedule] { [Schedule(ReadCounts.job, .every(.seconds(600))), retention.schedule, renewal.schedule, citations.schedule] }
}
