import Core
import Interface
import Markup
import Platform
import Web

/// How stories are ranked, in words that anybody can check.
struct RankingPage: PageAnswer {
    var title: Text { "How stories are ranked" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.home() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.home(), title: "Top reads") }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "Top reads depend only on what people read. Nobody can pay for a place.")
            p {
                """
                Each person who read a story in the last \(Ranking.days) days gives it \(Ranking.pointsForReading) point, and \
                \(Ranking.pointsForChapter) more for every chapter they finished, up to \(Ranking.mostChapters) chapters.
                """
            }
            p { "Newer reading counts for more. The points are multiplied by how long ago the person last read:" }
            ul { for step in Ranking.weights { li { "Up to \(step.days) days ago: × \(step.weight)" } } }
            p { "The story with the most points comes first." }
            ul {
                li { "One person counts once for each story, on however many devices they read." }
                li { "Authors don’t count as readers of their own stories." }
                li { "People who aren’t signed in don’t count, because one person could count many times." }
                li { "What you read yourself isn’t counted in your own “Top reads”: they show what others read." }
                li { "Comments, likes and followers don’t count." }
            }
            p(.class("muted")) { "The points are counted again every 10 minutes." }
        }
    }
}
