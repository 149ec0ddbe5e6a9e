import CMicroHTTPD
import Core
import Foundation
import Synchronization
import Web

/// One request on its way through libmicrohttpd.
///
/// `@unchecked Sendable` is safe because every variable belongs to the server thread of the connection, with one
/// exception: `answer` is written once, by whoever wins `isClaimed`, before the releasing exchange of `progress`, and
/// read by the server thread only after it has acquired that.
final class Exchange: @unchecked Sendable {
    private enum Phase {
        /// The header has come.
        case head
        /// The body is coming.
        case body
        /// The handler runs.
        case running
        /// The answer is with libmicrohttpd.
        case answered
    }

    /// The states of `progress`.
    private enum Progress {
        static let running = 0
        static let finished = 1
        static let suspended = 2
    }

    let core: ServerCore
    let connection: OpaquePointer
    let client: ClientConnection?
    let id: String
    private let target: String?
    private let started = monotonicNanoseconds()
    private let progress = Atomic<Int>(Progress.running)
    private let isClaimed = Atomic<Bool>(false)
    private var answer: Response?
    private var phase = Phase.head
    private var head: RequestHead
    private var receiver: BodyReceiver?
    private var stream: StreamBuffer?
    private var status = 0
    /// Whether its header came before the server was told to stop, so that the stop waits for it.
    private var isAccepted = false
    private var hasRun = false

    init(core: ServerCore, connection: OpaquePointer, client: ClientConnection?, target: UnsafePointer<CChar>?) {
        self.core = core
        self.connection = connection
        self.client = client
        self.target = target.flatMap { String(validatingCString: $0) }
        id = core.nextID()
        head = RequestHead(unreadable: .get, remoteAddress: client?.address ?? "")
        client?.mustAct(by: started + core.headerTime)
    }

    /// libmicrohttpd calls this when the header is complete, for each piece of the body, at its end, and once more
    /// after a suspended connection was resumed.
    func proceed(
        method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, piece: UnsafePointer<CChar>?, count: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        switch phase {
        case .head: return takeHead(method, version)
        case .body where count.pointee > 0:
            let bytes = UnsafeRawBufferPointer(start: piece, count: count.pointee)
            count.pointee = 0
            return take(bytes)
        case .body: return run()
        case .running:
            guard progress.load(ordering: .acquiring) == Progress.finished else { return stoa_http_yes }
            return sendAnswer()
        case .answered: return stoa_http_yes
        }
    }

    private func takeHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> MHD_Result {
        phase = .body
        let result: HeadReader.Result
        do {
            result = try HeadReader.read(
                connection, method: method, version: version, target: target, peer: client?.address ?? "",
                isSecure: core.configuration.tls != nil, configuration: core.configuration)
        } catch {
            return refuse(error)
        }
        head = result.head
        if !core.isStopping.load(ordering: .relaxed) {
            isAccepted = true
            core.counters.accepted.add(1, ordering: .relaxed)
        }
        guard result.hasBody else { return stoa_http_yes }
        client?.mustAct(by: started + core.bodyTime)
        let drained = core.configuration.limits.drained
        let receiver = BodyReceiver(
            core.handler.plan(for: head), expected: result.contentLength, folder: core.configuration.uploadFolder, drained: drained)
        // A small body is read to its end, so that the refusal reaches a client that sends before it listens.
        if let fault = receiver.fault, (result.contentLength ?? .max) > drained { return refuse(fault) }
        self.receiver = receiver
        return stoa_http_yes
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        receiver?.take(bytes)
        guard let receiver else { return stoa_http_no }
        let limits = core.configuration.limits
        let earned = Int64(receiver.received / max(limits.bodyRate, 1)) &* 1_000_000_000
        client?.mustAct(by: started + core.bodyTime + earned)
        // Nobody wants these bytes: after a while the connection is not worth keeping.
        return receiver.isUnwanted && receiver.received > limits.drained * 4 ? stoa_http_no : stoa_http_yes
    }

    /// Starts the handler on this thread. When it did not have to wait, the answer is there already; otherwise the
    /// connection is suspended, and whoever comes second to `progress`, this thread or the handler, resumes it.
    private func run() -> MHD_Result {
        phase = .running
        client?.mustAct(by: .max)
        let body: RequestBody
        do { body = try receiver?.finish() ?? .none } catch { return send(refusal(error), closing: false) }
        guard isAccepted, !core.hasGivenUp.load(ordering: .acquiring) else { return refuse(.stopping) }
        hasRun = true
        core.counters.running.add(1, ordering: .relaxed)
        let request = Request(id: id, head: head, body: body)
        Task.immediate { self.finish(await self.core.handler.respond(to: request)) }
        if progress.load(ordering: .acquiring) == Progress.finished { return sendAnswer() }
        core.waits(self)
        // The server may have answered for all who waited just before this one came.
        if core.hasGivenUp.load(ordering: .acquiring) { finish(refusal(.stopping)) }
        MHD_suspend_connection(connection)
        let (isSuspended, _) = progress.compareExchange(
            expected: Progress.running, desired: Progress.suspended, ordering: .acquiringAndReleasing)
        if !isSuspended { MHD_resume_connection(connection) }
        return stoa_http_yes
    }

    /// Takes the answer, from any thread; only the first one counts.
    func finish(_ response: Response) {
        guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        answer = response
        let (_, before) = progress.compareExchange(
            expected: Progress.running, desired: Progress.finished, ordering: .acquiringAndReleasing)
        guard before == Progress.suspended else { return }
        progress.store(Progress.finished, ordering: .releasing)
        MHD_resume_connection(connection)
    }

    private func sendAnswer() -> MHD_Result {
        core.waitsNoMore(self)
        return send(answer ?? refusal(.failure), closing: core.isStopping.load(ordering: .relaxed))
    }

    /// Refuses a request before any handler saw it, and closes: what follows on this connection cannot be trusted.
    private func refuse(_ problem: Problem) -> MHD_Result { send(refusal(problem), closing: true) }

    /// Whether only the header is wanted.
    var isHeadOnly: Bool { head.method == .head }

    /// A refusal as the answer to this request.
    func refusal(_ problem: Problem) -> Response { problem.response(for: Request(id: id, head: head)) }

    private func send(_ response: Response, closing: Bool) -> MHD_Result {
        phase = .answered
        var outgoing = OutgoingResponse(response, for: self)
        if outgoing == nil { outgoing = OutgoingResponse(refusal(.notFound), for: self) }
        guard let outgoing else { return stoa_http_no }
        status = outgoing.status
        stream = outgoing.stream
        return outgoing.queue(on: connection, closing: closing)
    }

    /// libmicrohttpd calls this when the answer is out or the client has gone.
    func complete() {
        stream?.abandon()
        if let stream { core.closed(stream) }
        receiver?.discard()
        if isAccepted { core.counters.accepted.subtract(1, ordering: .releasing) }
        if hasRun { core.counters.running.subtract(1, ordering: .relaxed) }
        let now = monotonicNanoseconds()
        client?.mustAct(by: now + core.idleTime)
        // How long a live screen stays open says nothing about how fast it was served.
        core.counters.count(status == 0 ? nil : head.method, status: status, nanoseconds: stream == nil ? now - started : nil)
        if core.logsRequests { writeLine(spent: now - started) }
    }

    /// One line a request; the query and tokens stay out, since they are secrets.
    private func writeLine(spent: Int64) {
        core.log(
            .info, "request",
            [
                "id": .string(id), "method": .string(head.method.rawValue), "path": .string(head.loggedPath),
                "status": .integer(Int64(status)), "ms": .number((Double(spent) / 10_000).rounded() / 100),
            ])
    }
}
