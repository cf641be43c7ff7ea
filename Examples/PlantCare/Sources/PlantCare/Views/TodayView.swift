import SwiftData
import SwiftUI

struct TodayView: View {
    @Query(sort: \Plant.name) private var plants: [Plant]
    @Query(Self.recentEvents) private var recent: [CareEvent]

    private static var recentEvents: FetchDescriptor<CareEvent> {
        var descriptor = FetchDescriptor<CareEvent>(sortBy: [SortDescriptor(\.date, order: .reverse)])
        descriptor.fetchLimit = 5
        return descriptor
    }

    private var thirsty: [Plant] {
        plants.filter { $0.isThirsty(on: .now) }
    }

    var body: some View {
        NavigationStack {
            List {
                Section("Thirsty") {
                    if thirsty.isEmpty {
                        Label("All plants are watered", systemImage: "checkmark.circle")
                            .foregroundStyle(.green)
                    }
                    ForEach(thirsty) { plant in
                        NavigationLink(value: plant) {
                            ThirstyRow(plant: plant)
                        }
                    }
                }
                if !recent.isEmpty {
                    Section("Recently Done") {
                        ForEach(recent) { event in
                            Label {
                                Text("\(event.plant?.name ?? "A plant") – \(event.kind.title.lowercased())")
                            } icon: {
                                Image(systemName: event.kind.symbol)
                            }
                        }
                    }
                }
            }
            .navigationTitle("Today")
            .navigationDestination(for: Plant.self) { plant in
                PlantDetail(plant: plant)
            }
            .toolbar {
                if thirsty.count > 1 {
                    Button("Water All") {
                        for plant in thirsty { plant.record(.watered) }
                    }
                }
            }
        }
    }
}

private struct ThirstyRow: View {
    let plant: Plant

    var body: some View {
        HStack {
            Button {
                plant.isFavorite.toggle()
            } label: {
                Image(systemName: plant.isFavorite ? "star.fill" : "star")
            }
            .buttonStyle(.borderless)
            VStack(alignment: .leading) {
                Text(plant.name)
                Text(plant.room?.name ?? "No Room")
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
            Spacer()
            Button("Water \(plant.name)", systemImage: "drop") {
                withAnimation { plant.record(.watered) }
            }
            .labelStyle(.iconOnly)
            .buttonStyle(.bordered)
        }
    }
}
