import Database

/// The schema of the part, append-only.
enum PaymentsMigrations {
    /// In the order they were written.
    static let all: [Migration] = [payments, ledger]

    /// Payments, and what was sent to the addresses for callbacks. The constraints are the last line of defence: one open payment for a thing,
    /// and each receipt of a provider once.
    private static let payments = Migration("payments-001-payments") { d in
        """
        CREATE TABLE payment_payment (
            id \(d.id),
            kind TEXT NOT NULL,
            subject_id \(d.integer) NOT NULL,
            person_id \(d.integer),
            provider TEXT NOT NULL,
            amount \(d.integer) NOT NULL CHECK (amount > 0),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            line TEXT NOT NULL,
            phone TEXT CHECK (length(phone) <= 20),
            attempt TEXT NOT NULL,
            payable_until \(d.integer) NOT NULL,
            created_at \(d.integer) NOT NULL,
            status TEXT NOT NULL,
            asked_at \(d.integer),
            reference TEXT,
            receipt TEXT,
            confirmed_at \(d.integer),
            failure TEXT,
            refund_reason TEXT,
            refund_attempt TEXT,
            refund_asked_at \(d.integer),
            refund_reference TEXT,
            refund_receipt TEXT,
            refunded_at \(d.integer),
            refund_failure TEXT,
            refund_in_cash \(d.integer) NOT NULL DEFAULT 0 CHECK (refund_in_cash IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK ((receipt IS NULL) = (confirmed_at IS NULL)),
            CHECK ((refund_receipt IS NULL) = (refunded_at IS NULL)),
            CHECK (status NOT IN ('confirmed', 'refund-requested', 'refunded', 'refund-failed') OR receipt IS NOT NULL)
        );
        CREATE UNIQUE INDEX payment_payment_open ON payment_payment (kind, subject_id) WHERE status IN ('created', 'prompted');
        CREATE UNIQUE INDEX payment_payment_attempt ON payment_payment (attempt);
        CREATE UNIQUE INDEX payment_payment_refund_attempt ON payment_payment (refund_attempt) WHERE refund_attempt IS NOT NULL;
        CREATE UNIQUE INDEX payment_payment_reference ON payment_payment (provider, reference) WHERE reference IS NOT NULL;
        CREATE UNIQUE INDEX payment_payment_receipt ON payment_payment (provider, receipt) WHERE receipt IS NOT NULL;
        CREATE INDEX payment_payment_subject ON payment_payment (kind, subject_id, id);
        CREATE INDEX payment_payment_person ON payment_payment (person_id, id);
        CREATE INDEX payment_payment_status ON payment_payment (status, id);
        CREATE TABLE payment_callback (
            id \(d.id),
            payment_id \(d.integer) NOT NULL REFERENCES payment_payment(id) ON DELETE CASCADE,
            is_refund \(d.integer) NOT NULL CHECK (is_refund IN (0, 1)),
            address TEXT NOT NULL,
            body \(d.bytes) NOT NULL,
            verdict TEXT,
            received_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX payment_callback_payment ON payment_callback (payment_id, id);
        """
    }

    /// Both books. One row is a transfer, so that debits and credits agree whatever happens; a cause is posted once for each reason.
    private static let ledger = Migration("payments-002-ledger") { d in
        """
        CREATE TABLE payment_transfer (
            id \(d.id),
            book TEXT NOT NULL,
            unit TEXT NOT NULL,
            debit TEXT NOT NULL,
            credit TEXT NOT NULL,
            amount \(d.integer) NOT NULL CHECK (amount > 0),
            cause_kind TEXT NOT NULL,
            cause_id \(d.integer) NOT NULL,
            reason TEXT NOT NULL,
            posted_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (debit <> credit)
        );
        CREATE UNIQUE INDEX payment_transfer_once ON payment_transfer (cause_kind, cause_id, reason, book);
        CREATE INDEX payment_transfer_debit ON payment_transfer (book, debit, id);
        CREATE INDEX payment_transfer_credit ON payment_transfer (book, credit, id);
        \(refuseChanges(d))
        """
    }

    /// The database itself refuses to edit a transfer or to delete one. Who posted it may be forgotten with their account.
    private static func refuseChanges(_ d: Dialect) -> String {
        let columns = "book, unit, debit, credit, amount, cause_kind, cause_id, reason, posted_at"
        return switch d {
        case .sqlite:
            """
            CREATE TRIGGER payment_transfer_no_update BEFORE UPDATE OF \(columns) ON payment_transfer
            BEGIN SELECT RAISE(ABORT, 'transfers cannot be edited'); END;
            CREATE TRIGGER payment_transfer_no_delete BEFORE DELETE ON payment_transfer
            BEGIN SELECT RAISE(ABORT, 'transfers cannot be deleted'); END;
            """
        case .postgres:
            """
            CREATE FUNCTION payment_transfer_refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''transfers cannot be edited or deleted''; END';
            CREATE TRIGGER payment_transfer_no_update BEFORE UPDATE OF \(columns) ON payment_transfer
            FOR EACH ROW EXECUTE FUNCTION payment_transfer_refuse();
            CREATE TRIGGER payment_transfer_no_delete BEFORE DELETE ON payment_transfer
            FOR EACH ROW EXECUTE FUNCTION payment_transfer_refuse();
            CREATE TRIGGER payment_transfer_no_truncate BEFORE TRUNCATE ON payment_transfer
            FOR EACH STATEMENT EXECUTE FUNCTION payment_transfer_refuse();
            """
        }
    }
}
