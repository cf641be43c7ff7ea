import SwiftData
import SwiftUI

@main
struct PlantCareApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView()
        }
        .modelContainer(for: [Plant.self, Room.self, CareEvent.self])
    }
}

struct ContentView: View {
    enum Screen: Hashable {
        case today, plants, rooms, settings
    }

    @State private var screen = Screen.plants

    var body: some View {
        TabView(selection: $screen) {
            Tab("Today", systemImage: "sun.max", value: Screen.today) {
                TodayView()
            }
            Tab("Plants", systemImage: "leaf", value: Screen.plants) {
                PlantList()
            }
            Tab("Rooms", systemImage: "house", value: Screen.rooms) {
                RoomList()
            }
            Tab("Settings", systemImage: "gear", value: Screen.settings) {
                SettingsView()
            }
        }
    }
}

#Preview {
    ContentView()
        .modelContainer(for: [Plant.self, Room.self, CareEvent.self], inMemory: true)
}
