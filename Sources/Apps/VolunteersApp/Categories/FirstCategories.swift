/// The names of the first five categories in the languages that ship besides English and Swedish (CORE-053). Part of a migration: never edited,
/// followed by another one.
enum FirstCategories {
    static let translations = """
        WITH seed (name, language, name_there) AS (VALUES
            ('Animals', 'sw', 'Wanyama'),
            ('Animals', 'bem', 'Inama'),
            ('Nature & Environment', 'sw', 'Asili na mazingira'),
            ('Nature & Environment', 'bem', 'Ifyabumbwa ne ncende'),
            ('Refugees & Immigrants', 'sw', 'Wakimbizi na wahamiaji'),
            ('Refugees & Immigrants', 'bem', 'Imbutushi na bena fyalo'),
            ('People with disabilities', 'sw', 'Watu wenye ulemavu'),
            ('People with disabilities', 'bem', 'Abantu abalemana'),
            ('Day-to-day help', 'sw', 'Msaada wa kila siku'),
            ('Day-to-day help', 'bem', 'Ubwafwilisho bwa cila bushiku'))
        INSERT INTO volunteers_category_translation (category_id, language, name, changed_at)
        SELECT category.id, seed.language, seed.name_there, 0
        FROM seed JOIN volunteers_category AS category ON category.name = seed.name;
        """
}
