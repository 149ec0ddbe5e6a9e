import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct PointsAdjustmentTests {
    @Test(.covers("CAF-048", "CAF-041"), arguments: Engine.available)
    func `staff find a customer, give points with a reason, and the customer sees why`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (owner, ada) = (try await cafeteria.app.signedIn(.owner), try await cafeteria.app.signedIn(.ada))
            let person = try await cafeteria.app.person(.ada)
            _ = try await cafeteria.app.person(.bea)
            for words in ["ada", "ADA@stoa"] {
                let found = try await owner.get(CafeteriaPaths.adminPoints() + "?q=\(words)").text
                #expect(found.contains(CafeteriaPaths.adminPersonPoints(person)) && !found.contains("bea@stoa.example"))
            }
            let path = CafeteriaPaths.adminPersonPoints(person)
            let given = try await owner.post(path, ["direction": "add", "points": "150", "reason": "Cold food on Tuesday"])
            #expect(given.location == path, "\(given.text)")
            _ = try await owner.post(path, ["direction": "remove", "points": "30", "reason": "Counted twice"])
            #expect(try await cafeteria.points(of: .ada) == 120)
            let history = try await ada.get(CafeteriaPaths.points()).text
            #expect(
                history.contains("Cold food on Tuesday") && history.contains("Counted twice") && history.contains("+150") && history.contains("−30"))
            #expect(
                try await cafeteria.app.auditTrail().suffix(2) == [
                    "cafeteria.points-adjustment.create", "cafeteria.points-adjustment.create",
                ])
            #expect(try await cafeteria.faults().isEmpty)
        }
    }

    @Test(.covers("CAF-048"), arguments: Engine.available)
    func `nobody is left with less than no points`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.give(100, to: .ada)
            let path = CafeteriaPaths.adminPersonPoints(try await cafeteria.app.person(.ada))
            let owner = try await cafeteria.app.signedIn(.owner)
            let refused = try await owner.post(path, ["direction": "remove", "points": "101", "reason": "Mistake"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("There are only 100 points to take away."))
            #expect(refused.text.contains("value=\"Mistake\""), "what was typed stays")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { _ = try await owner.post(path, ["direction": "remove", "points": "60", "reason": "Mistake"]) }
                }
                try await group.waitForAll()
            }
            #expect(try await cafeteria.points(of: .ada) == 40, "only one of them finds enough")
        }
    }

    @Test(
        .covers("CAF-048"),
        arguments: [("points", "0"), ("points", "-5"), ("points", "many"), ("points", "100001"), ("reason", " "), ("direction", "sideways")])
    func `an adjustment that makes no sense is refused`(field: String, value: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let fields = ["direction": "add", "points": "10", "reason": "Thanks"].merging([field: value]) { $1 }
            let path = CafeteriaPaths.adminPersonPoints(try await cafeteria.app.person(.ada))
            let refused = try await cafeteria.app.signedIn(.owner).post(path, form: fields)
            #expect(refused.status == .unprocessableContent)
            #expect(try await cafeteria.points(of: .ada) == 0)
        }
    }
}
