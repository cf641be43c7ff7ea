import SwiftData
import SwiftUI

struct PlantDetail: View {
    @Bindable var plant: Plant
    @Environment(\.dismiss) private var dismiss
    @Environment(\.modelContext) private var modelContext
    @State private var isEditing = false
    @State private var isConfirmingDelete = false

    private var history: [CareEvent] {
        plant.events.sorted { $0.date > $1.date }
    }

    var body: some View {
        List {
            Section {
                LabeledContent("Species", value: plant.species.isEmpty ? "Unknown" : plant.species)
                LabeledContent("Room", value: plant.room?.name ?? "None")
                LabeledContent("Light") {
                    Label(plant.light.title, systemImage: plant.light.symbol)
                }
                LabeledContent("Next watering") {
                    Text(plant.nextWatering, format: .dateTime.day().month(.wide).year())
                        .foregroundStyle(plant.isThirsty(on: .now) ? .red : .secondary)
                }
                Toggle("Favorite", isOn: $plant.isFavorite)
            }
            Section("Notes") {
                TextField("Notes", text: $plant.notes, axis: .vertical)
                    .lineLimit(3...8)
            }
            Section("Care") {
                ForEach(CareEvent.Kind.allCases) { kind in
                    Button {
                        withAnimation { plant.record(kind) }
                    } label: {
                        Label("Mark as \(kind.title)", systemImage: kind.symbol)
                    }
                }
            }
            if !history.isEmpty {
                Section {
                    ForEach(history) { event in
                        LabeledContent {
                            Text(event.date, style: .date)
                        } label: {
                            Label(event.kind.title, systemImage: event.kind.symbol)
                        }
                    }
                    .onDelete(perform: deleteEvents)
                } header: {
                    Text("History (\(history.count))")
                }
            }
            Section {
                Button("Delete Plant", role: .destructive) {
                    isConfirmingDelete = true
                }
            }
        }
        .navigationTitle(plant.name)
        .toolbar {
            Button("Edit") { isEditing = true }
        }
        .sheet(isPresented: $isEditing) {
            PlantForm(plant: plant)
        }
        .confirmationDialog(
            "Delete \(plant.name)?",
            isPresented: $isConfirmingDelete,
            titleVisibility: .visible
        ) {
            Button("Delete", role: .destructive) {
                dismiss()
                modelContext.delete(plant)
            }
        } message: {
            Text("Its history is deleted too.")
        }
    }

    private func deleteEvents(at offsets: IndexSet) {
        for event in offsets.map({ history[$0] }) {
            modelContext.delete(event)
        }
    }
}
