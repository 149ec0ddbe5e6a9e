import Core
import Foundation
import Interface
import Markup
import Web

/// Chooses the time at which a chapter is published, changes it or takes it back.
struct SchedulePage: PageAnswer {
    let manuscript: Chapters.Manuscript
    let form: ScheduleForm
    let zone: TimeZone
    let today: Day
    var problem: Problem?

    private var chapter: Chapter { manuscript.chapter }
    private var isScheduled: Bool { chapter.scheduledAt != nil }

    var title: Text { "Schedule chapter" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.editor(chapter.id), title: .verbatim(manuscript.story.details.title),
            footer: {
                Button(isScheduled ? "Save" : "Schedule", icon: .calendar, .custom("form", "schedule-form"), .data("needs-connection"))
                if isScheduled {
                    Button("Cancel schedule", icon: .close, style: .secondary, .custom("form", "cancel-form"), .data("needs-connection"))
                }
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: Chapter.name(chapter.title, number: manuscript.number))
            ProblemAlert(problem)
            if let moment = chapter.scheduledAt {
                Alert(.info, title: "Scheduled for \(day: moment) at \(time: moment)")
            }
            Form(StoriesPaths.schedule(chapter.id), .id("schedule-form"), .class("card stack")) {
                p(.class("field-hint")) { "\(TimeZoneName.city(of: zone)) time" }
                div(.class("field-pair")) {
                    TextField(
                        "Day", name: ScheduleForm.day, value: form.publishAt ?? "", kind: .date, error: problem?.fields[ScheduleForm.day],
                        isRequired: true, .custom("min", today.description))
                    TextField("Time", name: "time", value: form.time ?? "", kind: .time, isRequired: true)
                }
            }
            Card("What happens then") {
                ul {
                    li { "The text that’s saved at that time is published. You can keep writing until then." }
                    li { "As always, a filter reads it first, and sometimes a moderator does." }
                    li { "You’re notified when it’s published, or if it couldn’t be." }
                    if !manuscript.story.isPublished { li { "Your story is hidden now. It’s published with the chapter." } }
                }
            }
            if isScheduled { Form(StoriesPaths.cancelSchedule(chapter.id), .id("cancel-form")) {} }
        }
    }
}
