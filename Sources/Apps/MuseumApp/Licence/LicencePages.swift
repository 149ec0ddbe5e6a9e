import Core
import Interface
import Markup
import Platform
import Web

/// A member's own licence photo. Nothing else on the site waits for it.
struct LicencePage: PageAnswer {
    let licence: Licence?
    /// Whether the museum keeps photos in WordPress.
    let isSent: Bool
    var problem: Problem?

    var title: Text { "Driving licence" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.profile()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title, lead: "A photo of your licence lets the museum check who you are without asking you at the desk. You don’t have to add one.")
            ProblemAlert(problem)
            if licence != nil {
                Card("Your photo") {
                    p { "The museum has your photo. You won’t be asked again when you buy a membership." }
                    img(.class("exhibit-now"), .src(MuseumPaths.licencePhoto()), .alt("Your driving licence"))
                    Form(MuseumPaths.licenceRemove()) { Actions { Button("Remove", icon: .trash, style: .danger) } }
                }
            }
            if licence == nil {
                Card("Add a photo") { form }
            } else {
                Disclosure("Replace the photo", isOpen: problem != nil) { form }
            }
        }
    }

    @HTMLBuilder private var form: Node {
        p(.class("muted")) {
            if isSent {
                "Only museum staff who check licences see it. It’s stored encrypted here until it’s in the museum’s member records."
            } else {
                "Only museum staff who check licences see it. It’s stored encrypted."
            }
        }
        upload("Photo of your licence", PictureRefusal.field, error: problem?.fields[PictureRefusal.field])
        // Some phones offer their camera only where they are told to.
        Disclosure("Use the camera") { upload("Take a photo", "camera", opensCamera: true) }
    }

    private func upload(_ label: Text, _ name: String, error: Text? = nil, opensCamera: Bool = false) -> some HTML {
        Form(MuseumPaths.licence(), hasFiles: true, .class("stack")) {
            FileField(
                label, name: name, accept: PictureMaker.accept, maxBytes: PictureMaker.mostBytes, error: error, opensCamera: opensCamera)
            Actions { Button("Save") }
        }
    }
}

/// Licence photos, for staff who may see them.
struct LicenceListPage: PageAnswer {
    static let size = 50

    let licences: [Licence]
    let names: [PersonID: String]
    let next: ID<Licence>?

    var title: Text { "Licence photos" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "Photos that members added. Each time you open one, it’s noted in the system log.")
        if licences.isEmpty {
            EmptyState(.idCard, title: "No photos yet", message: "Members add them under My membership.")
        } else {
            DataTable(
                title, columns: [.init("Name"), .init("Added"), .init("Stored"), .init("Photo", isTitleHidden: true)],
                rows: licences.map { one in
                    .init([
                        span(.dir("auto")) { one.person.flatMap { names[$0] } ?? "—" }, TimeAgo(one.addedAt),
                        one.sentAt == nil ? Badge("Here, encrypted") : Badge("In WordPress"),
                        LinkButton("View photo", href: MuseumPaths.adminLicence(one.id), icon: .eye, style: .secondary),
                    ])
                })
            Pagination(next: next.map { link(MuseumPaths.adminLicences(), query: ["before": $0.description]) })
        }
    }
}
