import SwiftData
import SwiftUI

enum PlantOrder: String, CaseIterable, Identifiable {
    case name, newest, favorites

    var id: Self { self }

    var title: LocalizedStringKey {
        switch self {
        case .name: "Name"
        case .newest: "Newest First"
        case .favorites: "Favorites Only"
        }
    }
}

struct PlantList: View {
    @AppStorage("plantOrder") private var order = PlantOrder.name
    @State private var searchText = ""
    @State private var isAdding = false

    var body: some View {
        NavigationStack {
            PlantResults(searchText: searchText, order: order)
                .navigationTitle("Plants")
                .navigationDestination(for: Plant.self) { plant in
                    PlantDetail(plant: plant)
                }
                .searchable(text: $searchText, prompt: "Name or species")
                .toolbar {
                    ToolbarItem(placement: .topBarLeading) {
                        Menu("Order", systemImage: "arrow.up.arrow.down") {
                            Picker("Order", selection: $order) {
                                ForEach(PlantOrder.allCases) { order in
                                    Text(order.title).tag(order)
                                }
                            }
                        }
                    }
                    ToolbarItem(placement: .primaryAction) {
                        Button("Add Plant", systemImage: "plus") {
                            isAdding = true
                        }
                        .keyboardShortcut("n")
                    }
                }
                .sheet(isPresented: $isAdding) {
                    PlantForm(plant: nil)
                }
        }
    }
}

private struct PlantResults: View {
    @Environment(\.modelContext) private var modelContext
    @Query private var plants: [Plant]
    @State private var edited: Plant?
    private let searchText: String

    init(searchText: String, order: PlantOrder) {
        self.searchText = searchText
        let favoritesOnly = order == .favorites
        let filter = #Predicate<Plant> { plant in
            (searchText.isEmpty
                || plant.name.localizedStandardContains(searchText)
                || plant.species.localizedStandardContains(searchText))
                && (!favoritesOnly || plant.isFavorite)
        }
        let descriptors =
            order == .newest
            ? [SortDescriptor(\Plant.acquiredAt, order: .reverse)] : [SortDescriptor(\Plant.name)]
        _plants = Query(filter: filter, sort: descriptors, animation: .default)
    }

    var body: some View {
        List {
            ForEach(groups, id: \.title) { group in
                Section(group.title) {
                    ForEach(group.plants) { plant in
                        NavigationLink(value: plant) {
                            PlantRow(plant: plant)
                        }
                        .swipeActions(edge: .leading) {
                            Button("Watered", systemImage: "drop") {
                                withAnimation { plant.record(.watered) }
                            }
                            .tint(.blue)
                        }
                        .swipeActions {
                            Button("Delete", systemImage: "trash", role: .destructive) {
                                modelContext.delete(plant)
                            }
                            Button("Edit", systemImage: "pencil") {
                                edited = plant
                            }
                        }
                    }
                }
            }
        }
        .overlay {
            if plants.isEmpty {
                if searchText.isEmpty {
                    ContentUnavailableView(
                        "No Plants Yet",
                        systemImage: "leaf",
                        description: Text("Add your first plant with the plus button.")
                    )
                } else {
                    ContentUnavailableView.search(text: searchText)
                }
            }
        }
        .sheet(item: $edited) { plant in
            PlantForm(plant: plant)
        }
    }

    private var groups: [(title: String, plants: [Plant])] {
        Dictionary(grouping: plants) { $0.room?.name ?? "No Room" }
            .map { (title: $0.key, plants: $0.value) }
            .sorted { $0.title < $1.title }
    }
}

struct PlantRow: View {
    let plant: Plant

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: plant.light.symbol)
                .foregroundStyle(.green)
                .frame(width: 28)
            VStack(alignment: .leading, spacing: 2) {
                Text(plant.name)
                    .font(.headline)
                if !plant.species.isEmpty {
                    Text(plant.species)
                        .font(.subheadline)
                        .italic()
                        .foregroundStyle(.secondary)
                }
            }
            Spacer()
            if plant.isThirsty(on: .now) {
                Image(systemName: "drop.fill")
                    .foregroundStyle(.blue)
                    .accessibilityLabel("Needs water")
            }
            if plant.isFavorite {
                Image(systemName: "star.fill")
                    .foregroundStyle(.yellow)
                    .accessibilityLabel("Favorite")
            }
        }
    }
}
