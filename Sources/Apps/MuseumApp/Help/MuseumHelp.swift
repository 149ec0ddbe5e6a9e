import Core
import Interface
import Payments
import Platform
import Web

/// What people ask about the museum, and its guided tour (LIB-145).
enum MuseumHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "museum-join", "How do I become a member?",
            "Open Membership, choose one and press Choose. Read the terms, choose how to pay, and press Pay.",
            "Your membership begins when it’s paid. You find it under My membership.",
            searchedAs: "buy membership join subscribe tier price pay", link: Problem.Link("Membership", path: MuseumPaths.tiers())),
        HelpTopic(
            "museum-renew", "How do I renew my membership?",
            "Open My membership and press Renew. The new term begins when the present one ends, so you lose no day.",
            searchedAs: "extend prolong expired again", link: Problem.Link("My membership", path: MuseumPaths.profile())),
        HelpTopic(
            "museum-gift", "How do I give a membership to someone?",
            "Open Membership, choose one, then press Give it to someone else. Enter their name, and their email if we should send it.",
            "You can also print the card with its code. The membership begins when the gift is accepted.",
            searchedAs: "gift present voucher card give", link: Problem.Link("Membership", path: MuseumPaths.tiers())),
        HelpTopic(
            "museum-events", "How do I register for an event?",
            "Open Events, choose one and press Register now. If all places are taken, you can join the waiting list.",
            "We remind you the day before. Cancel your place if you can’t come, so that someone else can.",
            searchedAs: "event talk tour workshop register place waiting list", link: Problem.Link("Events", path: MuseumPaths.events())),
        HelpTopic(
            "museum-desk", "How do I take a payment at the desk?",
            "Open Desk. Someone who chose to pay here is in the list: press Take. For everyone else, search by name or email.",
            "Open the person and choose a membership under Sell a membership. It begins at once.",
            searchedAs: "cash sell walk-in till member search", permission: .museumDesk, link: Problem.Link("Desk", path: MuseumPaths.desk())),
        HelpTopic(
            "museum-exhibit", "How do I add a picture to the gallery?",
            "Open Exhibits and press New exhibit. Add the picture, describe it for people who can’t see it, and write its title and history.",
            "Tick Use on the front page for wide pictures of the museum: each visit begins with another one.",
            searchedAs: "upload photo artwork object room video drone", permission: .museumContent,
            link: Problem.Link("Exhibits", path: MuseumPaths.adminExhibits())),
    ]
}
