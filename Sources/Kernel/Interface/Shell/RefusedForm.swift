import Core
import Markup
import Web

/// A form whose handler refused it without showing it again. The page that it was sent from is asked for once more with this among the
/// request's extras, and ``Page`` puts back what was typed, marks what was wrong, and answers with the status of the refusal.
public struct RefusedForm: Sendable {
    /// Where the platform puts it.
    public static let key = RequestKey<RefusedForm>("refused-form")
    /// The hidden field with the page's address: once it was refused, the page stands at the address of the form.
    static let pageField = "refused-at"

    /// Why it was refused.
    public let problem: Problem
    /// Asks for the page that the form was on.
    public let head: RequestHead
    private let action: String
    private let values: [String: [String]]

    /// The form in a request that was refused; nil where the refusal is not about what was sent, or nobody knows the page that it was on.
    public init?(in request: Request, refusedBy problem: Problem) {
        switch problem.kind {
        case .badRequest, .conflict, .invalid, .preconditionFailed, .tooManyRequests: break
        default: return nil
        }
        guard request.method == .post, request.wantsPage, let fields = try? request.formFields(), !fields.isEmpty,
            let page = fields[Self.pageField] ?? request.ownReferrer
        else { return nil }
        var headers = request.headers
        for name in ["Content-Type", "Content-Length"] { headers[name] = nil }
        guard
            let head = try? RequestHead(
                method: .get, target: page, headers: headers, remoteAddress: request.remoteAddress, isSecure: request.isSecure)
        else { return nil }
        self.problem = problem
        self.head = head
        action = request.head.target
        values = Dictionary(fields.names.map { ($0, fields.all($0)) }) { first, _ in first }
    }

    /// The page with the form as it was sent; nil where the form is not on it.
    func shown(on page: Page) -> Page? {
        let problem = problem
        let address = head.target
        let marks = FormFilling.Marks { shown in
            Fragment {
                input(.type("hidden"), .name(Self.pageField), .value(address))
                ProblemAlert(problem.about(shown))
            }.node
        } field: { fault, id in
            Node.fieldError(fault, of: id)
        }
        // What was changed by somebody else meanwhile is not overwritten unseen: the version that was sent stays.
        let filling = FormFilling(
            action: action, values: values, faults: problem.fields, keepsHidden: problem.kind == .conflict ? ["version", "revision"] : [],
            marks: marks)
        var page = page
        if let content = page.content.filled(with: filling) {
            page.content = content
        } else if let footer = page.slots.footer.filled(with: filling) {
            page.slots.footer = footer
        } else {
            return nil
        }
        page.status = Status(problem)
        return page
    }
}

extension Problem {
    /// The same for a form in which these controls are: what is wrong elsewhere is said in the remedy, since no way leads to it.
    fileprivate func about(_ controls: Set<String>) -> Problem {
        var problem = self
        problem.fields = fields.filter { controls.contains("field-" + $0.key) }
        if problem.remedy == nil, problem.fields.isEmpty { problem.remedy = fields.sorted { $0.key < $1.key }.first?.value }
        return problem
    }
}
