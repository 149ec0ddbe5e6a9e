import Core
import Markup
import Web

/// A page inside its frame: what a handler answers when a person asks.
public struct Page: Answer {
    /// The title, without the name of the app.
    public var title: Text
    /// The frame.
    public var shell: ShellStyle
    /// The status.
    public var status: Status
    /// One line for search engines and previews.
    public var summary: Text?
    /// The address that navigation marks as active; the present one if not given.
    public var activePath: String?
    /// Further scripts by asset name, e.g. `library/js/reader.js`.
    public var scripts: [String]
    /// Further elements of the head.
    public var head: Node
    /// What it puts into the frame of its app besides its content.
    public var slots: FrameSlots
    /// What stands between header and footer.
    public var content: Node

    /// A page.
    public init(
        _ title: Text, shell: ShellStyle, status: Status = .ok, summary: Text? = nil, activePath: String? = nil, scripts: [String] = [],
        head: Node = .nothing, slots: FrameSlots = FrameSlots(), @HTMLBuilder content: () -> Node
    ) {
        self.title = title
        self.shell = shell
        self.status = status
        self.summary = summary
        self.activePath = activePath
        self.scripts = scripts
        self.head = head
        self.slots = slots
        self.content = content()
    }

    /// The page of a refusal or failure.
    public static func problem(_ problem: Problem, requestID: String, shell: ShellStyle = .site) -> Page {
        Page(ProblemPage.title(of: problem), shell: shell, status: Status(problem)) {
            ProblemPage(problem, requestID: requestID)
        }
    }

    /// The document as UTF-8.
    public func bytes(in shell: Shell) -> [UInt8] { render(PageDocument(page: self, shell: shell), in: shell.context) }

    /// The page in the frame of this request.
    /// - Throws: the refusal of the form for which the page was asked again, where it does not hold that form.
    public func response(for request: Request) async throws -> Response {
        guard let shell = request.shell else { throw Problem.failure }
        guard let refused = request[RefusedForm.key] else { return .html(bytes(in: shell), status: status) }
        guard status == .ok, let page = refused.shown(on: self) else { throw refused.problem }
        return .html(page.bytes(in: shell), status: page.status)
    }

    /// The same for one pair of eyes: no cache keeps it, and its status is that of the refusal it shows, which also says when to try again.
    public func privateResponse(for request: Request, showing problem: Problem? = nil) async throws -> Response {
        var response = try await response(for: request)
        if let problem { response.status = Status(problem) }
        if let seconds = problem?.retryAfter { response.headers.set("Retry-After", String(seconds)) }
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}

/// A component that is a whole page, so that a handler can answer with it.
public protocol PageAnswer: HTML, Answer {
    /// The title, without the name of the app.
    var title: Text { get }
    /// The frame.
    var shell: ShellStyle { get }
    /// The status; 200 if not said.
    var status: Status { get }
    /// One line for search engines and previews.
    var pageSummary: Text? { get }
    /// The address that navigation marks as active; the present one if not said.
    var activePath: String? { get }
    /// Further scripts by asset name, e.g. `library/js/reader.js`.
    var scripts: [String] { get }
    /// Further elements of the head, e.g. where its feed is.
    var head: Node { get }
    /// What it puts into the frame of its app besides its content.
    var slots: FrameSlots { get }
}

extension PageAnswer {
    /// 200.
    public var status: Status { .ok }
    /// None.
    public var pageSummary: Text? { nil }
    /// The present address.
    public var activePath: String? { nil }
    /// None.
    public var scripts: [String] { [] }
    /// Nothing.
    public var head: Node { .nothing }
    /// Nothing.
    public var slots: FrameSlots { FrameSlots() }

    /// The page in the frame of this request.
    public func response(for request: Request) async throws -> Response {
        let content = node
        let page = Page(
            title, shell: shell, status: status, summary: pageSummary, activePath: activePath, scripts: scripts, head: head, slots: slots
        ) { content }
        return try await page.response(for: request)
    }
}

extension Shell {
    /// Makes the frame of one request. It is only asked for pages, so that programs do not pay for it.
    public struct Provider: Sendable {
        let make: @Sendable (Request) -> Shell

        /// Wraps the platform's function.
        public init(_ make: @escaping @Sendable (Request) -> Shell) { self.make = make }
    }

    /// Where the platform puts the provider.
    public static let key = RequestKey<Provider>("shell")
}

extension Request {
    /// The frame for pages that answer this request; `nil` where no platform put one.
    public var shell: Shell? { self[Shell.key]?.make(self) }
}
