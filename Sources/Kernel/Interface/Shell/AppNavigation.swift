import Core
import Markup

/// The app's places, then the site's: a rail beside the content; on phones a bar at the bottom with the app's and what is counted.
struct AppNavigation: HTML {
    let items: [NavigationItem]
    /// On phones they are in the menu alone.
    var further: [NavigationItem] = []
    /// Where the person, as one of the app's staff, works; on phones in the menu too.
    var work: [NavigationItem] = []
    let site: SitePlaces

    var body: some HTML {
        nav(
            .class("app-nav"), .data("tour", "places"), .data("places", String(items.count + site.places.count { $0.counted != nil })),
            .aria("label", "Main navigation")
        ) {
            div(.class("rail")) {
                if !items.isEmpty {
                    ul(.class("app-places")) { for item in items { NavigationLink(item: item, isActive: item.path == site.current) } }
                }
                if !further.isEmpty {
                    ul(.class("app-further")) { for item in further { NavigationLink(item: item, isActive: item.path == site.current) } }
                }
                if !work.isEmpty {
                    ul(.class("app-work"), .aria("label", "Staff")) {
                        for item in work { NavigationLink(item: item, isActive: item.path == site.current) }
                    }
                }
                SitePlacesList(places: site)
            }
        }
    }
}
