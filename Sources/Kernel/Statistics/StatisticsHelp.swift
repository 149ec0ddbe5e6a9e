import Core
import Platform
import Web

/// What whoever counts asks.
enum StatisticsHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "figures", "How do I see how many people visit the site?",
            "Under Administration, Statistics. Visits and page views are counted without names, so no figure tells who it was.",
            "The report builder puts any figures side by side, over any time, and says how each of them is counted.",
            searchedAs: "statistics visitors visits people analytics numbers report usage traffic week month",
            permission: .siteStatistics, link: .init("Statistics", path: StatisticsPaths.overview()))
    ]
}
