import Core
import Interface
import Platform

/// What readers and staff of the library ask, and its guided tour.
enum LibraryHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "library-find", "How do I find a book?",
            "Write a few words into the search: of the title, the author, the topic, or of the text itself. A passage that holds them opens at its place.",
            "Books can also be looked through by category and language.",
            searchedAs: "search look up title author isbn catalogue"),
        HelpTopic(
            "library-mark", "How do I mark a passage or write a note?",
            "Select the words in the reader. A small menu offers colours for highlighting, a note, and a bookmark.",
            "All of them stand together under My annotations, and in the book on every device you sign in on.",
            searchedAs: "highlight underline annotation comment notes bookmark"),
        HelpTopic(
            "library-look", "How do I make the text larger?",
            "In the reader choose the button with the two letters: size, line height, width and colours are there, and kept for the next time.",
            searchedAs: "font size bigger letters zoom dark mode reading settings"),
        HelpTopic(
            "library-audio", "Can a book be heard?",
            "Recordings have a player with chapters and speed. It continues where you stopped.",
            searchedAs: "listen audiobook recording sound mp3 speed"),
        HelpTopic(
            "library-app", "Can I use my own reading app?",
            "Yes: add the address of this site with /opds at its end to an app that knows OPDS catalogues. Create an app password under Your account, Security, and use it there.",
            searchedAs: "opds ereader e-reader kindle thorium app password"),
        HelpTopic(
            "library-upload", "How do I add a book?",
            "In the administration choose Upload content and drop the file: EPUB, PDF, Word, Markdown, text or MP3. It is read, checked, and shown to you before it is published.",
            searchedAs: "upload import publish epub pdf new book",
            permission: .libraryUpload),
        HelpTopic(
            "library-deleted", "I deleted the wrong item. Is it gone?",
            "No. Deleted items lie in the recycle bin for thirty days and come back with everything that belongs to them.",
            searchedAs: "restore undo recycle bin trash undelete recover",
            permission: .libraryUpload),
    ]

    static let tour: [TourStop] = [
        TourStop("menu", "The menu", "All places of the library, the other apps, and the language and colours."),
        TourStop("search", "Search", "Finds titles and authors, and words inside every book."),
        TourStop("places", "The places", "Home, the Bible, books and hymns are one touch away."),
        TourStop("account", "Your account", "Your notes, bookmarks and notifications, and how to sign out."),
    ]
}
