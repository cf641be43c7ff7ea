import Foundation

@testable import SwiftUI

extension Sample {
    static let nesting: [Sample] = [
        Sample(LinkRowsSample.self) { LinkRowsSample() },
        Sample(ButtonRowsSample.self) { ButtonRowsSample() },
        Sample(SelectedRowsSample.self) { SelectedRowsSample() },
        Sample(LabelControlsSample.self) { LabelControlsSample() },
        Sample(CardsSample.self) { CardsSample() },
        Sample(MenuLabelsSample.self) { MenuLabelsSample() },
        Sample(SymbolsSample.self) { SymbolsSample() },
        Sample(SymbolControlsSample.self) { SymbolControlsSample() },
    ]
}

@MainActor
private func circle(isDone: Bool = false) -> some View {
    Button {
    } label: {
        Image(systemName: isDone ? "checkmark.circle.fill" : "circle")
    }
}

private let webAddress = URL(string: "https://example.org") ?? URL(filePath: "/")

/// Rows that lead to a screen, with controls of their own.
struct LinkRowsSample: View {
    @State private var isOn = true
    @State private var count = 1
    @State private var title = "Water the fern"

    var body: some View {
        NavigationStack {
            List {
                NavigationLink(value: 1) {
                    HStack {
                        circle()
                        VStack(alignment: .leading) {
                            Text("Buy milk")
                            Text("Today").font(.caption)
                        }
                        Spacer()
                        Menu("More") { Button("Postpone") {} }
                    }
                }
                .swipeActions { Button("Delete", role: .destructive) {} }
                .contextMenu { Button("Copy") {} }
                NavigationLink(value: 2) {
                    HStack {
                        circle(isDone: true).buttonStyle(.plain)
                        Text("Call Ada")
                    }
                }
                NavigationLink(value: 3) {
                    HStack {
                        circle().buttonStyle(.borderless)
                        Text("Write to Bob")
                    }
                }
                NavigationLink(value: 4) { Toggle("Alarm", isOn: $isOn) }
                NavigationLink(value: 5) {
                    HStack {
                        Text("Seeds")
                        Stepper("Packets", value: $count)
                    }
                }
                NavigationLink(value: 6) {
                    HStack {
                        Text("Pot")
                        Picker("Size", selection: $count) { Text("Small").tag(1) }
                    }
                }
                NavigationLink(value: 7) {
                    HStack {
                        Text("Shop")
                        Link("Website", destination: webAddress)
                    }
                }
                NavigationLink(value: 8) { TextField("Title", text: $title) }
                NavigationLink(value: 9) { Text("Outside, and \(Text("inside").bold())") }
                NavigationLink(value: 10) {
                    HStack {
                        Text("Outer")
                        NavigationLink("Inner", value: 11)
                    }
                }
                NavigationLink(value: nil as Int?) {
                    HStack {
                        circle()
                        Text("Leads nowhere")
                    }
                }
            }
            .navigationDestination(for: Int.self) { Text("Screen \($0)") }
        }
    }
}

/// Rows that are pressed, with controls of their own.
struct ButtonRowsSample: View {
    @State private var isOpen = true

    var body: some View {
        List {
            Button {
            } label: {
                HStack {
                    Text("Open")
                    circle()
                }
            }
            HStack {
                circle()
                Text("Tap")
            }
            .onTapGesture {}
            Text("Tap and actions").onTapGesture {}
                .swipeActions { Button("Pin") {} }
            Section {
                Text("Row")
            } header: {
                HStack {
                    Text("Header")
                    Spacer()
                    Button("Add") {}
                }
            }
            Section(isExpanded: $isOpen) {
                Text("Row that can be folded")
            } header: {
                HStack {
                    Text("Folds")
                    Button("Sort") {}
                }
            }
            DisclosureGroup {
                Text("Inside")
            } label: {
                HStack {
                    Text("Group")
                    Button("Rename") {}
                }
            }
        }
    }
}

/// Rows that are chosen, with controls of their own.
struct SelectedRowsSample: View {
    @State private var one: Int? = 2
    @State private var several: Set<Int> = [1]

    var body: some View {
        List(selection: $one) {
            ForEach(1..<3) { number in
                HStack {
                    circle()
                    Text("One \(number)")
                }
            }
            HStack {
                circle()
                NavigationLink("Chosen by a link", value: 3)
            }
            .tag(3)
        }
        List(selection: $several) {
            ForEach(1..<3) { number in
                HStack {
                    circle()
                    Text("Several \(number)")
                }
            }
        }
    }
}

/// Controls in the labels of controls.
struct LabelControlsSample: View {
    @State private var isOn = true
    @State private var value = 0.5
    @State private var choice = 1
    @State private var text = ""
    @State private var date = Date(timeIntervalSinceReferenceDate: 800_000_000)

    var body: some View {
        Form {
            Toggle(isOn: $isOn) { help("Sync") }
            Toggle(isOn: $isOn) { help("Pinned") }.toggleStyle(.button)
            Picker(selection: $choice) {
                Text("First").tag(1)
            } label: {
                help("Order")
            }
            Slider(value: $value) { help("Volume") }
            DatePicker(selection: $date, displayedComponents: .date) { help("Due") }
            TextField(text: $text) { Text("Name") }
            Stepper(value: $choice) { help("Rows") }
            LabeledContent {
                Text("Value")
            } label: {
                help("Field")
            }
        }
    }

    private func help(_ title: String) -> some View {
        HStack {
            Text(title)
            Button("Help") {}
        }
    }
}

/// Things to press outside of lists, with controls of their own.
struct CardsSample: View {
    var body: some View {
        NavigationStack {
            VStack {
                NavigationLink {
                    Text("Detail")
                } label: {
                    VStack {
                        Text("Card")
                        Button("Like") {}
                    }
                }
                Button {
                } label: {
                    HStack {
                        Text("Outer")
                        Button("Inner") {}
                        Button {
                        } label: {
                            HStack {
                                Text("Middle")
                                Button("Innermost") {}
                            }
                        }
                    }
                }
                Link(destination: webAddress) {
                    HStack {
                        Text("Page")
                        Button("Copy") {}
                    }
                }
                Button {
                } label: {
                    HStack {
                        Text("Own look")
                        Button("Dismiss") {}
                    }
                }
                .buttonStyle(FramedStyle())
                .disabled(false)
                Button {
                } label: {
                    Text("Named").accessibilityAction(named: "Archive") {}
                }
                VStack {
                    Text("Pressed")
                    Button("Undo") {}
                }
                .onTapGesture {}
            }
        }
    }
}

private struct FramedStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View { configuration.label.padding() }
}

/// Labels in which controls are words alone, as on Apple's systems.
struct MenuLabelsSample: View {
    @State private var choice = 1

    var body: some View {
        TabView {
            Menu {
                Button("Act") {}
            } label: {
                HStack {
                    Text("Sort")
                    Button("by name") {}
                }
            }
            .tabItem { Button("Home") {} }
            .badge(2)
        }
    }
}

/// Symbols by themselves and beside words.
struct SymbolsSample: View {
    var body: some View {
        List {
            Image(systemName: "wifi")
            HStack {
                Image(systemName: "star")
                Text("Beside words")
            }
            HStack {
                Image(systemName: "star.fill")
                Image(systemName: "star.fill")
            }
            Label("Labelled", systemImage: "heart")
            Image(systemName: "bolt").accessibilityHidden(true)
            Image(systemName: "bolt").accessibilityLabel("Charging")
            LabeledContent("Connected") { Image(systemName: "checkmark") }
            Image(systemName: "gibberish.badge.nobody")
        }
    }
}

/// Controls that are a symbol alone.
struct SymbolControlsSample: View {
    @State private var isOn = false

    var body: some View {
        NavigationStack {
            VStack {
                circle()
                Button {
                } label: {
                    Image(systemName: "plus")
                }
                Button {
                } label: {
                    Image(systemName: "trash.fill").font(.title).padding()
                }
                Button {
                } label: {
                    Image(systemName: "xmark")
                }
                .accessibilityLabel("Dismiss")
                Menu {
                    Button("Act") {}
                } label: {
                    Image(systemName: "ellipsis.circle")
                }
                NavigationLink {
                    Text("Settings")
                } label: {
                    Image(systemName: "gear")
                }
                Toggle(isOn: $isOn) { Image(systemName: "star") }
                Toggle(isOn: $isOn) { Image(systemName: "heart") }.toggleStyle(.button)
                Image(systemName: "chevron.left").onTapGesture {}
            }
            .toolbar {
                Button {
                } label: {
                    Image(systemName: "square.and.arrow.up")
                }
            }
        }
    }
}
