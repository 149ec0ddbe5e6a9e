import Core
import Web

/// The phones of those who pay, each a page.
extension DarajaStandIn {
    static let phones = Path("/daraja/phone")
    static let phone = Path("/daraja/phone/{msisdn}", String.self)
    static let phoneStyle = Path("/daraja/phone.css")

    var phoneRoutes: [Route] {
        [
            .get(Self.phones, allow: .everyone, use: showPhones),
            .get(Self.phone, allow: .everyone, use: showPhone),
            .post(Self.phone, allow: .everyone, use: answerPhone),
            .get(Self.phoneStyle, allow: .everyone, use: style),
        ]
    }

    /// The phones, or the one whose number was typed.
    private func showPhones(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let typed = request.query.chosen("number")
        if let number = typed.flatMap(PhoneNumber.init(typed:)) { return .seeOther(Self.phone(number.msisdn)) }
        if typed != nil || request.query["open"] != nil { return PhonePage.response(PhoneChoice(isTypedWrong: typed != nil)) }
        return PhonePage.response(PhoneList(prompts: await service.prompts()))
    }

    private func showPhone(_ request: Request, _ visitor: Visitor, _ msisdn: String) async throws -> Response {
        guard let number = PhoneNumber(typed: msisdn) else { throw Problem.notFound }
        let (prompts, entries) = (await service.prompts(on: number.msisdn), await service.ledger.entries)
        return PhonePage.response(
            PhoneScreen(
                number: number, business: credentials.businessName, prompts: prompts,
                entries: entries.filter { $0.msisdn == number.msisdn }, note: request.query["note"].flatMap(PhoneNote.init),
                now: service.clock.now()))
    }

    /// Takes what was pressed. The PIN is compared and goes no further.
    private func answerPhone(_ request: Request, _ visitor: Visitor, _ msisdn: String) async throws -> Response {
        guard let number = PhoneNumber(typed: msisdn) else { throw Problem.notFound }
        let form = try request.formFields()
        let id = form["prompt"] ?? ""
        func back(_ note: PhoneNote?) -> Response { .seeOther(Self.phone(number.msisdn) + (note.map { "?note=\($0.rawValue)" } ?? "")) }
        guard let prompt = await service.prompt(id), prompt.msisdn == number.msisdn, prompt.isOpen else { return back(.ended) }
        let pin = form["pin"] ?? ""
        if form["choice"] == "cancel" { return back(await service.answer(id, pin: nil) ? nil : .ended) }
        guard pin.utf8.count == 4, pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return back(.fourDigits) }
        return back(await service.answer(id, pin: pin) ? nil : .ended)
    }

    private func style(_ request: Request, _ visitor: Visitor) async throws -> Response {
        .bytes(Array(PhoneStyle.sheet.utf8), type: "text/css; charset=utf-8")
    }
}

/// What a page says about the press before.
enum PhoneNote: String {
    case fourDigits = "pin"
    case ended
}

/// A Kenyan mobile number.
struct PhoneNumber: Sendable, Equatable {
    /// `254712345678`
    let msisdn: String

    /// Reads `0712 345 678`, `+254712345678` and the like; nil for what is no mobile number.
    init?(typed: String) {
        let digits = typed.filter { $0.isASCII && $0.isNumber }
        let whole = digits.count == 10 && digits.hasPrefix("0") ? "254" + digits.dropFirst() : digits
        guard whole.count == 12, whole.hasPrefix("2547") || whole.hasPrefix("2541") else { return nil }
        msisdn = whole
    }

    /// As people write it: `0712 345 678`.
    var local: String {
        let rest = msisdn.dropFirst(3)
        return "0\(rest.prefix(3)) \(rest.dropFirst(3).prefix(3)) \(rest.dropFirst(6))"
    }
}

/// An amount as the service's messages have it.
enum Shillings {
    /// `KSh 1,200`
    static func text(_ amount: Int) -> String {
        let digits = String(amount)
        let head = digits.count % 3 == 0 ? 3 : digits.count % 3
        var rest = digits.dropFirst(head)
        var groups = [digits.prefix(head)]
        while !rest.isEmpty {
            groups.append(rest.prefix(3))
            rest = rest.dropFirst(3)
        }
        return "KSh\u{A0}" + groups.joined(separator: ",")
    }
}
