import Core
import Localization
import Markup
import Web

/// The first page of a copy of somebody's data: what the files are, for people who never saw JSON (CORE-020).
struct ExportIndex: HTML {
    /// One part's folder.
    struct Section: Sendable {
        var title: Text
        var files: [File]
    }

    /// One file, with the number of things in it where it is a list.
    struct File: Sendable {
        var path: String
        var title: Text
        var count: Int?
    }

    let siteName: String
    let person: String
    let moment: Instant
    let sections: [Section]

    private var title: Text { "Your data from \(siteName)" }

    var body: some HTML {
        main {
            h1 { title }
            p { "This copy was made for \(person) on \(moment: moment)." }
            p {
                "Everything that belongs to you is here. Most files are JSON: any text editor or browser opens them, and other programs can read them. Times are in UTC."
            }
            for section in sections {
                h2 { section.title }
                ul {
                    for file in section.files {
                        li {
                            a(.href(file.path)) { file.title }
                            if let count = file.count { " (\(count))" as Text }
                            small { file.path }
                        }
                    }
                }
            }
        }
    }

    /// The whole document. It stands alone on a disk, so that its few rules of style are in it.
    func document(in context: RenderingContext) -> [UInt8] {
        let head = """
            <!doctype html>
            <html lang="\(context.language.rawValue)" dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
            li { padding: .3rem 0; overflow-wrap: anywhere; } small { display: block; opacity: .75; }</style><title>
            """
        let words = render(Fragment { title }, in: context)
        return Array(head.utf8) + words + Array("</title></head><body>".utf8) + render(self, in: context) + Array("</body></html>\n".utf8)
    }
}
