import Testing
import WebHost

@testable import SwiftUI

/// What readers hear once, though it is seen and named.
@MainActor
@Suite struct SpokenNameTests {
    /// A field has its name for readers; a row that shows the same name does not say it again.
    @Test func aRowDoesNotRepeatTheNameOfItsField() throws {
        let page = TestPage {
            Form {
                LabeledContent("Server") { TextField("Server", text: .constant("")) }
                LabeledContent("Account") { TextField("User", text: .constant("")) }
                LabeledContent("Name", value: "Name")
            }
        }
        let seen = page.nodes.filter { $0.attributes[.class] == "row-label" }
        #expect(seen.map { $0.attributes[.ariaHidden] } == ["true", nil, nil])
        #expect(page.nodes.filter { $0.attributes[.class] == "field-label visually-hidden" }.count == 2)
    }
}
