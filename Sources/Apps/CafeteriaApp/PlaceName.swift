import Core
import Platform

extension Site {
    /// What the place is called on paper and on its screens: the name of the site, or of the app where nobody gave the site one.
    var placeName: Text {
        configuration.name == SiteConfiguration().name ? CafeteriaApp.manifest.name : .verbatim(configuration.name)
    }
}
