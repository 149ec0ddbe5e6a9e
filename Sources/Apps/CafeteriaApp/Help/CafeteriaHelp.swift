import Core
import Interface
import Payments
import Platform
import Web

/// What people ask about the cafeteria, and its guided tour (LIB-145).
enum CafeteriaHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "cafeteria-order", "How do I order?",
            "Tap the plus beside an item, or open it to choose its size and extras. Your cart is at the bottom of the menu.",
            "At checkout you choose when to pick up and how to pay. Check the summary, then confirm.",
            searchedAs: "buy food lunch menu cart checkout place order", link: Problem.Link("Menu", path: CafeteriaPaths.home())),
        HelpTopic(
            "cafeteria-mpesa", "How do I pay with M-Pesa?",
            "Enter your M-Pesa number at checkout. Your phone shows a request from Safaricom: enter your PIN there, never on this site.",
            "You have 5 minutes. If no request arrives, turn on your phone’s screen, and after a minute press Send again on the order’s page.",
            "M-Pesa takes payments from 10 to 50,000 KES.",
            searchedAs: "pay payment mpesa pin prompt stk phone safaricom failed not received money"),
        HelpTopic(
            "cafeteria-pickup", "How do I pick up my order?",
            "Watch the order’s page, or wait for the notification. When it says Ready for Pickup, show the number or the code at the counter.",
            searchedAs: "collect ready number code qr counter where", link: Problem.Link("My orders", path: CafeteriaPaths.orders())),
        HelpTopic(
            "cafeteria-cancel", "Can I cancel an order?",
            "Yes, until the kitchen starts. Open the order and press Cancel order. What you paid is sent back the way you paid, and your points return.",
            "Once it’s being prepared, ask at the counter.",
            searchedAs: "refund money back cancel change order wrong", link: Problem.Link("My orders", path: CafeteriaPaths.orders())),
        HelpTopic(
            "cafeteria-points", "What are points worth?",
            "Orders of 200 KES or more earn 1 point for every 100 KES, when you pick them up. 100 points take 50 KES off an order.",
            searchedAs: "loyalty reward discount bonus earn redeem", link: Problem.Link("Points", path: CafeteriaPaths.points())),
        HelpTopic(
            "cafeteria-allergens", "How do I find food without an allergen?",
            "Press Filter on the menu and choose what to leave out. Each item’s page lists its allergens.",
            "Everything is prepared in one kitchen. If an allergy is serious, ask at the counter before you order.",
            searchedAs: "allergy allergen nuts gluten milk vegetarian vegan halal diet filter"),
        HelpTopic(
            "cafeteria-kitchen", "How does the kitchen screen work?",
            "The order that’s wanted next is first. Press Start when you begin, Ready when it’s on the counter, and Hand over when it’s picked up. Undo takes a step back.",
            "Press Turn sound on so that new orders make a sound. Pause ordering stops new orders for some minutes, or until you resume. Tap a line to tick it.",
            searchedAs: "cook kitchen tablet queue pause sound new orders ticket", permission: .cafeteriaKitchen,
            link: Problem.Link("Kitchen", path: CafeteriaPaths.kitchen())),
        HelpTopic(
            "cafeteria-sold-out", "An item is sold out. What do I do?",
            "In the kitchen, press Sold out, then Mark as sold out beside the dish. Nobody can order it from that moment; carts keep it, marked.",
            "Press Back on the menu when you have it again.",
            searchedAs: "unavailable sold out stop selling item off 86", permission: .cafeteriaKitchen),
        HelpTopic(
            "cafeteria-menu", "How do I change prices and choices?",
            "Type the new price in the list of the menu and press Enter. Open an item for everything else.",
            "Under Choices, press Add choice to ask for a size, extras or what to leave out. Orders that are placed keep what was ordered.",
            searchedAs: "price menu edit item size extras options modifiers variants", permission: .cafeteriaMenu,
            link: Problem.Link("Menu", path: CafeteriaPaths.adminMenu())),
    ]

    static let tour: [TourStop] = [
        TourStop("menu-categories", "The menu", "Swipe through the categories. Tap the plus to add an item."),
        TourStop("search", "Search", "Results appear as you type."),
        TourStop("menu-filter", "Filter", "Show only vegetarian food, or leave out what you can’t eat."),
        TourStop("places", "The places", "Your cart, your orders and your points are one tap away."),
    ]
}
