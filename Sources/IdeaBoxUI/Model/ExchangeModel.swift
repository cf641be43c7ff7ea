import AppCommons
import Foundation
import IdeaBoxCore
import Observation

/// An import from the choice of the file to its end.
@MainActor
@Observable
final class ExchangeModel {
    /// Files that a screen takes; the command takes larger ones.
    nonisolated static let maximumBytes = 16 * 1_024 * 1_024
    /// Refused rows that are named.
    nonisolated static let shownRefusals = 50

    /// What an import would do.
    struct Preview: Equatable, Sendable {
        let name: String
        let report: ImportReport
        let refusals: [RefusalLine]

        var changesSomething: Bool { report.added + report.replaced > 0 }
    }

    /// Why a file cannot be taken.
    enum Failure: Equatable, Sendable {
        case tooLarge
        case unknownFormat
        case other(String)

        func text(in phrases: Phrases) -> String {
            switch self {
            case .tooLarge: phrases(.fileTooLarge, String(ExchangeModel.maximumBytes / 1_024 / 1_024))
            case .unknownFormat: phrases(.unknownFormat)
            case .other(let reason): reason
            }
        }
    }

    private(set) var preview: Preview?
    private(set) var failure: Failure?
    private(set) var isBusy = false

    @ObservationIgnored private let model: IdeaBoxModel
    @ObservationIgnored private var file: (bytes: [UInt8], format: ExchangeFormat, language: Language)?
    @ObservationIgnored private var work: Task<Void, Never>?

    init(_ model: IdeaBoxModel) {
        self.model = model
    }

    /// Looks at a file and says what taking it in would do.
    ///
    /// `bytes` may be one more than ``maximumBytes``, which tells that there are too many.
    func look(at bytes: [UInt8], named name: String, _ language: Language) {
        cancel()
        guard let format = ExchangeFormat(fileName: name) else {
            failure = .unknownFormat
            return
        }
        guard bytes.count <= Self.maximumBytes else {
            failure = .tooLarge
            return
        }
        file = (bytes, format, language)
        run(named: name, isDryRun: true)
    }

    /// Notes that a file could not be read.
    func failed(_ error: any Error, _ language: Language) {
        cancel()
        failure = .other(Phrases(language).text(for: error))
    }

    /// Takes the file in.
    func importNow() {
        run(named: preview?.name ?? "", isDryRun: false)
    }

    func cancel() {
        work?.cancel()
        (preview, failure, file, isBusy) = (nil, nil, nil, false)
    }

    /// Returns when the work that was begun is over: for tests.
    func waitUntilIdle() async { await work?.value }

    private func run(named name: String, isDryRun: Bool) {
        guard let file, !isBusy else { return }
        isBusy = true
        work = Task {
            do {
                let (report, refusals) = try await model.home.aside { repository in
                    var refusals: [RefusalLine] = []
                    let report = try repository.importIdeas(
                        file.bytes,
                        as: file.format,
                        isDryRun: isDryRun,
                        in: file.language
                    ) { if refusals.count < Self.shownRefusals { refusals.append($0) } }
                    return (report, refusals)
                }
                guard !Task.isCancelled else { return }
                isBusy = false
                if isDryRun {
                    preview = Preview(name: name, report: report, refusals: refusals)
                } else {
                    cancel()
                    model.tell(.imported(report.added + report.replaced), undo: nil)
                }
            } catch {
                isBusy = false
                failure = .other(Phrases(file.language).text(for: error))
            }
        }
    }
}
