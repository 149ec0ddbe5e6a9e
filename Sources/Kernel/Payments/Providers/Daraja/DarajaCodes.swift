import Core

/// What Safaricom's result codes mean for whoever pays. Only the code counts: the words beside it differ for the same code.
enum DarajaCodes {
    /// How a prompt stands by its `ResultCode`.
    static func standing(_ code: String, number: String? = nil, at moment: Instant) -> PaymentStanding {
        switch code {
        case "0": .succeeded(number: number, at: moment)
        // “Still processing”, in answers to questions alone.
        case "4999": .pending
        case "1": .failed("There isn’t enough money in this M-Pesa account.")
        case "17", "26": .failed("M-Pesa is busy. Try again in a minute.")
        case "1001": .failed("Another M-Pesa payment is open on this phone. Try again in three minutes.")
        case "1031", "1032": .failed("The payment was cancelled on the phone.")
        case "1019", "1036", "1037": .failed("The phone didn’t answer in time. Check that it is on, and try again.")
        case "1025", "9999", "1101", "1102": .failed("M-Pesa couldn’t ask this phone. Try again.")
        case "2001": .failed("The M-Pesa PIN was wrong.")
        case "2028", "8006": .failed("M-Pesa can’t be used here at the moment. Choose another way to pay.")
        default: .failed("M-Pesa reported a problem (\(code)). If money was taken, it is sent back automatically.")
        }
    }

    /// How a reversal stands by its `ResultCode`.
    static func refundStanding(_ code: String, number: String?, at moment: Instant) -> PaymentStanding {
        switch code {
        // Reversed before counts as done: nobody but us asks for it.
        case "0", "R000001": .succeeded(number: number, at: moment)
        case "R000002": .failed("M-Pesa doesn’t know this receipt.")
        case "1": .failed("There isn’t enough money in the site’s M-Pesa account.")
        case "21", "2001", "8006": .failed("The M-Pesa user for reversals isn’t set up correctly.")
        default: .failed("M-Pesa refused the reversal (\(code)).")
        }
    }

    /// Why a prompt was not begun, by the code and the message of the error; nil where it may have been begun all the same.
    static func refusal(status: Int, code: String?, message: String) -> Text? {
        if message.lowercased().contains("unable to lock subscriber") {
            return "Another M-Pesa payment is open on this phone. Try again in three minutes."
        }
        switch (status, code) {
        case (429, _), (_, "500.003.02"), (_, "500.003.03"): return "M-Pesa is busy. Try again in a minute."
        case (400, _), (401, _), (403, _), (404, _), (405, _), (_, "500.001.1001"):
            return "M-Pesa can’t be used here at the moment. Choose another way to pay."
        default: return nil
        }
    }
}
