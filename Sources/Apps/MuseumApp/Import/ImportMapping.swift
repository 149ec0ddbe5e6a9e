import Core
import Platform

/// What an imported file can say about an exhibit.
enum ImportField: String, Sendable, Codable, CaseIterable {
    case id, title, creator, made, medium, size, credit, text, alt, room, picture

    var name: Text {
        switch self {
        case .id: "ID"
        case .title: "Title"
        case .creator: "Made by"
        case .made: "Date made"
        case .medium: "Material"
        case .size: "Size"
        case .credit: "Credit"
        case .text: "History"
        case .alt: "Description"
        case .room: "Room"
        case .picture: "Picture file"
        }
    }

    /// What museums call such a column, the likeliest first; small letters and digits only.
    private var known: [String] {
        switch self {
        case .id:
            [
                "id", "objectid", "acno", "accessionnumber", "accessionno", "inventorynumber", "objectnumber", "identifier", "constituentid",
                "locationid", "föremålsnummer", "inventarienummer",
            ]
        case .title: ["title", "objecttitle", "titel", "objectname", "preferreddisplayname", "name", "namn", "label"]
        case .creator:
            ["allartists", "artist", "artists", "creator", "creators", "maker", "makers", "madeby", "konstnär", "artistdisplayname", "author"]
        case .made:
            [
                "datetext", "creationdate", "displaydate", "date", "datemade", "objectdate", "dated", "year", "yearmade", "dates", "datering",
                "tillkomst", "år",
            ]
        case .medium: ["medium", "material", "materials", "technique", "teknik"]
        case .size: ["dimensions", "dimension", "size", "measurements", "mått"]
        case .credit: ["creditline", "credit", "rights", "copyright"]
        case .text: ["text", "history", "description", "provenancetext", "provenance", "notes", "labeltext", "historia", "beskrivning"]
        case .alt: ["alt", "alttext", "imagedescription", "bildbeskrivning"]
        case .room: ["room", "gallery", "rum", "sal"]
        case .picture: ["picture", "picturefile", "image", "imagefile", "file", "filename", "bild", "bildfil"]
        }
    }

    private static func plain(_ column: String) -> String { String(column.lowercased().filter { $0.isLetter || $0.isNumber }) }

    func fits(_ column: String) -> Bool { known.contains(Self.plain(column)) }

    /// How likely a column is this one; nil if it isn't.
    fileprivate func rank(_ column: String) -> Int? { known.firstIndex(of: Self.plain(column)) }
}

/// Which column is what, and what else holds for all lines of a file.
struct ImportMapping: Sendable, Codable, Equatable {
    /// The columns by their names.
    var columns: [ImportField: String] = [:]
    var kind = ExhibitKind.picture
    /// Whether what has no picture, or a picture with its description, is shown at once.
    var isPublic = true

    /// Recognises columns by their names.
    init(recognising columns: [String]) {
        for field in ImportField.allCases {
            let free = columns.filter { column in !self.columns.values.contains(column) }
            let ranked = free.compactMap { column in field.rank(column).map { (column, $0) } }
            if let best = ranked.min(by: { $0.1 < $1.1 }) { self.columns[field] = best.0 }
        }
        // A list of rooms or of people calls its title otherwise.
        if self.columns[.title] == nil, let text = self.columns[.text] { (self.columns[.title], self.columns[.text]) = (text, nil) }
    }

    /// What was chosen in a form: a column for each field, or none.
    init(_ form: ImportForm, columns known: [String]) {
        for (field, column) in form.chosen { if let column, known.contains(column) { columns[field] = column } }
        kind = form.kind.flatMap { ExhibitKind(rawValue: $0) } ?? .picture
        isPublic = form.isPublic == true
    }
}

/// The form of an import, as it is sent.
struct ImportForm: Decodable, Sendable {
    var id: String?
    var title: String?
    var creator: String?
    var made: String?
    var medium: String?
    var size: String?
    var credit: String?
    var text: String?
    var alt: String?
    var room: String?
    var picture: String?
    var kind: String?
    var isPublic: Bool?
    /// `import`, or anything else to look again.
    var action: String?

    var chosen: [(ImportField, String?)] {
        [
            (.id, id), (.title, title), (.creator, creator), (.made, made), (.medium, medium), (.size, size), (.credit, credit), (.text, text),
            (.alt, alt), (.room, room), (.picture, picture),
        ]
    }
}
