import Core
import Documents
import Foundation
import Interface
import Jobs
import Platform
import Reading
import Web

/// The library: books, Bibles, leaflets, hymns and recordings, read in the browser and looked after by staff.
public struct LibraryApp: App {
    /// What the library is.
    public static let manifest = AppManifest(
        id: "library",
        name: "Church Library",
        summary: "Read, listen to and search books, the Bible and hymns.",
        path: LibraryPaths.home(),
        appearance: .init(icon: .books),
        navigation: .init(
            main: [
                NavigationItem("Home", icon: .home, path: LibraryPaths.home()),
                NavigationItem("Bible", icon: .bible, path: LibraryPaths.bible()),
                NavigationItem("Books", icon: .books, path: LibraryPaths.books()),
                NavigationItem("Hymns", icon: .music, path: LibraryPaths.hymns()),
            ], search: LibraryPaths.search(),
            portal: [
                AdminPlace("Library overview", "Counts and latest uploads", icon: .books, path: LibraryPaths.admin(), permission: .libraryUpload),
                AdminPlace("Items", "Everything in the library", icon: .list, path: LibraryPaths.adminItems(), permission: .libraryUpload),
                AdminPlace(
                    "Upload content", "Add books, leaflets and recordings", icon: .upload, path: LibraryPaths.adminUploads(),
                    permission: .libraryUpload),
                AdminPlace("Categories", "Topics", icon: .tag, path: LibraryPaths.adminCategories(), permission: .libraryCategories),
                AdminPlace(
                    "Languages", "Languages of the library’s items", icon: .globe, path: LibraryPaths.adminLanguages(),
                    permission: .libraryCategories),
            ], uses: [ReadingModule.manifest.id]),
        access: .init(permissions: LibraryRoles.permissions, roles: LibraryRoles.all, policy: AppPolicy(languages: [.english, .bemba])),
        schema: .init(
            LibraryMigrations.all, entityNames: LibraryRoles.entityNames, sentences: LibrarySentences.all, jobNames: LibraryRoles.jobNames),
        settings: [ItemRetention.active.declaration],
        measures: .init(measures, readers: .libraryStatistics),
        help: .init(LibraryHelp.topics, tour: LibraryHelp.tour),
        commands: [ImportCommand.help],
        resources: .module)

    private let importer: LibraryImporter
    private let demo: LibraryDemo
    private let services: LibraryServices
    private let importCommand: ImportCommand

    /// Wires the library to a site.
    public init(site: Site) throws {
        services = try LibraryServices(site: site)
        importer = LibraryImporter(
            ingest: services.ingest, media: site.media, search: site.search, database: site.database,
            log: site.log)
        demo = LibraryDemo(importer: importer, mark: site.folder.url.appending(path: "demo-complete"), site: site)
        importCommand = ImportCommand(importer: importer, messages: site.messages)
    }

    /// Every route of the library.
    public var routes: [Route] {
        let library = services
        return [
            home.routes,
            ItemListRoutes(
                catalogue: library.catalogue, categories: library.categories, languages: library.languages,
                bookLanguages: library.bookLanguages
            ).routes,
            ItemDetailsRoutes(
                catalogue: library.catalogue, categories: library.categories, database: library.database, positions: library.positions,
                publications: library.publishing.publications, search: library.search
            ).routes,
            BibleRoutes(
                bibles: library.bibles, catalogue: library.catalogue, categories: library.categories, search: library.search
            ).routes,
            HymnRoutes(
                catalogue: library.catalogue, database: library.database, publications: library.publishing.publications,
                categories: library.categories
            ).routes,
            HymnIndexRoutes(catalogue: library.catalogue, database: library.database, publications: library.publishing.publications).routes,
            SearchPageRoutes(search: library.search, categories: library.categories).routes,
            ItemRoutes(
                catalogue: library.catalogue, categories: library.categories, languages: library.languages, database: library.database,
                media: library.media
            ).routes,
            SearchRoutes(search: library.search).routes,
            SuggestionRoutes(search: library.search).routes,
            FeedRoutes(
                feeds: library.feeds, catalogue: library.catalogue, media: library.media, signIn: library.readingApps,
                configuration: library.configuration
            ).routes,
            BookLanguageRoutes(bookLanguages: library.bookLanguages).routes,
            DashboardRoutes(catalogue: library.catalogue, uploads: library.uploads, categories: library.categories).routes,
            ItemAdminRoutes(
                catalogue: library.catalogue, editing: library.editing, categories: library.categories, languages: library.languages,
                uploadLimit: library.uploadLimit
            ).routes,
            UploadRoutes(
                uploads: library.uploads, editing: library.editing, covers: library.covers, categories: library.categories,
                languages: library.languages, largestBody: LibraryServices.largestUpload
            ).routes,
            CategoryRoutes(categories: library.categories) { library.addedLanguages() }.routes,
            LanguageRoutes(languages: library.languages).routes,
        ].flatMap(\.self)
    }

    private var home: HomeRoutes {
        HomeRoutes(catalogue: services.catalogue, database: services.database, positions: services.positions)
    }

    /// Taking files in, indexing again, counting reads.
    public var jobs: [JobKind] {
        [
            services.ingestJob, services.indexJob, services.countJob, services.retention.kind, services.renewal.kind, services.citations.kind,
        ]
    }

    /// What recurs.
    public var schedules: [Schedule] { services.schedules }

    /// `stoa import library`.
    public var commands: [Command] { [importCommand.command] }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(services)
        try extensions.provide(importer)
        extensions.add(demo, to: .demoContent)
        extensions.add(services.bibles.references, to: .readingReferences)
        extensions.add(services.bibles.mentionLinks, to: .sectionLinks)
        extensions.add(services.bibles.textLinks, to: .textLinks)
        extensions.add(HymnRecordings.known, to: .recordings)
        extensions.add(PrintedItems.known, to: .printedPages)
        extensions.add(LibraryPersonalData(database: services.database), to: .personalData)
        extensions.add(services.catalogue.lists.shared, to: .caches)
        extensions.add(LibraryAlerts(), to: .adminAlerts)
        extensions.add(TitledEntity.libraryItem, to: .titledEntities)
        extensions.add(FrontShelves(home: home), to: .frontPage)
        for bin in services.recycleBins { extensions.add(bin, to: .recycleBins) }
        for level in levels { extensions.add(level, to: .levels) }
    }
}
