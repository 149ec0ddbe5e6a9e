import Database
import Foundation
import Synchronization

/// Follows what all nodes notify, on a connection and a thread of its own.
final class PostgresListener: Sendable {
    /// PostgreSQL's channel; the house's own channels travel as its payload, with a message after a space where there is one.
    static let channel = "stoa"

    private let url: String
    private let listeners: Listeners
    private let isStopped = Atomic<Bool>(false)
    /// Its writing end is closed to end the wait on the socket.
    private let stopSignal = Pipe()

    /// Follows from here on, and over every break of the connection.
    init(url: String, listeners: Listeners) {
        self.url = url
        self.listeners = listeners
        let thread = Thread { self.work() }
        thread.name = "stoa-listen"
        thread.start()
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        // Whoever waits is woken by the end of the pipe; there is nothing to do if it has ended already.
        try? stopSignal.fileHandleForWriting.close()
    }

    private func work() {
        while !isStopped.load(ordering: .acquiring) {
            if let connection = try? PostgresConnection(url: url), (try? connection.script("LISTEN \(Self.channel)")) != nil {
                // Whatever was notified while nobody listened is caught up with by looking.
                listeners.notifyAll()
                follow(connection)
            } else {
                wait(on: -1, milliseconds: 1000)
            }
        }
    }

    private func follow(_ connection: PostgresConnection) {
        while !isStopped.load(ordering: .acquiring) {
            wait(on: connection.socket, milliseconds: -1)
            guard let payloads = connection.arrivedNotifications() else { return }
            for payload in payloads {
                if let space = payload.firstIndex(of: " ") {
                    listeners.deliver(String(payload[payload.index(after: space)...]), on: String(payload[..<space]))
                } else {
                    listeners.notify(payload)
                }
            }
        }
    }

    /// Until the socket has something, the time is over or it is time to stop. A descriptor of -1 is left out.
    private func wait(on socket: Int32, milliseconds: Int32) {
        var descriptors = [
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopSignal.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, milliseconds)
    }
}
