import Core
import Interface
import Markup
import Web

/// All dishes, whenever they are served, to be marked as sold out or put back (CAF-045).
struct SoldOutPage: PageAnswer {
    static let most = 100

    let items: [MenuItem]
    /// How many there are, of which ``items`` are the first.
    let total: Int
    let words: String
    let station: StationID?
    let now: MenuTime

    var title: Text { "Sold out" }
    var shell: ShellStyle { .work("cafeteria") }
    var scripts: [String] { ["cafeteria/js/sold-out.js"] }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.kitchen()) }

    var body: some HTML {
        div(.class("board narrow stack")) {
            PageHeader(title, lead: "Customers can’t order what’s sold out. Orders that have it stay as they are.")
            DishSearch(words: words, station: station)
            DishRows(items: items, total: total, words: words, now: now)
        }
    }
}
