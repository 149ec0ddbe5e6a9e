import Core
import Interface
public import Markup
import Platform

/// Words with what the filter stopped at marked in them, for whoever wrote them.
public struct WritingMarks: HTML, Sendable {
    let text: String
    let matches: [FilterVerdict.Match]

    /// The words.
    public var body: some HTML { MarkedText(text: text, matches: matches) }
}

/// What the filter would say to words that are not sent yet: the place, the reason, and other words to choose.
public struct WritingAlert: HTML, Sendable {
    private let check: WritingCheck
    private let choose: Node

    /// - Parameter choose: what takes the other words over; it is shown only where there are any.
    public init(_ check: WritingCheck, @HTMLBuilder choose: () -> Node = { .nothing }) {
        self.check = check
        self.choose = choose()
    }

    /// The remark; nothing where the words can be sent as they are.
    public var body: some HTML {
        if !check.isFine {
            div(.class("writing-check"), .data("writing-check")) {
                Alert(.warning, title: check.action == .reject ? "This would be sent back to you" : "A moderator would read this first") {
                    p { check.reason }
                    MarkedText(text: check.text, matches: check.matches)
                    if let rewrite = check.rewrite {
                        p { strong { "You could write:" } }
                        blockquote(.class("moderated-text"), .dir("auto")) { rewrite.joined(separator: "\n") }
                        choose
                    }
                }
            }
        }
    }
}
