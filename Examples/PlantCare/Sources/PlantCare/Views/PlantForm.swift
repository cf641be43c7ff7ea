import SwiftData
import SwiftUI

struct PlantForm: View {
    private enum Field {
        case name, species
    }

    @Environment(\.dismiss) private var dismiss
    @Environment(\.modelContext) private var modelContext
    @Query(sort: \Room.name) private var rooms: [Room]
    @FocusState private var focus: Field?

    private let plant: Plant?
    @State private var name: String
    @State private var species: String
    @State private var light: Light
    @State private var wateringInterval: Int
    @State private var acquiredAt: Date
    @State private var room: Room?

    init(plant: Plant?) {
        self.plant = plant
        _name = State(initialValue: plant?.name ?? "")
        _species = State(initialValue: plant?.species ?? "")
        _light = State(initialValue: plant?.light ?? .medium)
        _wateringInterval = State(initialValue: plant?.wateringInterval ?? 7)
        _acquiredAt = State(initialValue: plant?.acquiredAt ?? .now)
        _room = State(initialValue: plant?.room)
    }

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    TextField("Name", text: $name)
                        .focused($focus, equals: .name)
                        .submitLabel(.next)
                        .onSubmit { focus = .species }
                    TextField("Species", text: $species)
                        .focused($focus, equals: .species)
                        .autocorrectionDisabled()
                }
                Section("Place") {
                    Picker("Room", selection: $room) {
                        Text("None").tag(nil as Room?)
                        ForEach(rooms) { room in
                            Text(room.name).tag(room as Room?)
                        }
                    }
                    Picker("Light", selection: $light) {
                        ForEach(Light.allCases) { light in
                            Label(light.title, systemImage: light.symbol).tag(light)
                        }
                    }
                }
                Section {
                    Stepper("Every \(wateringInterval) days", value: $wateringInterval, in: 1...60)
                    DatePicker("At home since", selection: $acquiredAt, displayedComponents: .date)
                } header: {
                    Text("Care")
                } footer: {
                    Text("You are reminded on the Today screen.")
                }
            }
            .navigationTitle(plant == nil ? "New Plant" : "Edit Plant")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel", role: .cancel) { dismiss() }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save", action: save)
                        .disabled(trimmedName.isEmpty)
                }
            }
            .onAppear {
                if plant == nil { focus = .name }
            }
        }
    }

    private var trimmedName: String {
        name.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func save() {
        let target = plant ?? Plant(name: "")
        if plant == nil { modelContext.insert(target) }
        target.name = trimmedName
        target.species = species
        target.light = light
        target.wateringInterval = wateringInterval
        target.acquiredAt = acquiredAt
        target.room = room
        dismiss()
    }
}
