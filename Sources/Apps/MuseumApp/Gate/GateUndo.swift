import Analytics
import Core
import Database
import Platform
import Web

/// Taking back an admission of the wrong person, for as long as whoever it was may still be standing there.
extension Gate {
    /// Makes an admission one that let nobody in. Its scan stays as a record; whoever was meant is admitted by another look, as the first of the day.
    ///
    /// Sent again it changes nothing more. The nonce and the gate are those of the look that admitted; one that never came here is answered as
    /// unknown, since a gate that lost an answer can't tell.
    /// - Throws: ``GateRefusal/tooLateToUndo``.
    func undo(_ nonce: String, at gate: String, by person: PersonID) async throws -> ScanOutcome {
        try await site.write(by: person) { [self] write in
            guard let scan = try write.first(.scan(nonce, at: gate)), let id = scan.membership, let membership = try write.first(.membership(id))
            else { return ScanOutcome(nonce: nonce, result: .unknown) }
            if scan.result != .undone {
                guard scan.isLetIn, write.now - scan.scannedAt < Desk.timeToUndo else { throw GateRefusal.tooLateToUndo }
                try takeBack(scan, of: membership, in: write)
            }
            let undone = try write.first(.scan(nonce, at: gate)) ?? scan
            return try again(undone, Look(showing: .membership(id), gate: gate, nonce: nonce), in: write)
        }
    }

    private func takeBack(_ scan: Scan, of membership: Membership, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_scan SET result = 'undone', is_first = 0, is_let_in = 0, guests = 0, guests_over = 0, changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(scan.id)
            """)
        if scan.isFirst {
            // Whoever came in later that day was there: the earliest of these took the day's admission.
            if let next = try write.first(.next(of: membership, on: Day(scan.scannedAt, in: zone))) {
                try write.run(
                    """
                    UPDATE museum_scan SET result = 'admitted', is_first = 1, changed_at = \(write.now), changed_by = \(write.actor)
                    WHERE id = \(next.id)
                    """)
            } else {
                try site.counts.add(-1, to: .museumEntries, at: scan.scannedAt, in: write)
            }
        }
        if scan.guests > 0 { try site.counts.add(-scan.guests, to: .museumGuests, at: scan.scannedAt, in: write) }
        if let person = membership.person { try visits.forgetEntry(of: person, at: scan.scannedAt, in: write) }
    }
}
