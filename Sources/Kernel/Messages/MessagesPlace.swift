import Core
import Database
import Interface
import Platform
import Web

/// A person's conversations among the places of every app, with how many of them have something new.
struct MessagesPlace: PersonalPlace {
    let conversations: Conversations

    var item: NavigationItem { NavigationItem("Messages", icon: .mail, path: MessagesPaths.list()) }
    var topic: String { Conversations.listTopic }
    var countPath: String { MessagesPaths.apiUnread() }

    func unread(of person: PersonID, opening path: String, in db: any Connection) throws -> Int {
        let prefix = MessagesPaths.list() + "/"
        let opened = path.hasPrefix(prefix) ? Int64(path.dropFirst(prefix.count)).map { ConversationID($0) } : nil
        return try conversations.unread(of: person, besides: opened, in: db)
    }
}
