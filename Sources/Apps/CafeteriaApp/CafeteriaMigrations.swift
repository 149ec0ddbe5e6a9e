import Database

/// The app's tables. Append-only: a migration that has run anywhere is never edited, another one follows it.
enum CafeteriaMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        menu, orders, menuEditing, counter, analytics, importReport, choiceAllergens, refunds, importChanges, cancelled, several, cartRemovals,
        cashUps, displayLanguage, owedCash, begunSales, cashMovements, soldAgain,
        told, pictureFocus,
    ]

    private static let menu = Migration("cafeteria-001-menu") { d in
        """
        CREATE TABLE cafeteria_station (
            id \(d.id),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            capacity \(d.integer) NOT NULL CHECK (capacity BETWEEN 0 AND 1000000),
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        INSERT INTO cafeteria_station (name, capacity, position, changed_at, changed_by) VALUES
            ('Kitchen', 10, 1, 0, NULL), ('Drinks', 20, 2, 0, NULL);
        CREATE TABLE cafeteria_category (
            id \(d.id),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE cafeteria_category_translation (
            category_id \(d.integer) NOT NULL REFERENCES cafeteria_category (id) ON DELETE CASCADE,
            language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (category_id, language)
        );
        INSERT INTO cafeteria_category (name, position, changed_at, changed_by) VALUES
            ('Breakfast', 1, 0, NULL), ('Lunch', 2, 0, NULL), ('Dinner', 3, 0, NULL), ('Snacks', 4, 0, NULL), ('Beverages', 5, 0, NULL);
        INSERT INTO cafeteria_category_translation (category_id, language, name, changed_at, changed_by)
        SELECT c.id, t.language, t.name, 0, NULL FROM cafeteria_category c JOIN (
            SELECT 'Breakfast' AS key, 'sv' AS language, 'Frukost' AS name UNION ALL SELECT 'Lunch', 'sv', 'Lunch'
            UNION ALL SELECT 'Dinner', 'sv', 'Middag' UNION ALL SELECT 'Snacks', 'sv', 'Mellanmål' UNION ALL SELECT 'Beverages', 'sv', 'Dryck'
            UNION ALL SELECT 'Breakfast', 'sw', 'Kifungua kinywa' UNION ALL SELECT 'Lunch', 'sw', 'Chakula cha mchana'
            UNION ALL SELECT 'Dinner', 'sw', 'Chakula cha jioni' UNION ALL SELECT 'Snacks', 'sw', 'Vitafunio'
            UNION ALL SELECT 'Beverages', 'sw', 'Vinywaji') t ON t.key = c.name;
        CREATE TABLE cafeteria_item (
            id \(d.id),
            category_id \(d.integer) NOT NULL REFERENCES cafeteria_category (id),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
            name_key TEXT NOT NULL,
            description TEXT NOT NULL CHECK (length(description) <= 1000),
            price \(d.integer) NOT NULL CHECK (price BETWEEN 0 AND 100000000),
            preparation \(d.integer) NOT NULL CHECK (preparation BETWEEN 0 AND 600),
            station_id \(d.integer) NOT NULL REFERENCES cafeteria_station (id),
            work \(d.integer) NOT NULL CHECK (work BETWEEN 0 AND 1000),
            allergens TEXT NOT NULL DEFAULT '',
            diets TEXT NOT NULL DEFAULT '',
            nutrition TEXT,
            served_days \(d.integer) NOT NULL DEFAULT 127 CHECK (served_days BETWEEN 0 AND 127),
            served_from \(d.integer) CHECK (served_from BETWEEN 0 AND 1440),
            served_until \(d.integer) CHECK (served_until BETWEEN 0 AND 1440),
            portions \(d.integer) CHECK (portions BETWEEN 0 AND 100000),
            picture_digest TEXT,
            picture_size \(d.integer),
            is_available \(d.integer) NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
            deleted_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX cafeteria_item_menu ON cafeteria_item (category_id, name_key, id) WHERE deleted_at IS NULL;
        CREATE TABLE cafeteria_choice_group (
            id \(d.id),
            item_id \(d.integer) NOT NULL REFERENCES cafeteria_item (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            least \(d.integer) NOT NULL CHECK (least >= 0),
            most \(d.integer) NOT NULL CHECK (most >= 1),
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (least <= most)
        );
        CREATE INDEX cafeteria_choice_group_item ON cafeteria_choice_group (item_id, position, id);
        CREATE TABLE cafeteria_choice (
            id \(d.id),
            group_id \(d.integer) NOT NULL REFERENCES cafeteria_choice_group (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            price \(d.integer) NOT NULL,
            is_available \(d.integer) NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX cafeteria_choice_group_order ON cafeteria_choice (group_id, position, id);
        CREATE TABLE cafeteria_portion (
            item_id \(d.integer) NOT NULL REFERENCES cafeteria_item (id) ON DELETE CASCADE,
            day TEXT NOT NULL,
            sold \(d.integer) NOT NULL CHECK (sold >= 0),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (item_id, day)
        );
        CREATE TABLE cafeteria_favourite (
            person_id \(d.integer) NOT NULL,
            item_id \(d.integer) NOT NULL REFERENCES cafeteria_item (id) ON DELETE CASCADE,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, item_id)
        );
        CREATE TABLE cafeteria_cart_line (
            id \(d.id),
            person_id \(d.integer) NOT NULL,
            item_id \(d.integer) NOT NULL REFERENCES cafeteria_item (id) ON DELETE CASCADE,
            choices TEXT NOT NULL,
            quantity \(d.integer) NOT NULL CHECK (quantity BETWEEN 1 AND 50),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (person_id, item_id, choices)
        );
        """
    }

    private static let orders = Migration("cafeteria-002-orders") { d in
        """
        CREATE TABLE cafeteria_order (
            id \(d.id),
            person_id \(d.integer),
            customer TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending-payment', 'confirmed', 'preparing', 'ready', 'completed', 'cancelled')),
            subtotal \(d.integer) NOT NULL CHECK (subtotal >= 0),
            points \(d.integer) NOT NULL CHECK (points >= 0),
            discount \(d.integer) NOT NULL CHECK (discount >= 0 AND discount <= subtotal),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            pickup_at \(d.integer),
            promised_at \(d.integer) NOT NULL,
            instructions TEXT NOT NULL CHECK (length(instructions) <= 500),
            payable_until \(d.integer) NOT NULL,
            token TEXT NOT NULL,
            created_at \(d.integer) NOT NULL,
            confirmed_at \(d.integer),
            started_at \(d.integer),
            ready_at \(d.integer),
            completed_at \(d.integer),
            cancelled_at \(d.integer),
            cancel_reason TEXT,
            earned \(d.integer) NOT NULL DEFAULT 0,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX cafeteria_order_person ON cafeteria_order (person_id, id);
        CREATE INDEX cafeteria_order_active ON cafeteria_order (promised_at, id) WHERE status IN ('confirmed', 'preparing', 'ready');
        CREATE INDEX cafeteria_order_created ON cafeteria_order (created_at, id);
        CREATE UNIQUE INDEX cafeteria_order_token ON cafeteria_order (token);
        CREATE TABLE cafeteria_order_line (
            order_id \(d.integer) NOT NULL REFERENCES cafeteria_order (id) ON DELETE CASCADE,
            position \(d.integer) NOT NULL,
            item_id \(d.integer) NOT NULL,
            name TEXT NOT NULL,
            choices TEXT NOT NULL,
            choice_names TEXT NOT NULL,
            quantity \(d.integer) NOT NULL CHECK (quantity > 0),
            unit_price \(d.integer) NOT NULL CHECK (unit_price >= 0),
            station_id \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (order_id, position)
        );
        CREATE INDEX cafeteria_order_line_item ON cafeteria_order_line (item_id, order_id);
        CREATE TABLE cafeteria_slot (
            slot \(d.integer) NOT NULL,
            station_id \(d.integer) NOT NULL REFERENCES cafeteria_station (id) ON DELETE CASCADE,
            used \(d.integer) NOT NULL CHECK (used >= 0),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (slot, station_id)
        );
        CREATE TABLE cafeteria_order_slot (
            order_id \(d.integer) NOT NULL REFERENCES cafeteria_order (id) ON DELETE CASCADE,
            slot \(d.integer) NOT NULL,
            station_id \(d.integer) NOT NULL,
            units \(d.integer) NOT NULL CHECK (units > 0),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (order_id, slot, station_id)
        );
        CREATE TABLE cafeteria_promotion (
            id \(d.id),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
            factor \(d.integer) NOT NULL CHECK (factor BETWEEN 2 AND 10),
            starts_at \(d.integer) NOT NULL,
            ends_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (starts_at < ends_at)
        );
        """
    }

    private static let menuEditing = Migration("cafeteria-003-menu-editing") { d in
        """
        ALTER TABLE cafeteria_item ADD COLUMN picture_width \(d.integer);
        ALTER TABLE cafeteria_item ADD COLUMN picture_height \(d.integer);
        ALTER TABLE cafeteria_item ADD COLUMN thumbnail_digest TEXT;
        ALTER TABLE cafeteria_item ADD COLUMN thumbnail_size \(d.integer);
        CREATE INDEX cafeteria_item_station ON cafeteria_item (station_id);
        CREATE INDEX cafeteria_promotion_end ON cafeteria_promotion (ends_at);
        CREATE TABLE cafeteria_menu_import (
            id \(d.id),
            file_name TEXT NOT NULL,
            content \(d.bytes) NOT NULL,
            created_at \(d.integer) NOT NULL,
            finished_at \(d.integer),
            added \(d.integer) NOT NULL DEFAULT 0,
            changed \(d.integer) NOT NULL DEFAULT 0,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX cafeteria_menu_import_created ON cafeteria_menu_import (created_at);
        CREATE TABLE cafeteria_points_adjustment (
            id \(d.id),
            person_id \(d.integer),
            points \(d.integer) NOT NULL CHECK (points <> 0 AND points BETWEEN -1000000 AND 1000000),
            reason TEXT NOT NULL CHECK (length(reason) <= 200),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX cafeteria_points_adjustment_person ON cafeteria_points_adjustment (person_id, id);
        """
    }

    private static let counter = Migration("cafeteria-004-counter") { d in
        """
        CREATE TABLE cafeteria_order_part (
            order_id \(d.integer) NOT NULL REFERENCES cafeteria_order (id) ON DELETE CASCADE,
            station_id \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (order_id, station_id)
        );
        CREATE INDEX cafeteria_order_completed ON cafeteria_order (completed_at, id) WHERE status = 'completed';
        ALTER TABLE cafeteria_order ADD COLUMN cash_given \(d.integer) CHECK (cash_given >= 0);
        CREATE TABLE cafeteria_display (
            id \(d.id),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            token_hash \(d.bytes) NOT NULL,
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE UNIQUE INDEX cafeteria_display_token ON cafeteria_display (token_hash);
        """
    }

    /// What analytics read, in one pass over the orders of a time.
    private static let analytics = Migration("cafeteria-005-analytics") { _ in
        """
        CREATE INDEX cafeteria_order_sales ON cafeteria_order
            (created_at, id, status, confirmed_at, ready_at, promised_at, pickup_at, subtotal, discount, currency, person_id);
        CREATE INDEX cafeteria_order_line_sales ON cafeteria_order_line (order_id, item_id, quantity, unit_price);
        """
    }

    /// What an import did not take, as it was then: the menu goes on changing.
    private static let importReport = Migration("cafeteria-006-import-report") { _ in
        "ALTER TABLE cafeteria_menu_import ADD COLUMN refused TEXT"
    }

    /// What people must be warned of in a choice, as in an item: words with blanks between them.
    private static let choiceAllergens = Migration("cafeteria-007-choice-allergens") { _ in
        "ALTER TABLE cafeteria_choice ADD COLUMN allergens TEXT NOT NULL DEFAULT ''"
    }

    /// What went back of a paid order, which analytics take off its revenue: what it cost less the money that is still here. A payment that was
    /// sent back because the order was paid already leaves it as it is.
    private static let refunds = Migration("cafeteria-008-refunds") { d in
        """
        ALTER TABLE cafeteria_order ADD COLUMN refunded \(d.integer) NOT NULL DEFAULT 0 CHECK (refunded >= 0);
        UPDATE cafeteria_order SET refunded = subtotal - discount WHERE EXISTS (
            SELECT 1 FROM payment_payment p WHERE p.kind = 'cafeteria.order' AND p.subject_id = cafeteria_order.id AND p.status = 'refunded'
        ) AND NOT EXISTS (
            SELECT 1 FROM payment_payment p WHERE p.kind = 'cafeteria.order' AND p.subject_id = cafeteria_order.id
                AND p.status IN ('confirmed', 'refund-requested', 'refund-failed'));
        DROP INDEX cafeteria_order_sales;
        CREATE INDEX cafeteria_order_sales ON cafeteria_order
            (created_at, id, status, confirmed_at, ready_at, promised_at, pickup_at, subtotal, discount, currency, person_id, refunded);
        """
    }

    /// What an import changed, value by value.
    private static let importChanges = Migration("cafeteria-009-import-changes") { _ in
        "ALTER TABLE cafeteria_menu_import ADD COLUMN changes TEXT"
    }

    /// The kitchen looks for what was cancelled lately each time its screen is drawn.
    private static let cancelled = Migration("cafeteria-010-cancelled") { _ in
        "CREATE INDEX cafeteria_order_cancelled ON cafeteria_order (cancelled_at, id) WHERE status = 'cancelled'"
    }

    /// Whether staff chose “Several”, which counts alone don't tell of a group whose most is one.
    private static let several = Migration("cafeteria-011-several-choices") { d in
        "ALTER TABLE cafeteria_choice_group ADD COLUMN is_several \(d.integer) NOT NULL DEFAULT 0 CHECK (is_several IN (0, 1))"
    }

    /// What people took out of their carts in the last hour, so that they can put it back from any page and device.
    private static let cartRemovals = Migration("cafeteria-012-cart-removals") { d in
        """
        CREATE TABLE cafeteria_cart_removal (
            id \(d.id),
            person_id \(d.integer) NOT NULL,
            lines TEXT NOT NULL,
            removed_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX cafeteria_cart_removal_person ON cafeteria_cart_removal (person_id, id);
        CREATE INDEX cafeteria_cart_removal_removed ON cafeteria_cart_removal (removed_at);
        """
    }

    /// What a screen for customers is read in; NULL where nothing was chosen, and then as its browser asks for.
    private static let displayLanguage = Migration("cafeteria-014-display-language") { _ in
        "ALTER TABLE cafeteria_display ADD COLUMN language TEXT CHECK (length(language) BETWEEN 2 AND 35)"
    }

    /// Sales that were begun at the counter, so that whoever leaves the page finds theirs again.
    private static let begunSales = Migration("cafeteria-016-begun-sales") { d in
        """
        CREATE TABLE cafeteria_begun_sale (
            person_id \(d.integer) NOT NULL,
            session_id \(d.integer) NOT NULL,
            lines TEXT NOT NULL,
            customer TEXT NOT NULL CHECK (length(customer) <= 60),
            instructions TEXT NOT NULL CHECK (length(instructions) <= 500),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, session_id)
        );
        CREATE INDEX cafeteria_begun_sale_changed ON cafeteria_begun_sale (changed_at);
        """
    }

    /// Which order that wasn't paid in time was sold again, so that nobody sells it twice.
    private static let soldAgain = Migration("cafeteria-018-sold-again") { d in
        """
        ALTER TABLE cafeteria_order ADD COLUMN replaces_id \(d.integer);
        CREATE INDEX cafeteria_order_replaces ON cafeteria_order (replaces_id) WHERE replaces_id IS NOT NULL;
        ALTER TABLE cafeteria_begun_sale ADD COLUMN replaces_id \(d.integer);
        """
    }

    /// What customers are told and tell: that an item contains none of the allergens, which an empty list doesn't say; what a line of the cart cost
    /// when it was put in, NULL where nobody knows; and what was filled in at the checkout, so that it is there on the way back and with an order
    /// that is ordered again.
    private static let told = Migration("cafeteria-019-told") { d in
        """
        ALTER TABLE cafeteria_item ADD COLUMN has_no_allergens \(d.integer) NOT NULL DEFAULT 0 CHECK (has_no_allergens IN (0, 1));
        ALTER TABLE cafeteria_cart_line ADD COLUMN price_seen \(d.integer) CHECK (price_seen >= 0);
        CREATE TABLE cafeteria_checkout (
            person_id \(d.integer) NOT NULL PRIMARY KEY,
            form TEXT NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX cafeteria_checkout_changed ON cafeteria_checkout (changed_at);
        """
    }
}
