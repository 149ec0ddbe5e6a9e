import Database

extension CafeteriaMigrations {
    /// Counts of the drawer. Each begins where the one before ended, so that two people cannot close the same time.
    static let cashUps = Migration("cafeteria-013-cash-ups") { d in
        """
        CREATE TABLE cafeteria_cash_up (
            id \(d.id),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            after_transfer \(d.integer) NOT NULL,
            through_transfer \(d.integer) NOT NULL,
            from_at \(d.integer) NOT NULL,
            closed_at \(d.integer) NOT NULL,
            float_amount \(d.integer) NOT NULL CHECK (float_amount >= 0),
            counted \(d.integer) NOT NULL CHECK (counted >= 0),
            takings TEXT NOT NULL,
            remark TEXT NOT NULL CHECK (length(remark) <= 300),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (after_transfer <= through_transfer),
            UNIQUE (currency, from_at)
        );
        """
    }

    /// What customers still had to get back when a drawer was counted.
    static let owedCash = Migration("cafeteria-015-owed-cash") { d in
        "ALTER TABLE cafeteria_cash_up ADD COLUMN owed \(d.integer) NOT NULL DEFAULT 0 CHECK (owed >= 0)"
    }

    /// Cash that came into a drawer or left it by no sale, and what stayed in it when it was counted.
    static let cashMovements = Migration("cafeteria-017-cash-movements") { d in
        """
        CREATE TABLE cafeteria_cash_movement (
            id \(d.id),
            amount \(d.integer) NOT NULL CHECK (amount <> 0),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        ALTER TABLE cafeteria_cash_up ADD COLUMN cash_in \(d.integer) NOT NULL DEFAULT 0 CHECK (cash_in >= 0);
        ALTER TABLE cafeteria_cash_up ADD COLUMN cash_out \(d.integer) NOT NULL DEFAULT 0 CHECK (cash_out >= 0);
        ALTER TABLE cafeteria_cash_up ADD COLUMN remaining \(d.integer) CHECK (remaining >= 0);
        """
    }
}
