import Testing
import WebHost

@testable import SwiftUI

/// From `post()` to the picture that a page is given.
@MainActor
@Suite struct AnnouncementTests {
    private func told(by button: String) -> [Announcement] {
        let page = TestPage { ActionsForReadersSample() }
        #expect(page.picture.announcements.isEmpty)
        page.click(button)
        let told = page.picture.announcements
        #expect(page.draw().announcements.isEmpty, "it is said once")
        return told
    }

    @Test func whatIsPostedIsInTheNextPicture() {
        #expect(told(by: "Tell") == [Announcement(message: "Told", isUrgent: false)])
    }

    @Test func highPriorityInterrupts() {
        #expect(told(by: "Interrupt") == [Announcement(message: "Now", isUrgent: true)])
        #expect(told(by: "Wait") == [Announcement(message: "Later", isUrgent: false)])
        #expect(told(by: "Say") == [Announcement(message: "Some time", isUrgent: false)])
    }

    @Test func itIsSaidToThePageWhereItHappened() {
        let pages = (TestPage { ActionsForReadersSample() }, TestPage { ActionsForReadersSample() })
        pages.0.click("Tell")
        #expect(pages.0.picture.announcements.count == 1)
        #expect(pages.1.draw().announcements.isEmpty)
    }
}
