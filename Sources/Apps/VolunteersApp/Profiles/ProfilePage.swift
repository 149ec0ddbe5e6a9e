import Accounts
import Core
import Interface
import Markup
import Moderation
import Profiles
import Web

/// Which of a person's posts their profile shows (VOL-052, VOL-053).
enum ProfileList: String, Sendable, CaseIterable {
    case authored, bookmarked

    var name: Text {
        switch self {
        case .authored: "My requests"
        case .bookmarked: "Bookmarks"
        }
    }
}

/// A person: picture, name, “About me”, and previews below (VOL-050 to VOL-054).
struct ProfilePage: PageAnswer {
    let profile: Profile
    let about: String
    /// What its person wrote since, which a moderator reads first.
    let waiting: String?
    let list: ProfileList
    let content: FeedPageContent
    let isFirst: Bool
    let viewer: FeedViewer
    /// What was written and refused.
    var draft: String?
    var problem: Problem?

    private var isOwn: Bool { profile.id == viewer.person }

    var title: Text { isOwn ? "My profile" : .verbatim(profile.name) }
    var shell: ShellStyle { .app("volunteers") }
    var status: Status { problem == nil ? .ok : .unprocessableContent }
    var activePath: String? { isOwn ? VolunteersPaths.profile() : VolunteersPaths.home() }
    var scripts: [String] { ["volunteers/js/bookmarks.js", "volunteers/js/sends-itself.js"] }
    var slots: FrameSlots {
        FrameSlots(menu: {
            if !isOwn, !about.isEmpty { MenuLink("Report", href: VolunteersPaths.reportAbout(profile.id), icon: .warning) }
            if viewer.isModerator, !isOwn {
                MenuLink("What this person does", href: ModerationPaths.person(profile.id), icon: .history)
            }
        })
    }

    var body: some HTML {
        section(.class("profile"), .aria("labelledby", "profile-name")) {
            PersonPicture(name: profile.name, picture: profile.picture)
            h1(.id("profile-name"), .dir("auto")) { profile.name }
            if about.isEmpty {
                p(.class("muted")) {
                    isOwn ? "Tell others a little about yourself." as Text : "This person hasn’t written anything about themselves yet."
                }
            } else {
                div(.class("post-words profile-about"), .dir("auto")) { about }
            }
            if let waiting {
                Alert(.info, title: "Waiting for a moderator. Others see the earlier version.") {
                    p(.class("post-words"), .dir("auto")) { waiting }
                }
            }
            if isOwn {
                editor
                p(.class("muted profile-account")) {
                    "This is your page in this app. Others see only the requests that are public. "
                    a(.href(ProfilesPaths.profile())) { "Change your name or picture" }
                }
            }
        }
        section(.class("stack"), .aria("labelledby", "profile-posts")) {
            div(.class("section-header")) {
                h2(.id("profile-posts"), .if(isOwn, .class("visually-hidden"))) { isOwn ? list.name : "Requests" }
                if isOwn { chooser }
            }
            if content.entries.isEmpty {
                EmptyState(
                    .hand, title: "Nothing here yet",
                    message: isOwn ? "Your requests and bookmarks appear here." as Text : "Public requests appear here.")
            } else {
                PostGrid(
                    content: content, language: viewer.language, here: address(), next: content.next.map { address(after: $0) },
                    previous: isFirst ? nil : address(), forgets: list == .bookmarked)
            }
        }
    }

    private var editor: some HTML {
        details(.class("profile-editor"), .flag("open", problem != nil)) {
            summary(.class("button button-secondary")) {
                Icon.edit
                span { "Edit “About me”" }
            }
            Form(VolunteersPaths.about()) {
                TextArea(
                    "About me", name: "about", value: draft ?? waiting ?? about, lines: 6,
                    hint: "At most \(Profiles.longestAbout) characters. Others can read it.",
                    error: problem?.fields["about"], .maxlength(Profiles.longestAbout))
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    private var chooser: some HTML {
        Form(VolunteersPaths.profile(), method: .get, .class("profile-chooser"), .data("sends-itself")) {
            Select(
                "Which requests", name: "show", choices: ProfileList.allCases.map { Choice($0.rawValue, $0.name) }, selected: list.rawValue,
                isRequired: true)
            Button("Show", style: .secondary)
        }
    }

    private func address(after mark: Cursor? = nil) -> String {
        guard isOwn else { return link(VolunteersPaths.person(profile.id), query: ["after": mark?.text]) }
        return link(VolunteersPaths.profile(), query: ["show": list.rawValue, "after": mark?.text])
    }
}
