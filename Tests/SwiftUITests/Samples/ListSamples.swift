import Foundation

@testable import SwiftUI

extension Sample {
    static let lists: [Sample] = [
        Sample(ListFormsSample.self) { ListFormsSample() },
        Sample(ListStylesSample.self) { ListStylesSample() },
        Sample(SelectionSample.self) { SelectionSample() },
        Sample(EditingSample.self) { EditingSample() },
        Sample(RowsSample.self) { RowsSample() },
        Sample(SectionsSample.self) { SectionsSample() },
        Sample(RefreshSample.self) { RefreshSample() },
        Sample(WindowSample.self) { WindowSample() },
    ]
}

struct Plant: Identifiable, Hashable {
    var id: Int
    var name: String
}

private let garden = [Plant(id: 1, name: "Fern"), Plant(id: 2, name: "Moss"), Plant(id: 3, name: "Ivy")]

struct ListFormsSample: View {
    @State private var plants = garden

    var body: some View {
        List { Text("Row") }
        List(garden) { Text($0.name) }
        List(garden, id: \.name) { Text($0.name) }
        List(0..<2) { Text("Number \($0)") }
        List($plants) { $plant in TextField("Name", text: $plant.name) }
        List {
            ForEach(garden) { Text($0.name) }
            ForEach(garden, id: \.self) { Text($0.name) }
            ForEach(0..<2) { Text("Number \($0)") }
            ForEach($plants) { $plant in TextField("Name", text: $plant.name) }
            ForEach($plants, id: \.name) { $plant in Text(plant.name) }
        }
        VStack {
            let rows = ForEach(garden) { Text($0.name) }
            Text("\(rows.data.count)")
            rows.content(garden[0])
        }
        Form { Text("Row of a form") }
    }
}

struct ListStylesSample: View {
    var body: some View {
        List { Text("automatic") }.listStyle(.automatic)
        List { Text("plain") }.listStyle(.plain)
        List { Text("grouped") }.listStyle(.grouped)
        List { Text("inset") }.listStyle(.inset)
        List { Text("inset, grouped") }.listStyle(.insetGrouped)
        List { Text("sidebar") }.listStyle(.sidebar)
        List { Text("spelled") }.listStyle(DefaultListStyle())
        List { Text("spelled") }.listStyle(PlainListStyle())
        List { Text("spelled") }.listStyle(GroupedListStyle())
        List { Text("spelled") }.listStyle(InsetListStyle())
        List { Text("spelled") }.listStyle(InsetGroupedListStyle())
        List { Text("spelled") }.listStyle(SidebarListStyle())
        Form { Text("form") }.formStyle(.grouped)
        Form { Text("form") }.formStyle(.automatic)
        Form { Text("form") }.formStyle(.columns)
        Form { Text("form") }.formStyle(AutomaticFormStyle())
        Form { Text("form") }.formStyle(GroupedFormStyle())
        Form { Text("form") }.formStyle(ColumnsFormStyle())
    }
}

struct SelectionSample: View {
    @State private var one: Int? = 2
    @State private var several: Set<Int> = [1, 3]

    var body: some View {
        List(garden, selection: $one) { Text($0.name) }
        List(garden, id: \.id, selection: $several) { Text($0.name) }
        List(selection: $one) {
            Text("Second").tag(2)
            Text("Third").tag(3)
        }
    }
}

struct EditingSample: View {
    @State private var plants = garden

    var body: some View {
        NavigationStack {
            List {
                ForEach(plants) { plant in
                    Text(plant.name)
                        .deleteDisabled(plant.id == 2)
                        .moveDisabled(plant.id == 3)
                }
                .onDelete { plants.remove(atOffsets: $0) }
                .onMove { plants.move(fromOffsets: $0, toOffset: $1) }
            }
            .toolbar { EditButton() }
            .environment(\.editMode, .constant(Self.mode))
        }
    }

    private static var mode: EditMode {
        let modes: [EditMode] = [.inactive, .transient, .active]
        return modes.last { $0.isEditing } ?? .inactive
    }
}

struct RowsSample: View {
    var body: some View {
        List {
            Text("swipe")
                .swipeActions {
                    Button("Delete", role: .destructive) {}
                }
                .swipeActions(edge: .leading, allowsFullSwipe: false) {
                    Button("Pin") {}.tint(.yellow)
                }
                .swipeActions(edge: HorizontalEdge.trailing) { Button("More") {} }
            Text("background").listRowBackground(Color.yellow)
            Text("shape behind").listRowBackground(Rectangle().fill(.red))
            Text("insets").listRowInsets(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
            Text("no insets").listRowInsets(EdgeInsets())
            Text("no line").listRowSeparator(.hidden)
            Text("line above").listRowSeparator(Visibility.visible, edges: .top)
            Text("tint").listItemTint(.red)
            Text("badge").badge(3)
            Text("words").badge("new")
            Text("text").badge(Text("old"))
            Text("no badge").badge(0)
            Text("edges \(Self.edges)")
            Text("line").listSectionSeparator(.automatic)
        }
    }

    private static var edges: Int {
        let sides: [HorizontalEdge.Set] = [.leading, .trailing, .all, HorizontalEdge.Set(rawValue: 2)]
        let heights: [VerticalEdge.Set] = [.top, .bottom, .all, VerticalEdge.Set(rawValue: 1)]
        let both: [VerticalEdge] = [.top, .bottom]
        return sides.map { Int($0.rawValue) }.reduce(0, +) + heights.map { Int($0.rawValue) }.reduce(0, +) + both.count
    }
}

struct SectionsSample: View {
    @State private var isOpen = true

    var body: some View {
        List {
            Section { Text("no title") }
            Section("Title") { Text("row") }
            Section {
                Text("row")
            } header: {
                Text("Built")
            } footer: {
                Text("Foot")
            }
            Section {
                Text("row")
            } header: {
                Label("Head alone", systemImage: "star")
            }
            Section {
                Text("row")
            } footer: {
                Text("Foot alone")
            }
            Section("Open", isExpanded: $isOpen) { Text("seen") }
            Section("Closed", isExpanded: .constant(false)) { Text("not seen") }
            Section(isExpanded: $isOpen) {
                Text("seen")
            } header: {
                Text("Built, open")
            }
            Text("prominence").headerProminence(.increased)
            Text("prominence").headerProminence(Prominence.standard)
        }
    }
}

struct Refreshed: View {
    @Environment(\.refresh) private var refresh

    var body: some View {
        Button("Again") { Task { await refresh?() } }.disabled(refresh == nil)
    }
}

struct RefreshSample: View {
    var body: some View {
        NavigationStack {
            List { Refreshed() }
                .navigationTitle("News")
                .refreshable {}
        }
    }
}

struct WindowSample: View {
    var body: some View {
        List(0..<103) { Text("Row \($0)") }
    }
}
