import Testing
@testable import SwiftData
@Test func textPlaceholder() {}
