import Core
import Interface
import Markup
import Web

/// The authors of a story, each leading to their profile.
struct AuthorLinks: HTML {
    let people: [StoryAuthors.Author]

    var body: some HTML {
        Fragment {
            for (index, person) in people.enumerated() {
                if index > 0 {
                    if index == people.count - 1 {
                        " "
                        "and" as Text
                        " "
                    } else {
                        ", "
                    }
                }
                a(.href(StoriesPaths.person(person.id)), .dir("auto")) { person.name }
            }
        }
    }
}
