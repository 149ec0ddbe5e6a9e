import CMicroHTTPD
import Core
import Synchronization
import Web

/// One request on its way through libmicrohttpd.
///
/// `@unchecked Sendable` is safe because every variable belongs to the server thread of the connection. Other threads only finish
/// `admission` and `answer`, which guard themselves.
final class Exchange: @unchecked Sendable {
    private enum Phase {
        /// The header has come.
        case head
        /// The handler decides by the header alone; the body waits in the kernel's buffers.
        case admission
        /// The body is coming.
        case body
        /// The handler runs.
        case running
        /// The answer is with libmicrohttpd.
        case answered
    }

    /// What a handler answered, and the request as it knows it.
    private struct Answered {
        let response: Response
        /// Nil where the server gave up waiting.
        let request: Request?
    }

    let core: ServerCore
    let connection: OpaquePointer
    let client: ClientConnection?
    let id: String
    private let target: String?
    private let started = monotonicNanoseconds()
    /// Only for a request with a body; made before any other thread knows of the exchange.
    private var admission: Deferred<Admission>?
    private let answer = Deferred<Answered>()
    private var phase = Phase.head
    private var request: Request
    /// The length of the body as announced.
    private var expected = 0
    /// From when on the body is given time.
    private var bodySince: Int64 = 0
    private var receiver: BodyReceiver?
    private var stream: StreamBuffer?
    private var status = 0
    /// Whether the connection ends with the answer: what follows on it cannot be trusted, or is a body that nobody wants.
    private var isLast = false
    /// Whether its header came before the server was told to stop, so that the stop waits for it.
    private var isAccepted = false
    private var hasRun = false
    private var isWaiting = false
    /// Who an answer that stays open is counted for.
    private var longAnswer: Payer?
    /// The network that this request is counted for.
    private var network: String?

    init(core: ServerCore, connection: OpaquePointer, client: ClientConnection?, target: UnsafePointer<CChar>?) {
        self.core = core
        self.connection = connection
        self.client = client
        self.target = target.flatMap { String(validatingCString: $0) }
        id = core.nextID()
        request = Request(
            id: id, head: RequestHead(unreadable: .get, remoteAddress: client?.address ?? "", isSecure: core.configuration.tls != nil))
        client?.mustAct(by: started + core.headerTime)
    }

    /// libmicrohttpd calls this when the header is complete, for each piece of the body, at its end, and once more
    /// after a suspended connection was resumed.
    func proceed(
        method: UnsafePointer<CChar>, place: UnsafePointer<CChar>, version: UnsafePointer<CChar>, piece: UnsafePointer<CChar>?,
        count: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        switch phase {
        case .head: return takeHead(HeadReader.Line(method: method, place: place, version: version, target: target))
        case .admission: return takeAdmission()
        case .body where count.pointee > 0:
            let bytes = UnsafeRawBufferPointer(start: piece, count: count.pointee)
            count.pointee = 0
            return take(bytes)
        case .body: return run()
        case .running: return takeAnswer()
        case .answered: return stoa_http_yes
        }
    }

    private func takeHead(_ line: HeadReader.Line) -> MHD_Result {
        let result: HeadReader.Result
        do {
            result = try HeadReader.read(connection, line, peer: client?.address ?? "", configuration: core.configuration)
        } catch {
            return refuse(error)
        }
        request = Request(id: id, head: result.head)
        if !core.isStopping.load(ordering: .relaxed) {
            isAccepted = true
            core.counters.accepted.add(1, ordering: .relaxed)
        }
        if let requests = core.networkRequests {
            let network = request.network
            guard requests.begin(network) else { return refuse(.tooManyAtOnce) }
            self.network = network
        }
        guard result.contentLength > 0 else {
            phase = .body
            // Where a client waits for a word to go on, libmicrohttpd 0.9.75 takes whatever comes next for the body, even if none was
            // announced. It does not when the answer is there with the header; then it closes.
            return request.headers["Expect"] == nil ? stoa_http_yes : run()
        }
        expected = result.contentLength
        guard isWelcome else { return refuse(.stopping) }
        phase = .admission
        client?.mustAct(by: .max)
        let (handler, request) = (core.handler, request)
        let admission = Deferred<Admission>()
        self.admission = admission
        Task.immediate { admission.finish(await handler.admit(request)) }
        return takeAdmission()
    }

    /// libmicrohttpd 0.9.75 repeats the call for the header when a connection was suspended in it: until then it reads no more of
    /// the body than fits into the connection's memory, and says nothing to a client that waits for `100 Continue`.
    private func takeAdmission() -> MHD_Result {
        guard let admission, let decision = value(of: admission) else { return stoa_http_yes }
        phase = .body
        bodySince = monotonicNanoseconds()
        client?.mustAct(by: bodySince + core.bodyTime)
        switch decision {
        case .answer(let response):
            // What comes is thrown away, so that the answer reaches a client that sends before it listens.
            receiver = BodyReceiver(.none, expected: 0, for: request, core)
            answer.finish(Answered(response: response, request: request))
            let isTooLate = core.hasGivenUp.load(ordering: .acquiring)
            return isTooMuchForNobody || isTooLate ? send(response, closing: true) : stoa_http_yes
        case .admitted(let admitted, let plan):
            request = admitted
            receiver = BodyReceiver(plan, expected: expected, for: request, core)
        }
        if let fault = receiver?.fault, isTooMuchForNobody { return answer(fault, isLast: true) }
        return stoa_http_yes
    }

    /// Whether the announced body is too large to be read for nothing, or the client waits for a word before it sends it.
    private var isTooMuchForNobody: Bool {
        expected > core.configuration.limits.drained || request.headers["Expect"] != nil
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        receiver?.take(bytes)
        guard let receiver else { return stoa_http_no }
        let limits = core.configuration.limits
        let earned = Int64(receiver.received / max(limits.bodyRate, 1)) &* 1_000_000_000
        client?.mustAct(by: bodySince + core.bodyTime + earned)
        // Nobody wants these bytes: after a while the connection is not worth keeping.
        return receiver.isUnwanted && receiver.received > max(limits.drained * 4, receiver.allowed) ? stoa_http_no : stoa_http_yes
    }

    /// Starts the handler on this thread. When it did not have to wait, the answer is there already; otherwise the
    /// connection is suspended until it is.
    private func run() -> MHD_Result {
        // Answered by its header already.
        if answer.value != nil { return takeAnswer() }
        guard isWelcome else { return refuse(.stopping) }
        do { request.body = try receiver?.finish() ?? .none } catch { return answer(error, isLast: false) }
        hasRun = true
        core.counters.running.add(1, ordering: .relaxed)
        let (handler, request) = (core.handler, request)
        if receiver == nil {
            return answer {
                switch await handler.admit(request) {
                case .answer(let response): Answered(response: response, request: request)
                case .admitted(let admitted, _): Answered(response: await handler.respond(to: admitted), request: admitted)
                }
            }
        }
        return answer { Answered(response: await handler.respond(to: request), request: request) }
    }

    /// Has the handler answer that the body cannot be taken.
    private func answer(_ fault: Problem, isLast: Bool) -> MHD_Result {
        self.isLast = isLast
        let (handler, request) = (core.handler, request)
        return answer { Answered(response: await handler.refuseBody(of: request, with: fault), request: request) }
    }

    private func answer(_ work: @escaping @Sendable () async -> Answered) -> MHD_Result {
        phase = .running
        client?.mustAct(by: .max)
        Task.immediate { self.answer.finish(await work()) }
        return takeAnswer()
    }

    private func takeAnswer() -> MHD_Result {
        guard let answered = value(of: answer) else { return stoa_http_yes }
        if let known = answered.request { request = known }
        var response = answered.response
        if case .stream = response.body, !isHeadOnly {
            do { longAnswer = try core.longAnswers.begin(for: request) } catch { response = refusal(error) }
        }
        return send(response, closing: isLast || core.isStopping.load(ordering: .relaxed))
    }

    /// What a task works out; nil when the connection was suspended for it.
    private func value<Value>(of step: Deferred<Value>) -> Value? {
        if let value = step.value {
            if isWaiting { core.waitsNoMore(self) }
            isWaiting = false
            return value
        }
        isWaiting = true
        core.waits(self)
        // The server may have answered for all who waited just before this one came.
        if core.hasGivenUp.load(ordering: .acquiring) { giveUp() }
        return step.value(orSuspend: connection)
    }

    /// Whether a handler may still begin with it.
    private var isWelcome: Bool { isAccepted && !core.hasGivenUp.load(ordering: .acquiring) }

    /// Answers for a handler that did not come back in time; from any thread.
    func giveUp() {
        // The request itself belongs to the server thread.
        let request = Request(id: id, head: RequestHead(unreadable: .get, remoteAddress: ""))
        let response = core.handler.refuse(request, with: .stopping)
        admission?.finish(.answer(response))
        answer.finish(Answered(response: response, request: nil))
    }

    /// Refuses a request before any handler saw it, and closes: what follows on this connection cannot be trusted.
    private func refuse(_ problem: Problem) -> MHD_Result { send(refusal(problem), closing: true) }

    /// Whether only the header is wanted.
    var isHeadOnly: Bool { request.method == .head }

    /// A refusal as the answer to this request.
    private func refusal(_ problem: Problem) -> Response { core.handler.refuse(request, with: problem) }

    private func send(_ response: Response, closing: Bool) -> MHD_Result {
        phase = .answered
        var outgoing = OutgoingResponse(response, for: self)
        if outgoing == nil { outgoing = OutgoingResponse(refusal(.notFound), for: self) }
        guard let outgoing else { return stoa_http_no }
        status = outgoing.status
        stream = outgoing.stream
        if stream != nil { letGo() }
        return outgoing.queue(on: connection, closing: closing)
    }

    /// Forgets the request but for its method and path: a stream may stay open for hours, and thousands of them be open.
    private func letGo() {
        let path = core.logsRequests ? request.head.loggedPath : "/"
        if let head = try? RequestHead(method: request.method, target: path) { request = Request(id: id, head: head) }
        answer.forget()
    }

    /// libmicrohttpd calls this when the answer is out or the client has gone.
    func complete() {
        stream?.abandon()
        if let stream { core.closed(stream) }
        if let longAnswer { core.longAnswers.ended(longAnswer) }
        if let network { core.networkRequests?.ended(network) }
        receiver?.discard()
        if isAccepted { core.counters.accepted.subtract(1, ordering: .releasing) }
        if hasRun { core.counters.running.subtract(1, ordering: .relaxed) }
        let now = monotonicNanoseconds()
        client?.mustAct(by: now + core.idleTime)
        // How long a live screen stays open says nothing about how fast it was served.
        core.counters.count(status == 0 ? nil : request.method, status: status, nanoseconds: stream == nil ? now - started : nil)
        if core.logsRequests { writeLine(spent: now - started) }
    }

    /// One line a request; the query and tokens stay out, since they are secrets.
    private func writeLine(spent: Int64) {
        core.log(
            .info, "request",
            [
                "id": .string(id), "method": .string(request.method.rawValue), "path": .string(request.head.loggedPath),
                "status": .integer(Int64(status)), "ms": .number((Double(spent) / 10_000).rounded() / 100),
            ])
    }
}
