import Core
import Interface
import Platform

/// What readers and staff of the library ask, and its guided tour.
enum LibraryHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "library-find", "How do I find a book?",
            "Search for words from the title, author, topic or the text itself. A match in the text opens at that passage.",
            "You can also browse by category and language.",
            searchedAs: "search look up title author isbn catalogue"),
        HelpTopic(
            "library-mark", "How do I mark a passage or write a note?",
            "Select the words in the reader. A small menu offers colours for highlighting, a note, a quotation and a link. The bookmark is at the top of the reader.",
            "You’ll find them all under My annotations, and in the book on every device you sign in on.",
            searchedAs: "highlight underline annotation comment notes bookmark"),
        HelpTopic(
            "library-bible", "How do I find a verse in the Bible?",
            "Type a reference such as John 3:16 into the search, or choose a book and a chapter on the Bible page.",
            "In the reader, choose the name of the chapter at the top to go to another chapter or a verse, or to compare two editions.",
            searchedAs: "scripture chapter verse reference edition translation compare parallel"),
        HelpTopic(
            "library-look", "How do I make the text larger?",
            "In the reader, choose Aa. Set the text size, line spacing, width and colours there; your choices are remembered.",
            searchedAs: "font size bigger letters zoom dark mode reading settings"),
        HelpTopic(
            "library-audio", "Can I listen to a book?",
            "Recordings have a player with chapters and speed. It continues where you stopped.",
            searchedAs: "listen audiobook recording sound mp3 speed"),
        HelpTopic(
            "library-app", "Can I use my own reading app?",
            "Yes. In an app that supports OPDS catalogues, add the address of this site followed by /opds. Create an app password under Your account, Security, and use it there.",
            searchedAs: "opds ereader e-reader kindle thorium app password"),
        HelpTopic(
            "library-upload", "How do I add a book?",
            "In Administration, choose “Upload content” and drop the file there: a book or document such as EPUB, PDF or Word, audio such as MP3 or M4B, or a Bible. It’s read, checked and shown to you before it’s published.",
            searchedAs: "upload import publish epub pdf new book audiobook m4b scan comic odt",
            permission: .libraryUpload),
        HelpTopic(
            "library-deleted", "I deleted the wrong item. Is it gone?",
            "No. Deleted items stay in the recycle bin for 30 days. Restore one and everything that belongs to it comes back.",
            searchedAs: "restore undo recycle bin trash undelete recover",
            permission: .libraryUpload),
    ]

    static let tour: [TourStop] = [
        TourStop("menu", "The menu", "All places of the library, the other apps, and the language and colours."),
        TourStop("search", "Search", "Finds titles and authors, and words inside every book."),
        TourStop("places", "The places", "Home, the Bible, books and hymns are one tap away."),
        TourStop("account", "Your account", "Your notes, bookmarks and notifications, and how to sign out."),
    ]
}
