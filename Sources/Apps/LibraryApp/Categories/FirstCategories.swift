/// The words of the categories that a library begins with, in the languages that ship (CORE-053). Part of a migration: never edited, followed by
/// another one.
enum FirstCategories {
    /// A name that staff gave another category at the same place is not given twice, and a description that they changed has no translation.
    static let translations = """
        WITH seed (above, name, description, language, name_there, description_there) AS (VALUES
            ('', 'Theology', 'The study of God and of faith.', 'sv', 'Teologi', 'Läran om Gud och tron.'),
            ('', 'Theology', 'The study of God and of faith.', 'sw', 'Theolojia', 'Elimu juu ya Mungu na imani.'),
            ('', 'Theology', 'The study of God and of faith.', 'bem', 'Amasambililo ya pali Lesa', 'Ukusambilila pali Lesa na pa citetekelo.'),
            ('', 'History', 'The church and the world, then and now.', 'sv', 'Historia', 'Kyrkan och världen, då och nu.'),
            ('', 'History', 'The church and the world, then and now.', 'sw', 'Historia', 'Kanisa na ulimwengu, zamani na sasa.'),
            ('', 'History', 'The church and the world, then and now.', 'bem', 'Ilyashi lya kale', 'Icalici ne calo, kale na lelo.'),
            ('', 'Devotionals', 'Short readings for every day.', 'sv', 'Andakter', 'Korta texter för varje dag.'),
            ('', 'Devotionals', 'Short readings for every day.', 'sw', 'Tafakari za kila siku', 'Masomo mafupi ya kila siku.'),
            ('', 'Devotionals', 'Short readings for every day.', 'bem', 'Amapepo ya cila bushiku', 'Amabelengo ayepi aya cila bushiku.'),
            ('', 'Biographies', 'The lives of people.', 'sv', 'Biografier', 'Berättelser om människors liv.'),
            ('', 'Biographies', 'The lives of people.', 'sw', 'Wasifu', 'Maisha ya watu.'),
            ('', 'Biographies', 'The lives of people.', 'bem', 'Ifya mikalile ya bantu', 'Ifyo abantu baikele.'),
            ('', 'Commentaries', 'The Bible explained, book by book.', 'sv', 'Bibelkommentarer', 'Bibeln förklarad, bok för bok.'),
            ('', 'Commentaries', 'The Bible explained, book by book.', 'sw', 'Fafanuzi za Biblia', 'Biblia ikifafanuliwa, kitabu kwa kitabu.'),
            ('', 'Commentaries', 'The Bible explained, book by book.', 'bem', 'Ukulondolola Baibolo', 'Baibolo iyalondololwa, icitabo ne citabo.'),
            ('', 'Hymns', 'Songs to sing together.', 'sv', 'Psalmer', 'Sånger att sjunga tillsammans.'),
            ('', 'Hymns', 'Songs to sing together.', 'sw', 'Tenzi', 'Nyimbo za kuimba pamoja.'),
            ('', 'Hymns', 'Songs to sing together.', 'bem', 'Inyimbo sha malumbo', 'Inyimbo sha kwimba pamo.'),
            ('hymns', 'Worship', '', 'sv', 'Tillbedjan', ''),
            ('hymns', 'Worship', '', 'sw', 'Kuabudu', ''),
            ('hymns', 'Worship', '', 'bem', 'Ukupepa', ''),
            ('hymns', 'Praise', '', 'sv', 'Lovsång', ''),
            ('hymns', 'Praise', '', 'sw', 'Sifa', ''),
            ('hymns', 'Praise', '', 'bem', 'Ukulumbanya', ''),
            ('hymns', 'Children''s Songs', '', 'sv', 'Barnsånger', ''),
            ('hymns', 'Children''s Songs', '', 'sw', 'Nyimbo za watoto', ''),
            ('hymns', 'Children''s Songs', '', 'bem', 'Inyimbo sha bana', ''))
        INSERT INTO library_category_translation (category_id, language, name, description, changed_at)
        SELECT category.id, seed.language, seed.name_there,
            CASE WHEN category.description = seed.description THEN seed.description_there ELSE '' END, 0
        FROM seed JOIN library_category AS category ON category.name = seed.name
        LEFT JOIN library_category AS parent ON parent.id = category.parent_id
        WHERE (parent.code = seed.above OR (seed.above = '' AND category.parent_id IS NULL)) AND NOT EXISTS (
            SELECT 1 FROM library_category AS other WHERE other.name = seed.name_there AND other.id <> category.id
                AND coalesce(other.parent_id, 0) = coalesce(category.parent_id, 0));
        """
}
