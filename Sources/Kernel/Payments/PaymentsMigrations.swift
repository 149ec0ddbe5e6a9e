import Database

/// The schema of the part, append-only.
enum PaymentsMigrations {
    /// In the order they were written.
    static let all: [Migration] = [payments, ledger, receipts, token, search, page]

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
        \(refuseChanges(d, of: "payment_transfer", "book, unit, debit, credit, amount, cause_kind, cause_id, reason, posted_at", "transfers"))
        """
    }

    /// Receipts and credit notes, each series numbered without a gap within a year: the counter's row is locked by whoever takes a number,
    /// and a transaction that fails gives it back.
    private static let receipts = Migration("payments-003-receipts") { d in
        """
        CREATE TABLE payment_receipt_counter (
            series TEXT NOT NULL,
            year \(d.integer) NOT NULL,
            last \(d.integer) NOT NULL CHECK (last > 0),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (series, year)
        );
        CREATE TABLE payment_receipt (
            id \(d.id),
            series TEXT NOT NULL CHECK (series IN ('receipt', 'credit-note')),
            year \(d.integer) NOT NULL,
            number \(d.integer) NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL,
            subject_id \(d.integer) NOT NULL,
            payment_id \(d.integer) REFERENCES payment_payment (id),
            corrects_id \(d.integer) REFERENCES payment_receipt (id),
            person_id \(d.integer),
            issued_at \(d.integer) NOT NULL,
            body TEXT NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (series, year, number),
            CHECK ((series = 'credit-note') = (corrects_id IS NOT NULL))
        );
        CREATE UNIQUE INDEX payment_receipt_payment ON payment_receipt (payment_id, series) WHERE payment_id IS NOT NULL;
        CREATE UNIQUE INDEX payment_receipt_free ON payment_receipt (kind, subject_id, series) WHERE payment_id IS NULL;
        CREATE UNIQUE INDEX payment_receipt_corrects ON payment_receipt (corrects_id) WHERE corrects_id IS NOT NULL;
        CREATE INDEX payment_receipt_subject ON payment_receipt (kind, subject_id, id);
        CREATE INDEX payment_receipt_person ON payment_receipt (person_id, id);
        \(refuseChanges(
            d, of: "payment_receipt", "series, year, number, kind, subject_id, payment_id, corrects_id, issued_at, body", "receipts"))
        """
    }

    /// What nodes share to call a provider with, sealed; one for each account there.
    private static let token = Migration("payments-004-token") { d in
        """
        CREATE TABLE payment_token (
            owner TEXT PRIMARY KEY,
            sealed TEXT NOT NULL,
            ends_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// What the list of payments is filtered and searched by. The first one holds everything that its totals add up, so that they read no
    /// payment; the last three are read from end to end instead of all payments.
    private static let search = Migration("payments-005-search") { _ in
        """
        CREATE INDEX payment_payment_created ON payment_payment (created_at, id, status, provider, currency, amount, confirmed_at, refunded_at);
        DROP INDEX payment_payment_status;
        CREATE INDEX payment_payment_status ON payment_payment (status, created_at, id);
        CREATE INDEX payment_payment_number ON payment_payment (receipt) WHERE receipt IS NOT NULL;
        CREATE INDEX payment_payment_refund_number ON payment_payment (refund_receipt) WHERE refund_receipt IS NOT NULL;
        CREATE INDEX payment_payment_phone ON payment_payment (phone) WHERE phone IS NOT NULL;
        """
    }

    /// The provider's page on which a payment is made.
    private static let page = Migration("payments-006-page") { _ in
        "ALTER TABLE payment_payment ADD COLUMN page TEXT CHECK (length(page) <= 2000);"
    }

    /// The database itself refuses to edit a row or to delete one. Who it is about may be forgotten with their account.
    private static func refuseChanges(_ d: Dialect, of table: String, _ columns: String, _ words: String) -> String {
        switch d {
        case .sqlite:
            """
            CREATE TRIGGER \(table)_no_update BEFORE UPDATE OF \(columns) ON \(table)
            BEGIN SELECT RAISE(ABORT, '\(words) cannot be edited'); END;
            CREATE TRIGGER \(table)_no_delete BEFORE DELETE ON \(table)
            BEGIN SELECT RAISE(ABORT, '\(words) cannot be deleted'); END;
            """
        case .postgres:
            """
            CREATE FUNCTION \(table)_refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''\(words) cannot be edited or deleted''; END';
            CREATE TRIGGER \(table)_no_update BEFORE UPDATE OF \(columns) ON \(table)
            FOR EACH ROW EXECUTE FUNCTION \(table)_refuse();
            CREATE TRIGGER \(table)_no_delete BEFORE DELETE ON \(table)
            FOR EACH ROW EXECUTE FUNCTION \(table)_refuse();
            CREATE TRIGGER \(table)_no_truncate BEFORE TRUNCATE ON \(table)
            FOR EACH STATEMENT EXECUTE FUNCTION \(table)_refuse();
            """
        }
    }
}
