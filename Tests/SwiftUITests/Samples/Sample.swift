import Foundation
import Testing
import WebHost

@testable import SwiftUI

/// A small view that shows what some names of the framework draw.
///
/// What it draws stands in `Golden`, in a file of its name. The names that the samples use are held against the ledger, so
/// each name that has an effect has a place where the effect is written down.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let width: Double
    /// The page of the sample; the test acts on it before it looks.
    let page: @MainActor @Sendable () -> any SamplePage
    var testDescription: String { name }

    init<V: View, Shown: View>(
        _ type: V.Type,
        width: Double = 390,
        _ make: @escaping @MainActor @Sendable () -> Shown
    ) {
        name = "\(type)".replacingOccurrences(of: "Sample", with: "")
        self.width = width
        page = { TestPage(Self.client(width), configure: { Self.surroundings(&$0) }, make) }
    }

    private static func client(_ width: Double) -> ClientEnvironment {
        ClientEnvironment(languages: ["en"], width: width, timeZone: "UTC")
    }

    private static func surroundings(_ values: inout EnvironmentValues) {
        values.clock = ViewClock {
            Date(timeIntervalSinceReferenceDate: 800_000_000)
        } wait: { _ in
            throw CancellationError()
        }
    }

    static let all: [Sample] =
        text + controls + lists + navigation + presentation + layout + shapes + looks + state + surrounding
        + accessibility + gestures + protocols + nesting
}

/// A page of any view.
@MainActor
protocol SamplePage {
    var picture: Picture { get }
    func draw() -> Picture
}

extension TestPage: SamplePage {}
