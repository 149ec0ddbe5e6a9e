import Database

/// The schema of pictures that people chose, append-only.
enum PictureMigrations {
    static let all: [Migration] = [
        Migration("accounts-picture-001-own") { d in
            """
            ALTER TABLE account_picture ADD COLUMN is_own \(d.integer) NOT NULL DEFAULT 0 CHECK (is_own IN (0, 1));
            ALTER TABLE account_person ADD COLUMN wants_no_picture \(d.integer) NOT NULL DEFAULT 0 CHECK (wants_no_picture IN (0, 1));
            """
        }
    ]
}
