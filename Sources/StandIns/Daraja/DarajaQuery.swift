import Core

extension DarajaService {
    /// What a query is told. While the prompt is open the service says so in one of several ways, drawn from the seed.
    func answer(_ query: QueryOrder) -> DarajaReply {
        guard let prompt = prompt(query.checkoutRequestID) else { return DarajaRefusal.unknownTransaction.reply }
        guard let outcome = prompt.outcome else { return unsettled(prompt) }
        if let mode = take(.query) {
            let percent = mode.values["percent"].flatMap { Int($0) } ?? 50
            if Int.random(in: 0..<100, using: &numbers) < percent { return DarajaRefusal.processing.reply }
        }
        tellAfterQuery(prompt, outcome)
        return reply(prompt, outcome.code, outcome.description(inQuery: true))
    }

    private func unsettled(_ prompt: DarajaPrompt) -> DarajaReply {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0..<3: reply(prompt, 4999, "The transaction is still under processing")
        case 3..<6: DarajaRefusal.processing.reply
        case 6: DarajaRefusal(500, "500.001.1001", "").reply
        default: DarajaRefusal.processing.reply(status: 200)
        }
    }

    private func reply(_ prompt: DarajaPrompt, _ code: Int, _ description: String) -> DarajaReply {
        .object([
            "ResponseCode": "0", "ResponseDescription": "The service request has been accepted successfully",
            "MerchantRequestID": prompt.merchantRequestID, "CheckoutRequestID": prompt.checkoutRequestID, "ResultCode": String(code),
            "ResultDesc": description,
        ])
    }
}
