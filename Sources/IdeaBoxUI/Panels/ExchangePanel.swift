import IdeaBoxCore
import SwiftUI

/// Ideas into files, and files into ideas.
struct ExchangePanel: View {
    let model: IdeaBoxModel
    @State private var exchange: ExchangeModel
    @State private var isChoosing = false
    @Environment(\.exportLinks) private var exportLinks
    @Environment(\.phrases) private var phrases

    init(model: IdeaBoxModel) {
        self.model = model
        _exchange = State(initialValue: ExchangeModel(model))
    }

    var body: some View {
        PanelFrame(title: phrases(.importExport)) {
            Form {
                Section {
                    Button(phrases(.importFile), systemImage: "square.and.arrow.down") { isChoosing = true }
                } header: {
                    Text(verbatim: phrases(.importFrom))
                } footer: {
                    if let failure = exchange.failure {
                        Label(failure.text(in: phrases), systemImage: "exclamationmark.triangle")
                            .foregroundStyle(.red)
                    } else {
                        Text(verbatim: phrases(.importNote))
                    }
                }
                if let preview = exchange.preview { ImportPreview(preview: preview, exchange: exchange) }
                if !exportLinks.isEmpty {
                    Section {
                        ForEach(exportLinks) { link in
                            Link(destination: link.address) {
                                Label(link.name, systemImage: "doc.text")
                            }
                        }
                    } header: {
                        Text(verbatim: phrases(.exportAs))
                    } footer: {
                        Text(verbatim: phrases(.exportNote))
                    }
                }
            }
            .fileImporter(
                isPresented: $isChoosing,
                allowedContentTypes: [.json, .commaSeparatedText, .plainText, .text]
            ) { result in
                do {
                    let address = try result.get()
                    let bytes = try ChosenFile.bytes(of: address, limit: ExchangeModel.maximumBytes + 1)
                    exchange.look(at: bytes, named: address.lastPathComponent, phrases.language)
                } catch {
                    exchange.failed(error, phrases.language)
                }
            }
        }
    }
}

/// What an import would do, before it does.
private struct ImportPreview: View {
    let preview: ExchangeModel.Preview
    let exchange: ExchangeModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            LabeledContent(phrases(.importPreview, preview.name)) {}
            ForEach(lines, id: \.self) { line in
                Text(verbatim: line)
            }
            if !preview.refusals.isEmpty {
                DisclosureGroup(phrases(.wouldRefuse, count: preview.report.refused)) {
                    ForEach(preview.refusals, id: \.text) { refusal in
                        Text(verbatim: refusal.text)
                            .font(.subheadline)
                    }
                }
            }
            if preview.changesSomething {
                Button(phrases(.importNow), systemImage: "square.and.arrow.down", action: exchange.importNow)
                    .disabled(exchange.isBusy)
            }
            Button(phrases(.cancel), role: .cancel, action: exchange.cancel)
        } footer: {
            if !preview.changesSomething { Text(verbatim: phrases(.nothingToImport)) }
        }
    }

    private var lines: [String] {
        let report = preview.report
        let counts: [(Phrase, Int)] = [
            (.wouldAdd, report.added), (.wouldReplace, report.replaced), (.unchanged, report.unchanged),
            (.corrected, report.corrected),
        ]
        return counts.filter { $0.1 > 0 }.map { phrases($0.0, count: $0.1) }
    }
}
