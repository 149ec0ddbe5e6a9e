import Accounts
import Core
import Database
import Localization
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// What the desk sold on a day, and what it says of what it can't do itself.
@Suite struct DeskSalesTests {
    /// Somebody who serves at the desk, and may do nothing else.
    private func desk(_ museum: Museum) async throws -> TestClient {
        let person = try await museum.app.person(.bea)
        try await museum.app.site.service(AccountsModule.self).roles.set([Roles.Grant(app: "museum", role: "desk")], of: person, by: nil)
        return try await museum.app.signedIn(.bea)
    }

    @Test(.covers("MUS-015", "MUS-018", "MUS-047"), arguments: Engine.available)
    func `the desk finds today's sales again, newest first, with the cash that they left in the till`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, friend) = (try await museum.tier("Single", price: 45_00), try await museum.tier("Friend", price: 0, level: 0))
            let staff = try await desk(museum)
            #expect(try await staff.get(MuseumPaths.deskSales()).text.contains("No sales yet today"))
            let old = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Yester Day", "tier": single.description]))
            museum.app.clock.advance(by: .days(1))
            let later = museum.app.client(token: try await museum.app.site.service(AccountsModule.self).openSession(for: museum.app.person(.bea)))
            let otto = try await museum.sold(later.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": single.description]))
            museum.app.clock.advance(by: .seconds(60))
            _ = try await later.post(MuseumPaths.deskSell(museum.app.person(.ada)), ["tier": friend.description])
            let page = try await later.get(MuseumPaths.deskSales()).text
            let places = try ["Ada", "Nothing to pay", "Otto Brask", "Cash"].map { try #require(page.firstRange(of: ">\($0)<")?.lowerBound, "\($0)") }
            #expect(places == places.sorted() && !page.contains("Yester Day"))
            #expect(page.contains("Cash today: US$45") && page.contains("\(MuseumPaths.deskSold(otto))?from=sales"))
            #expect(try await later.get(MuseumPaths.desk()).text.contains("Today’s sales: 2"))
            // From there it is printed again and undone, and what was given back isn't in the till any more.
            let sale = try await later.get("\(MuseumPaths.deskSold(otto))?from=sales").text
            #expect(sale.contains("data-print") && sale.contains("Receipt ") && sale.contains("href=\"\(MuseumPaths.deskSales())\""))
            #expect(sale.contains("You give back US$45, and the membership ends."))
            // What goes back is said while the money is on the counter, and not later.
            let now = try await later.get(MuseumPaths.deskSold(otto)).text
            #expect(now.contains("From US$50: US$5 back") && now.contains("From US$100: US$55 back") && !sale.contains("From US$50"))
            let undone = try #require(try await later.post(MuseumPaths.deskUndo(otto)).location)
            #expect(try await later.get(undone).text.contains("value=\"Otto Brask\""), "the right one is sold without typing the name again")
            let after = try await later.get(MuseumPaths.deskSales()).text
            #expect(
                after.contains("Cash today: US$0") && after.contains("Taken US$45, given back US$45") && after.contains(">Undone<")
                    && after.contains("<s>US$45</s>"))
            #expect(try await later.get(MuseumPaths.desk()).text.contains("Today’s sales: 1"), "one stands")
            #expect(try await !later.get(MuseumPaths.deskSold(old)).text.contains("Undo sale"))
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.deskSales()).status == .notFound)
        }
    }

    @Test(.covers("MUS-018", "MUS-047", "CORE-028"), arguments: Engine.available)
    func `a receipt that is opened at the desk stays there and leads back to the sale`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Single", price: 45_00)
            let staff = try await desk(museum)
            let sold = try await museum.sold(staff.post(MuseumPaths.deskSell(museum.app.person(.ada)), ["tier": tier.description]))
            let sale = try await staff.get(MuseumPaths.deskSold(sold)).text
            let path = try #require(sale.firstMatch(of: /href="(\/payments\/receipts\/[0-9]+\?from=work)"/)?.1)
            let receipt = try await staff.get(String(path)).text
            #expect(receipt.contains("data-work") && receipt.contains("href=\"\(MuseumPaths.deskSold(sold))\""))
            // The same link means nothing to whoever paid: it is their own receipt, and leads to their membership.
            let own = try await museum.app.signedIn(.ada).get(String(path)).text
            #expect(!own.contains("data-work") && !own.contains(MuseumPaths.deskSold(sold)) && own.contains(MuseumPaths.membership(sold)))
            // Of a sale that was undone, the credit note stays at the desk as well.
            _ = try await staff.post(MuseumPaths.deskUndo(sold))
            let credited = try await staff.get(String(path)).text
            let note = try #require(credited.firstMatch(of: /href="(\/payments\/receipts\/[0-9]+\?from=work)"/)?.1)
            #expect(try await staff.get(String(note)).text.contains("data-work"))
        }
    }

    @Test(.covers("MUS-015", "MUS-018"), arguments: Engine.available)
    func `a button of the desk takes the sum that it says, or nothing once the price has changed`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Single", price: 45_00)
            let staff = try await desk(museum)
            let choice = "\(tier):4500"
            #expect(try await staff.get(MuseumPaths.desk()).text.contains("value=\"\(choice)\""))
            let card = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": choice]))
            try await museum.app.site.write(by: nil) { _ = try $0.run("UPDATE museum_tier SET price = 4800 WHERE id = \(tier)") }
            let ada = try await museum.app.person(.ada)
            for (path, fields) in [
                (MuseumPaths.deskNew(), [("name", "Berta Holm"), ("tier", choice)]),
                (MuseumPaths.deskGive(), [("name", "Berta Holm"), ("tier", choice)]),
                (MuseumPaths.deskSell(ada), [("tier", choice)]), (MuseumPaths.deskRenew(card), [("tier", choice)]),
            ] {
                let refused = try await staff.post(path, fields: fields)
                #expect(refused.status == .conflict && refused.text.contains("It costs US$48 now. Nothing was sold."), "\(path)")
                #expect(refused.text.contains("value=\"\(tier):4800\""), "the new price is on the button")
            }
            let sales = try await staff.get(MuseumPaths.deskSales()).text
            #expect(!sales.contains("Berta Holm") && sales.contains("Cash today: US$45"))
            #expect(try await staff.post(MuseumPaths.deskSell(ada), ["tier": "\(tier):4800"]).status == .seeOther)
            #expect(try await staff.post(MuseumPaths.deskSell(ada), ["tier": "\(tier):much"]).status == .unprocessableContent)
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `the card and the receipt of somebody who is found again are one tap away, and lead back to them`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Single", price: 45_00)
            let staff = try await desk(museum)
            let otto = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description]))
            _ = try await staff.post(MuseumPaths.deskSell(museum.app.person(.ada)), ["tier": tier.description])
            for person in [MuseumPaths.deskHolder(otto), MuseumPaths.deskPerson(try await museum.app.person(.ada))] {
                let page = try await staff.get(person).text
                let path = try #require(page.firstMatch(of: /href="([^"]+)">Card and receipt/)?.1)
                let sale = try await staff.get(String(path).replacing("&amp;", with: "&")).text
                #expect(sale.contains("Receipt ") && sale.contains("href=\"\(person)\""))
            }
        }
    }

    @Test(.covers("MUS-015", "MUS-046", "MUS-047"), arguments: Engine.available)
    func `the desk is told who refunds and ends memberships, and a manager is led there`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Single", price: 45_00)
            let (owner, staff, ada) = (try await museum.app.signedIn(.owner), try await desk(museum), try await museum.app.person(.ada))
            let before = try await staff.get(MuseumPaths.deskPerson(ada)).text
            #expect(!before.contains("ask a manager"), "there is nothing to end")
            let sold = try await museum.sold(staff.post(MuseumPaths.deskSell(ada), ["tier": tier.description]))
            for path in [MuseumPaths.deskPerson(ada), MuseumPaths.deskSold(sold), MuseumPaths.deskSales()] {
                let page = try await staff.get(path).text
                #expect(page.contains("To refund or end a membership, ask a manager: Owner") && !page.contains(MuseumPaths.adminMembers()), "\(path)")
            }
            for path in [MuseumPaths.deskPerson(ada), MuseumPaths.deskSold(sold)] {
                #expect(try await owner.get(path).text.contains("href=\"\(MuseumPaths.adminMember(sold))\""), "\(path)")
            }
        }
    }

    @Test(.covers("MUS-017", "MUS-018", "MUS-047"), arguments: Engine.available)
    func `a gift is sold at the desk with a card that its receiver accepts, and undone without waiting for anybody`(
        on engine: Engine
    ) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household", price: 80_00)
            let staff = try await desk(museum)
            #expect(try await staff.get(MuseumPaths.desk()).text.contains(MuseumPaths.deskGive()))
            let wrong = try await staff.post(MuseumPaths.deskGive(), ["name": " ", "tier": tier.description])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Enter a name."))
            func give(_ email: String) async throws -> MembershipID {
                try await museum.sold(
                    staff.post(MuseumPaths.deskGive(), ["name": "Grandma", "email": email, "message": "From Otto", "tier": tier.description]))
            }
            let gift = try await museum.find(give(""))
            #expect(gift.status == .unclaimed && gift.source == .gift && gift.buyer == nil)
            let link = try museum.services.gifts.link
            let page = try await staff.get(MuseumPaths.deskSold(gift.id)).text
            let parts = ["Paid: US$80", "Grandma", "From Otto", link.code(of: gift), "data-print", "begins when the gift is accepted."]
            for words in parts {
                #expect(page.contains(words), "\(words)")
            }
            #expect(try await staff.get(MuseumPaths.deskSales()).text.contains("Gift to Grandma"))
            #expect(try await museum.app.signedIn(.ada).post(link.path(of: gift)).location == MuseumPaths.profile())
            #expect(try await museum.find(gift.id).isValid(at: museum.now))
            let slip = try await give("")
            #expect(try await staff.get(MuseumPaths.deskSold(slip)).text.contains("You give back US$80, and the gift ends."))
            let undone = try #require(try await staff.post(MuseumPaths.deskUndo(slip)).location)
            let told = try await staff.get(undone).text
            #expect(told.contains("Sale undone. Give back US$80.") && told.contains("Gift to Grandma"))
            #expect(try await staff.get(MuseumPaths.deskSold(slip)).text.contains("Sale undone"))
            #expect(try await museum.find(slip).status == .refunded)
            let waiting: Int = try await museum.app.site.database.read {
                try $0.one("SELECT COUNT(*) FROM museum_membership WHERE status = 'pending'")
            }
            #expect(waiting == 0)
        }
    }

    @Test(.covers("MUS-017", "MUS-047"), arguments: Engine.available)
    func `the desk sees which of those that wait to be paid is a gift, and whom its money goes back to`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household", price: 80_00)
            let gift = try await museum.chosen(
                museum.app.signedIn(.ada).post(
                    MuseumPaths.give(tier),
                    fields: [("name", "Grandma"), ("email", ""), ("message", ""), ("provider", "cash"), ("terms", "true"), ("version", "1")]))
            let staff = try await desk(museum)
            #expect(try await staff.get(MuseumPaths.desk()).text.contains("Gift to Grandma"))
            _ = try await staff.post(MuseumPaths.takeCash(gift.id))
            let path = try #require(try museum.services.gifts.deskPath(of: gift))
            let accepted = try #require(try await staff.post(path, ["name": "Grandma"]).location)
            let page = try await staff.get(accepted).text
            #expect(page.contains("Gift accepted"))
            #expect(page.contains("Ada gets US$80 back, and the gift waits to be paid again."))
        }
    }

    @Test(.covers("MUS-009", "MUS-018"), arguments: Engine.available)
    func `who has a card and no account changes to a better membership, and what is left of the other one is taken off`(
        on engine: Engine
    ) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, household) = (try await museum.tier("Single", price: 40_00), try await museum.tier("Household", price: 80_00, level: 2))
            let staff = try await museum.app.signedIn(.owner)
            let first = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": single.description]))
            let page = try await staff.get(MuseumPaths.deskHolder(first)).text
            #expect(page.contains("Change from today: Single ends, and US$40 is taken off") && page.contains("Take US$40 in cash for Household"))
            let changed = try await museum.sold(staff.post(MuseumPaths.deskRenew(first), ["tier": household.description]))
            #expect(try await museum.find(changed).cost.minor == 40_00)
            #expect(try await museum.find(first).replacedBy == changed)
            let after = try await staff.get(MuseumPaths.deskHolder(first)).text
            #expect(after.contains("Member: Household") && after.contains("Member number \(first)"))
            // A smaller one begins when this one ends.
            let end = try day(try #require(try await museum.find(changed).expiresAt), museum)
            #expect(after.contains("Switch on \(end), when Household ends") && !after.contains("full price"), "\(end)")
            let next = try await museum.sold(staff.post(MuseumPaths.deskRenew(first), ["tier": single.description]))
            #expect(try await museum.find(next).startsAt == museum.find(changed).expiresAt)
        }
    }

    private func day(_ moment: Instant, _ museum: Museum) throws -> String {
        let site = museum.app.site
        return site.messages.render(
            DayZone(zone: site.configuration.zone).day(moment), in: .english, timeZone: site.configuration.zone)
    }

    @Test(.covers("MUS-009", "MUS-018"), arguments: Engine.available)
    func `a smaller membership begins on the day that the list says, also beside two better ones`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, household) = (try await museum.tier("Single", price: 40_00), try await museum.tier("Household", price: 80_00, level: 2))
            let patron = try await museum.tier("Patron", price: 0, months: 1, level: 3)
            let staff = try await museum.app.signedIn(.owner)
            let first = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": household.description]))
            // For a month, beside the year of the other one.
            _ = try await staff.post(MuseumPaths.deskRenew(first), ["tier": patron.description])
            let page = try await staff.get(MuseumPaths.deskHolder(first)).text
            let end = try #require(try await museum.find(first).expiresAt)
            let begins = try day(end, museum)
            #expect(page.contains("Member: Patron") && page.contains("Switch on \(begins), when Household ends"))
            let next = try await museum.sold(staff.post(MuseumPaths.deskRenew(first), ["tier": single.description]))
            #expect(try await museum.find(next).startsAt == end)
            // And one more of it follows on that.
            let renewed = try await staff.get(MuseumPaths.deskHolder(first)).text
            let last = try day(try #require(try await museum.find(next).expiresAt), museum)
            #expect(renewed.contains("Renewal from \(last)"))
        }
    }

    @Test(.covers("MUS-009", "MUS-018", "MUS-022"), arguments: Engine.available)
    func `the first printed card lets its holder in after a change, and puts the new membership on a phone`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, household) = (try await museum.tier("Single", price: 40_00), try await museum.tier("Household", price: 80_00, level: 2))
            let staff = try await museum.app.signedIn(.owner)
            let first = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": single.description]))
            let changed = try await museum.sold(staff.post(MuseumPaths.deskRenew(first), ["tier": household.description]))
            let (link, card) = (try museum.services.gifts.link, try await museum.find(first))
            #expect(card.status == .revoked)
            let shown = try await museum.scan(link.code(of: card), by: staff)
            #expect(shown.result == "admitted" && shown.outcome["tier"] as? String == "Household")
            let ada = try await museum.app.signedIn(.ada)
            #expect(try await ada.get(link.path(of: card)).text.contains("Put it on my phone"))
            #expect(try await ada.post(link.path(of: card)).location == MuseumPaths.profile())
            let person = try await museum.app.person(.ada)
            #expect(try await museum.find(changed).person == person)
            // Nobody else comes in by the paper any more, and it says where the membership is.
            #expect(try await museum.scan(link.code(of: card), by: staff).result == "giftTaken")
            #expect(try await ada.get(link.path(of: card)).text.contains("This membership is in your account"))
            #expect(try await museum.app.signedIn(.bea).post(link.path(of: card)).text.contains("This membership is in an account already."))
        }
    }

    @Test(.covers("MUS-018", "MUS-022"), arguments: Engine.available)
    func `the entrance leads to the desk's first page for a card that was undone or belongs to nobody`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Single", price: 45_00)
            let staff = try await museum.app.signedIn(.owner)
            let slip = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description]))
            let code = try museum.services.gifts.link.code(of: await museum.find(slip))
            _ = try await staff.post(MuseumPaths.deskUndo(slip))
            let shown = try await museum.scan(code, by: staff)
            #expect(shown.result == "refunded" && shown.outcome["desk"] == nil)
            let left = try await museum.member(museum.app.signedIn(.ada), of: tier)
            let data = MuseumData(services: try museum.services)
            let ada = try await museum.app.person(.ada)
            try await museum.app.site.write(by: nil) { try data.erase(ada, in: $0) }
            try await museum.end(left, at: museum.now + .seconds(60))
            museum.app.clock.advance(by: .seconds(61))
            let ended = try await museum.find(left.id)
            #expect(try await museum.app.site.database.read { try Holders.deskPath(of: ended, in: $0) } == nil)
        }
    }

    @Test(.covers("MUS-047"), arguments: Engine.available)
    func `Enter in a field sells nothing, and the list says that one is to be chosen`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Single", price: 45_00)
            let staff = try await desk(museum)
            for (page, form) in [(MuseumPaths.desk(), MuseumPaths.deskNew()), (MuseumPaths.deskGive(), MuseumPaths.deskGive())] {
                let text = try await staff.get(page).text
                let inside = try #require(text.firstRange(of: "action=\"\(form)\"")).upperBound
                let first = text[inside...].split(separator: "<button", maxSplits: 1)[1].prefix { $0 != ">" }
                #expect(!first.contains("name=\"tier\"") && first.contains("tabindex=\"-1\"") && first.contains("visually-hidden"), "\(form)")
                let answer = try await staff.post(form, ["name": "Otto Brask"])
                #expect(answer.status == .unprocessableContent && answer.text.contains("id=\"field-tier\""))
                #expect(answer.text.contains("Choose a membership.") && answer.text.contains("value=\"Otto Brask\""))
                let both = try await staff.post(form, ["name": " "]).text
                #expect(both.contains("Choose a membership.") && both.contains("Enter a name."))
            }
        }
    }

    @Test(.covers("MUS-017", "MUS-018", "MUS-047"), arguments: Engine.available)
    func `a free gift from the desk is among today's sales and can be undone, and its giver isn't let in by it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (friend, household) = (try await museum.tier("Friend", price: 0), try await museum.tier("Household", price: 80_00))
            let (staff, ada) = (try await desk(museum), try await museum.app.person(.ada))
            let free = try await museum.sold(staff.post(MuseumPaths.deskGive(), ["name": "Grandma", "tier": friend.description]))
            let page = try await staff.get(MuseumPaths.deskSold(free)).text
            #expect(page.contains("Added") && !page.contains("Paid: ") && page.contains("The gift ends."))
            #expect(try await staff.get(MuseumPaths.desk()).text.contains("Today’s sales: 1"))
            #expect(try await staff.get(MuseumPaths.deskSales()).text.contains("Gift to Grandma"))
            _ = try await staff.post(MuseumPaths.deskUndo(free))
            #expect(try await museum.find(free).isUndone)
            #expect(try await staff.get(MuseumPaths.desk()).text.contains("Today’s sales: 0"))
            // The receiver has it at once, and isn't there.
            try await museum.app.site.write(by: nil) { _ = try $0.run("UPDATE account_person SET email_verified_at = 1 WHERE id = \(ada)") }
            let sold = try await museum.sold(
                staff.post(MuseumPaths.deskGive(), ["name": "Ada", "email": Cast.ada.email, "tier": household.description]))
            #expect(try await museum.find(sold).isValid(at: museum.now))
            let done = try await staff.get(MuseumPaths.deskSold(sold)).text
            #expect(done.contains("Paid: US$80") && !done.contains(MuseumPaths.gateAdmit()))
        }
    }

    @Test(.covers("MUS-022", "MUS-047"), arguments: Engine.available)
    func `whoever was let in from the desk leads back to it, and is let in again only quietly`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household", guests: 2)
            let staff = try await desk(museum)
            let sold = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description]))
            #expect(try await staff.get(MuseumPaths.deskSold(sold)).text.contains("name=\"from\" value=\"desk\""))
            func admit(_ nonce: String) async throws -> String {
                try await staff.post(MuseumPaths.gateAdmit(), ["membership": sold.description, "from": "desk", "nonce": nonce]).text
            }
            let answer = try await admit("a")
            #expect(answer.contains("Welcome") && answer.contains("button-primary\" href=\"\(MuseumPaths.desk())\""))
            #expect(answer.contains("name=\"from\" value=\"desk\""), "who counts the guests stays on the way")
            let again = try await admit("b")
            #expect(again.contains("button-primary\" href=\"\(MuseumPaths.desk())\""))
            let page = try await staff.get(MuseumPaths.deskSold(sold)).text
            #expect(page.contains("Admit again"))
            #expect(page.contains("button-primary\" href=\"\(MuseumPaths.desk())\""), "the next person comes first")
        }
    }

    @Test(.covers("MUS-022", "MUS-047"), arguments: Engine.available)
    func `the entrance takes whoever it found along to the desk`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let friend = try await museum.tier("Friend", level: 0)
            let (staff, ada) = (try await desk(museum), try await museum.app.person(.ada))
            _ = try await museum.member(museum.app.signedIn(.ada), of: friend)
            let found = try await staff.post(MuseumPaths.gateScan(), ["words": "ada", "nonce": "a"]).text
            #expect(found.contains("No entry included") && found.contains("href=\"\(MuseumPaths.deskPerson(ada))\""))
            let otto = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": friend.description]))
            let card = try await staff.post(MuseumPaths.gateScan(), ["words": "otto", "nonce": "b"]).text
            #expect(card.contains("href=\"\(MuseumPaths.deskHolder(otto))\""))
            let shown = try await museum.scan(museum.services.gifts.link.code(of: museum.find(otto)), by: staff)
            #expect(shown.result == "tier" && shown.outcome["desk"] as? String == MuseumPaths.deskHolder(otto))
            let nobody = try await staff.post(MuseumPaths.gateScan(), ["words": "Ella Quist", "nonce": "c"]).text
            #expect(nobody.contains("href=\"\(link(MuseumPaths.desk(), query: ["q": "Ella Quist"]))\""))
        }
    }

    @Test(.covers("MUS-022", "CORE-053"), arguments: Engine.available)
    func `what the entrance asks is answered in the language that was chosen there`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.app.site.configure { $0.languages = [.english, .swedish] }
            let tier = try await museum.tier("Household")
            try await museum.app.site.write(by: nil) { try [Language.swedish: ["name": "Hushåll"]].save(as: .tier, of: tier.number, in: $0) }
            let staff = try await museum.app.signedIn(.owner).carrying("language-work", "sv")
            _ = try await museum.member(museum.app.signedIn(.ada), of: tier)
            for path in [MuseumPaths.apiGate(), link(MuseumPaths.apiGateMembers(), query: ["q": "ada"])] {
                #expect(try await staff.get(path).text.contains("Hushåll"), "\(path)")
            }
        }
    }

    @Test(.covers("MUS-057", "MUS-059"), arguments: Engine.available)
    func `the page that a device keeps of the desk names nobody but its reader, and leads to the entrance`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            _ = try await museum.chosen(museum.buy(tier, museum.app.signedIn(.ada)))
            let staff = try await desk(museum)
            #expect(try await staff.get(MuseumPaths.desk()).text.contains("data-desk-offline=\"\(MuseumPaths.deskOffline())\""))
            let page = try await staff.get(MuseumPaths.deskOffline()).text
            #expect(page.contains("The desk needs a connection") && page.contains("work-nav") && page.contains("href=\"\(MuseumPaths.gate())\""))
            #expect(page.contains("If the entrance was opened on this device"))
            #expect(!page.contains(Cast.ada.name) && !page.contains(Cast.ada.email))
        }
    }
}
