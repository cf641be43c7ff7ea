import SwiftData
import SwiftUI

struct RoomList: View {
    @Environment(\.modelContext) private var modelContext
    @Query(sort: \Room.name) private var rooms: [Room]
    @State private var isAdding = false
    @State private var newName = ""

    var body: some View {
        NavigationStack {
            List {
                ForEach(rooms) { room in
                    NavigationLink {
                        RoomDetail(room: room)
                    } label: {
                        Label(room.name, systemImage: "door.left.hand.open")
                            .badge(room.plants.count)
                    }
                }
                .onDelete { offsets in
                    for index in offsets { modelContext.delete(rooms[index]) }
                }
            }
            .overlay {
                if rooms.isEmpty {
                    ContentUnavailableView {
                        Label("No Rooms", systemImage: "house")
                    } description: {
                        Text("Rooms group your plants.")
                    } actions: {
                        Button("Add a Room") { isAdding = true }
                            .buttonStyle(.borderedProminent)
                    }
                }
            }
            .navigationTitle("Rooms")
            .toolbar {
                EditButton()
                Button("Add Room", systemImage: "plus") { isAdding = true }
            }
            .alert("New Room", isPresented: $isAdding) {
                TextField("Name", text: $newName)
                Button("Cancel", role: .cancel) { newName = "" }
                Button("Add", action: add)
            } message: {
                Text("For example “Kitchen”.")
            }
        }
    }

    private func add() {
        let name = newName.trimmingCharacters(in: .whitespaces)
        newName = ""
        guard !name.isEmpty else { return }
        modelContext.insert(Room(name: name))
    }
}

struct RoomDetail: View {
    @Bindable var room: Room

    var body: some View {
        Form {
            TextField("Name", text: $room.name)
            Section("Plants") {
                ForEach(room.plants.sorted { $0.name < $1.name }) { plant in
                    PlantRow(plant: plant)
                }
            }
        }
        .navigationTitle(room.name)
    }
}
