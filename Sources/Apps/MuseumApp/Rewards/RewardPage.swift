import Core
import Interface
import Markup
import Web

/// One reward, for those who have it.
struct RewardPage: PageAnswer {
    let reward: Reward

    var title: Text { .verbatim(reward.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.profile()) }

    var body: some HTML {
        article(.class("narrow stack")) {
            div {
                h1(.dir("auto")) { reward.title }
                p(.class("muted")) { "Until \(reward.last)" as Text }
            }
            if !reward.paragraphs.isEmpty { div(.dir("auto")) { for paragraph in reward.paragraphs { p { paragraph } } } }
            if !reward.code.isEmpty {
                CopyField("Code", value: reward.code, done: "Copied", hint: "Show it at the desk, or enter it when you order.")
            }
            if !reward.link.isEmpty {
                Actions { LinkButton("Open the offer", href: reward.link, icon: .external, .rel("noopener noreferrer")) }
            }
        }
    }
}

/// What a member has, on their own page.
struct RewardList: HTML {
    let rewards: [Reward]

    var body: some HTML {
        if !rewards.isEmpty {
            section(.aria("labelledby", "rewards")) {
                h2(.id("rewards")) { "For you" }
                ul(.class("rows")) {
                    for reward in rewards {
                        li(.class("row")) {
                            div {
                                a(.href(MuseumPaths.reward(reward.id)), .dir("auto")) { reward.title }
                                p(.class("muted")) { "Until \(reward.last)" as Text }
                            }
                        }
                    }
                }
            }
        }
    }
}
