import Foundation

@testable import SwiftUI

extension Sample {
    static let presentation: [Sample] = [
        Sample(SheetSample.self) { SheetSample() },
        Sample(ItemSheetSample.self) { ItemSheetSample() },
        Sample(CoverSample.self) { CoverSample() },
        Sample(PopoverSample.self) { PopoverSample() },
        Sample(AlertSample.self) { AlertSample() },
        Sample(AlertWithDataSample.self) { AlertWithDataSample() },
        Sample(ErrorAlertSample.self) { ErrorAlertSample() },
        Sample(OlderAlertSample.self) { OlderAlertSample() },
        Sample(ConfirmationSample.self) { ConfirmationSample() },
        Sample(MenusSample.self) { MenusSample() },
        Sample(FilesSample.self) { FilesSample() },
    ]
}

struct SheetContent: View {
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var isPresented
    @Environment(\.presentationMode) private var presentationMode

    var body: some View {
        NavigationStack {
            Text("Presented \(isPresented)")
                .navigationTitle("Sheet")
                .toolbar {
                    Button("Done") { dismiss() }
                    Button("Done, as before") { presentationMode.wrappedValue.dismiss() }
                }
        }
    }
}

struct SheetSample: View {
    @State private var isShown = true
    @State private var detent = PresentationDetent.medium

    var body: some View {
        Text("Page")
            .sheet(isPresented: $isShown) {
                SheetContent()
                    .presentationDetents([.large])
                    .interactiveDismissDisabled()
            }
            .sheet(isPresented: $isShown, onDismiss: close) {
                Text("Lower")
                    .presentationDetents([.medium, .fraction(0.3), .height(200)], selection: $detent)
                    .presentationBackgroundInteraction(.enabled)
            }
    }

    private func close() { isShown = false }
}

struct ItemSheetSample: View {
    @State private var plant: Plant? = Plant(id: 1, name: "Fern")

    var body: some View {
        Text("Page").sheet(item: $plant) { Text($0.name) }
    }
}

struct CoverSample: View {
    @State private var isShown = true
    @State private var plant: Plant? = Plant(id: 1, name: "Fern")

    var body: some View {
        Text("Page").fullScreenCover(isPresented: $isShown) { Text("Covers") }
        Text("Item").fullScreenCover(item: $plant) { Text($0.name).interactiveDismissDisabled() }
    }
}

struct PopoverSample: View {
    @State private var isShown = true
    @State private var plant: Plant? = Plant(id: 1, name: "Fern")

    var body: some View {
        Button("Open") {}.popover(isPresented: $isShown, arrowEdge: .bottom) { Text("Beside") }
        Button("Item") {}.popover(item: $plant) { Text($0.name) }
    }
}

struct AlertSample: View {
    @State private var isShown = true
    @State private var name = ""

    var body: some View {
        Text("Page")
            .alert("Rename?", isPresented: $isShown) {
                TextField("Name", text: $name)
                Button("Rename") {}
                Button("Cancel", role: .cancel) {}
            } message: {
                Text("The name is seen by all.")
            }
            .alert("Alone", isPresented: $isShown) {}
            .alert(Text("Built"), isPresented: $isShown) { Button("Delete", role: .destructive) {} }
    }
}

struct AlertWithDataSample: View {
    @State private var isShown = true

    var body: some View {
        Text("Page")
            .alert("Delete?", isPresented: $isShown, presenting: Plant(id: 1, name: "Fern")) { plant in
                Button("Delete \(plant.name)", role: .destructive) {}
            } message: { plant in
                Text("\(plant.name) goes.")
            }
    }
}

struct Drought: LocalizedError {
    var errorDescription: String? { "There is no water." }
    var recoverySuggestion: String? { "Wait for rain." }
}

struct ErrorAlertSample: View {
    @State private var isShown = true

    var body: some View {
        Text("Page").alert(isPresented: $isShown, error: Drought()) { _ in
            Button("Wait") {}
        } message: { error in
            Text(error.recoverySuggestion ?? "")
        }
    }
}

struct OlderAlertSample: View {
    @State private var isShown = true
    @State private var plant: Plant? = Plant(id: 1, name: "Fern")

    var body: some View {
        Text("One").alert(isPresented: $isShown) {
            Alert(title: Text("Older"), message: Text("Words"), dismissButton: .default(Text("Well")))
        }
        Text("Two").alert(item: $plant) { plant in
            Alert(
                title: Text(plant.name),
                primaryButton: Alert.Button.destructive(Text("Delete")) {},
                secondaryButton: .cancel()
            )
        }
        Text("Three").alert(isPresented: $isShown) {
            Alert(title: Text("Two"), primaryButton: .cancel(Text("No")), secondaryButton: .default(Text("Yes")) {})
        }
    }
}

struct ConfirmationSample: View {
    @State private var isShown = true

    var body: some View {
        Text("Page")
            .confirmationDialog("Delete?", isPresented: $isShown, titleVisibility: .visible) {
                Button("Delete", role: .destructive) {}
            } message: {
                Text("It cannot be undone.")
            }
            .confirmationDialog("Unseen", isPresented: $isShown) { Button("One") {} }
            .confirmationDialog("With", isPresented: $isShown, presenting: 3) { Button("Number \($0)") {} }
    }
}

struct MenusSample: View {
    @State private var isOn = true
    @State private var flavour = Flavour.lemon

    var body: some View {
        VStack {
            Menu("Key") { items }
            Menu("Symbol", systemImage: "ellipsis") { items }
            Menu {
                items
            } label: {
                Label("Built", systemImage: "star")
            }
            Menu("First") {
                Button("Other") {}
            } primaryAction: {
            }
            Text("Held").contextMenu { items }
            Text("With a picture").contextMenu {
                Button("One") {}
            } preview: {
                Text("Preview")
            }
            List { Text("Row").contextMenu { Button("One") {} } }
        }
    }

    @ViewBuilder private var items: some View {
        Button("One") {}
        Button("Two", systemImage: "star") {}
        Toggle("On", isOn: $isOn)
        Picker("Flavour", selection: $flavour) {
            ForEach(Flavour.allCases) { Text($0.rawValue).tag($0) }
        }
        Divider()
        Section("Part") { Button("Delete", role: .destructive) {} }
        Menu("More") { Button("Three") {} }
    }
}

struct FilesSample: View {
    @State private var isShown = true
    private static let kinds: [UTType] = [
        .item, .content, .data, .text, .plainText, .utf8PlainText, .json, .xml, .commaSeparatedText, .pdf, .image, .png,
        .jpeg, .zip,
    ]

    var body: some View {
        Text("One \(Self.kinds.map(\.identifier).count)")
            .fileImporter(isPresented: $isShown, allowedContentTypes: [.json, .commaSeparatedText]) { _ in }
        Text("Several")
            .fileImporter(
                isPresented: $isShown,
                allowedContentTypes: [UTType(filenameExtension: "md") ?? .plainText],
                allowsMultipleSelection: true
            ) { result in
                for url in (try? result.get()) ?? [] where url.startAccessingSecurityScopedResource() {
                    url.stopAccessingSecurityScopedResource()
                }
            }
    }
}
