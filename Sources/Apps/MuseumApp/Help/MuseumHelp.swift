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
            "Open Memberships, choose one and press Choose. Read the terms, then press Pay, or Reserve, pay at the desk.",
            "Your membership begins when it’s paid. You find it under My membership.",
            searchedAs: "buy membership join subscribe tier price pay", link: Problem.Link("Memberships", path: MuseumPaths.tiers())),
        HelpTopic(
            "museum-renew", "How do I renew my membership?",
            "Open My membership and press Renew. The new term begins when the present one ends, so you don’t lose any days.",
            searchedAs: "extend prolong expired again", link: Problem.Link("My membership", path: MuseumPaths.profile())),
        HelpTopic(
            "museum-change", "How do I change to another membership?",
            "Open My membership, press Change membership and choose one. If it gives more, what is left of the present one is taken off; you see how much before you pay.",
            "The present one ends when the new one begins. One that gives less begins when the present one has ended. If the change is refunded, the one before counts again.",
            searchedAs: "upgrade downgrade switch household single better bigger price difference",
            link: Problem.Link("Memberships", path: MuseumPaths.tiers())),
        HelpTopic(
            "museum-household", "Can I bring my partner or children, and how do I add them?",
            "Yes, anyone who comes in with you. You don’t add anyone: show your code, and say how many you are. They need no account.",
            "A membership has one name and one code. Under Memberships you see how many guests you can bring on each visit.",
            searchedAs: "family partner household add second person adult children guests share",
            link: Problem.Link("My membership", path: MuseumPaths.profile())),
        HelpTopic(
            "museum-refund", "How do I get my money back, or end my membership?",
            "Open My membership, choose Details, receipt and refund, and press Ask for a refund. The museum sees what you paid, and answers you there.",
            "You can ask within 14 days if you haven’t used it. A membership isn’t renewed automatically: if you do nothing, it ends on its last day.",
            searchedAs: "refund cancel end stop money back return unsubscribe",
            link: Problem.Link("My membership", path: MuseumPaths.profile())),
        HelpTopic(
            "museum-find", "I became a member at the museum. How do I see it here?",
            "Open My membership and press Find my membership. It’s found by your email address, once you’ve confirmed it.",
            "If you used another address at the museum, choose I used another email address and enter the code that we send there.",
            searchedAs: "link connect existing membership missing not shown MemberPress",
            link: Problem.Link("My membership", path: MuseumPaths.profile())),
        HelpTopic(
            "museum-memberpress", "What do I do when MemberPress can’t be read?",
            "Members still get in, and purchases wait until it answers. Open MemberPress: the page says what is wrong and what to do.",
            "What is listed under Needs a decision can’t be settled without you. Each line says what to do.",
            searchedAs: "sync WordPress error key conflict", permission: .museumMembers,
            link: Problem.Link("MemberPress", path: MuseumPaths.adminMemberPress())),
        HelpTopic(
            "museum-gift", "How do I give a membership to someone?",
            "Open Memberships, choose one, then press Give it to someone else. Enter their name, and their email if we should send it.",
            "You can also print the card with its code. The membership begins when the gift is accepted.",
            searchedAs: "gift present voucher card give", link: Problem.Link("Memberships", path: MuseumPaths.tiers())),
        HelpTopic(
            "museum-events", "How do I register for an event?",
            "Open Events, choose one and press Register now. If all places are taken, you can join the waiting list.",
            "We’ll remind you the day before. Cancel your place if you can’t come, so that someone else can.",
            searchedAs: "event talk tour workshop register place waiting list", link: Problem.Link("Events", path: MuseumPaths.events())),
        HelpTopic(
            "museum-visits", "Does the museum know when I visit?",
            "Only if you turn it on: open My membership, then Privacy settings, and tick Count my visits.",
            "The museum then sees on which days you came and how long you stayed, never where you were. Turn it off, and it’s deleted.",
            searchedAs: "location gps tracking privacy visits data collection opt out",
            link: Problem.Link("Privacy settings", path: MuseumPaths.privacy())),
        HelpTopic(
            "museum-rewards", "How do I give members a discount?",
            "Open Rewards in Administration. Enter what it is, from when until when, and tick the tiers it’s for.",
            "Members of these tiers are notified on the first day and find it under My membership.",
            searchedAs: "reward discount voucher code benefit", permission: .museumMembers,
            link: Problem.Link("Rewards", path: MuseumPaths.adminRewards())),
        HelpTopic(
            "museum-hours", "How do I enter unusual opening hours?",
            "Weekly hours and special days are under Opening hours. Seasons and public holidays go into Opening hours as text, in the museum’s settings.",
            "For example Apr-Oct: Tu-Su 10:00-18:00; Nov-Mar: Sa-Su 11:00-15:00; PH off. The settings then say whether it’s open today.",
            searchedAs: "open closed season holiday easter summer winter hours", permission: .museumMembers),
        HelpTopic(
            "museum-calendar", "How do I get events into my calendar?",
            "Open an event and press Add to calendar. For all events, open Events and press Subscribe to the calendar.",
            "A calendar that you subscribe to also shows new times and cancellations, after a few hours.",
            searchedAs: "ics ical subscribe phone google outlook apple", link: Problem.Link("Events", path: MuseumPaths.events())),
        HelpTopic(
            "museum-visit", "When is the museum open, and what does it cost?",
            "Open Visit. It has the opening hours with days that differ, what a ticket costs, how to get there, and what to know about access.",
            searchedAs: "opening hours tickets price map address parking wheelchair accessibility way",
            link: Problem.Link("Visit", path: MuseumPaths.visit())),
        HelpTopic(
            "museum-registrations", "How do I see who registered for an event?",
            "Open Events in Administration, choose the event and press Registrations. Those with a place come first, then those who wait, in order.",
            "Print the list for the door, or save it as CSV. Enter an email to give a place by hand.",
            searchedAs: "event participants attendees names list waiting registrations CSV print", permission: .museumMembers,
            link: Problem.Link("Events", path: MuseumPaths.adminEvents())),
        HelpTopic(
            "museum-desk", "How do I take a payment at the desk?",
            "Open Desk. Someone who chose to pay here is in the list: press Take. For everyone else, search by name or email.",
            "Open the person and press the amount beside a membership. It begins at once; Undo takes a slip back.",
            "Someone without an account gets a membership under Sell to someone without an account. Its number is enough at the entrance.",
            searchedAs: "cash sell walk-in till member search", permission: .museumDesk, link: Problem.Link("Desk", path: MuseumPaths.desk())),
        HelpTopic(
            "museum-card", "Someone shows a gift card at the entrance. What do I do?",
            "Scan it like a code. If nobody has accepted the gift, press Accept the gift: enter the name, and the email if they have an account.",
            "It begins at once, and you can admit them from there. A printed membership card admits its holder when you scan it.",
            searchedAs: "gift card voucher printed paper QR accept redeem", permission: .museumDesk,
            link: Problem.Link("Entrance", path: MuseumPaths.gate())),
        HelpTopic(
            "museum-exhibit", "How do I add a picture to the gallery?",
            "Open Exhibits and press New exhibit. Add the picture, describe it for people who can’t see it, and write its title and history.",
            "Tick Use on the front page for wide pictures of the museum: each visit begins with another one.",
            searchedAs: "upload photo artwork object room video drone", permission: .museumContent,
            link: Problem.Link("Exhibits", path: MuseumPaths.adminExhibits())),
        HelpTopic(
            "museum-languages", "How do I show the museum in other languages?",
            "Open a tier, room, exhibit, tour, event or news post in Administration, unfold Other languages and choose a language. Write what you have and save.",
            "Visitors see their own language. Where a field is empty, they see the original. The museum’s welcome, tickets and the way to it are under Visitor information.",
            searchedAs: "translate translation language swedish english multilingual", permission: .museumContent,
            link: Problem.Link("Exhibits", path: MuseumPaths.adminExhibits())),
        HelpTopic(
            "museum-guests", "How do I admit a member with guests?",
            "Scan the code, then tap how many came along. Beside a name you found, +2 admits the member with two guests.",
            "Only as many as the membership includes for the day are offered. Tap another number if you counted wrong.",
            searchedAs: "entrance gate family friends companions number admit let in", permission: .museumDesk,
            link: Problem.Link("Entrance", path: MuseumPaths.gate())),
        HelpTopic(
            "museum-wrong-person", "I admitted the wrong person. What do I do?",
            "Press Undo beside their name within 15 minutes. They count as not admitted today, and so do their guests.",
            "Then find the right person and press Admit.", searchedAs: "entrance gate undo mistake wrong member list take back",
            permission: .museumDesk, link: Problem.Link("Entrance", path: MuseumPaths.gate())),
        HelpTopic(
            "museum-import", "How do I import a collection?",
            "Open Exhibits and press Import. Choose a CSV or JSON file, and the pictures that it names. You see what will be imported, and can choose the columns.",
            "Describe the imported pictures for people who can’t see them: until then they stay hidden, and the list says so.",
            searchedAs: "csv json excel table bulk upload museum system", permission: .museumContent,
            link: Problem.Link("Exhibits", path: MuseumPaths.adminExhibits())),
        HelpTopic(
            "museum-tour", "How do I make a tour?",
            "Open Tours and press New tour. Write what it’s about, then add the exhibits at which it stops and what is told there.",
            "Tick Show to visitors when it’s ready.", searchedAs: "walk audio guide stops", permission: .museumContent,
            link: Problem.Link("Tours", path: MuseumPaths.adminTours())),
    ]
}
