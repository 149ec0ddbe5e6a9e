import Core
import Markup

/// A refusal above the form that it concerns: what happened, what to do, where, and a way to each field that is wrong. Nothing where nothing
/// was refused.
///
/// The ways lead to `field-NAME`, the id that every field of this library has (WCAG 2.1, 3.3.1). It takes the focus where a script can run,
/// so that the first Tab reaches the first wrong field.
public struct ProblemAlert: HTML {
    public let body: Node

    /// What is known of the refusal.
    public init(_ problem: Problem?) {
        guard let problem else {
            body = .nothing
            return
        }
        body =
            div(.class("problem-alert"), .data("problem"), .custom("tabindex", "-1")) {
                Alert(.danger, title: problem.detail) {
                    if let remedy = problem.remedy, !problem.fields.values.contains(remedy) { p { remedy } }
                    if !problem.fields.isEmpty {
                        ul(.class("problem-fields")) {
                            for (name, error) in problem.fields.sorted(by: { $0.key < $1.key }) {
                                li { a(.href("#field-" + name)) { error } }
                            }
                        }
                    }
                    if let link = problem.link { p { a(.href(link.path)) { link.label } } }
                }
            }.node
    }
}
