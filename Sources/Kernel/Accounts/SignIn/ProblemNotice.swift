import Core
import Interface
import Markup

/// A refusal above the form that it concerns: what happened and what to do.
struct ProblemNotice: HTML {
    private let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    var body: some HTML {
        Notice(.danger, title: problem.detail) {
            if let remedy = problem.remedy { remedy }
        }
    }
}
