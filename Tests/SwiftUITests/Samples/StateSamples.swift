import Foundation
import Observation
import SwiftData

@testable import SwiftUI

extension Sample {
    static let state: [Sample] = [
        Sample(StateSample.self) { StateSample() },
        Sample(BindingsSample.self) { BindingsSample() },
        Sample(ObjectsSample.self) { ObjectsSample() },
        Sample(StoredSample.self) { StoredSample().environment(\.settings, SettingsFile(nil)) },
        Sample(FocusSample.self) { FocusSample() },
        Sample(EventsSample.self) { EventsSample() },
        Sample(QueriesSample.self) { QueriesSample().modelContainer(for: Book.self, inMemory: true) },
        Sample(ScenesSample.self) { ScenesSample() },
    ]
}

struct StateSample: View {
    @State private var plain = 1
    @State private var given: Int
    @State private var nothing: String?

    init() { _given = State(initialValue: 2) }

    var body: some View {
        Text("\(plain) \(given) \(nothing ?? "none")")
        Button("Add") { plain += 1 }
        TextField("Nothing", text: Binding($nothing, replacingNilWith: "none"))
    }
}

extension Binding where Value == String {
    /// As apps write it.
    init(_ base: Binding<String?>, replacingNilWith value: String) {
        self.init {
            base.wrappedValue ?? value
        } set: {
            base.wrappedValue = $0
        }
    }
}

struct BindingsSample: View {
    @State private var plants = [Plant(id: 1, name: "Fern"), Plant(id: 2, name: "Moss")]
    @State private var maybe: Int? = 3

    var body: some View {
        Toggle("constant", isOn: .constant(true))
        TextField("member", text: $plants[0].name)
        TextField("get and set", text: Binding(get: { plants[1].name }, set: { plants[1].name = $0 }))
        TextField("with a transaction", text: Binding(get: { "t" }, set: { (_: String, _: Transaction) in }))
        Toggle("animated", isOn: Binding(projectedValue: .constant(true)).animation())
        Toggle("transaction", isOn: Binding.constant(false).transaction(Transaction()))
        if let some = Binding($maybe) { Stepper("some \(some.wrappedValue)", value: some) }
        Text("optional \(Binding<Int?>(.constant(4)).wrappedValue ?? 0)")
        Text("hashable \("\(Binding<AnyHashable>(.constant(5)).wrappedValue)")")
        Text("id \($plants[1].id)")
        ForEach($plants) { $plant in TextField("element", text: $plant.name) }
        Text("\(facts)")
    }

    private var facts: String {
        let all = $plants
        let next = all.index(after: all.startIndex)
        let places: Binding<[Plant]>.Index = all.endIndex
        let indices: Binding<[Plant]>.Indices = all.indices
        let first: Binding<[Plant]>.Element = all[all.startIndex]
        var iterator: Binding<[Plant]>.Iterator = all.makeIterator()
        let names = [first.wrappedValue.name, iterator.next()?.wrappedValue.name ?? ""]
        return
            "\(next) \(places) \(indices.count) \(all.index(before: places)) \(names) \(all.transaction.isContinuous)"
    }
}

final class Counting: ObservableObject {
    @Published var number = 1
    @Published var words = Published(initialValue: "words").projected
    var silent = 0 {
        willSet { objectWillChange.send() }
    }
}

extension Published where Value == String {
    /// The value, as an initialiser would read it.
    fileprivate var projected: String { "\(Value.self)" }
}

@Observable
final class Garden: Identifiable {
    let id = 7
    var name = "Garden"
    init() {}
}

struct ObjectsSample: View {
    @StateObject private var counting = Counting()
    @State private var garden = Garden()

    var body: some View {
        Button("State \(counting.number)") { counting.number += 1 }
        TextField("Bound", text: $counting.words)
        Observing(counting: counting)
        Inherits().environmentObject(counting)
        Editing(garden: garden)
        InheritsObservable().environment(garden)
        Text("\(ObservableObjectPublisher() === counting.objectWillChange)")
    }
}

struct Observing: View {
    @ObservedObject var counting: Counting
    var body: some View {
        Button("Observed \(counting.number)") { counting.silent += 1 }
        TextField("Bound", text: wrapper.words)
    }
    private var wrapper: ObservedObject<Counting>.Wrapper { $counting }
}

struct Inherits: View {
    @EnvironmentObject private var counting: Counting
    var body: some View {
        Text("Inherited \(counting.number)")
        TextField("Bound", text: wrapper.words)
    }
    private var wrapper: EnvironmentObject<Counting>.Wrapper { $counting }
}

struct Editing: View {
    @Bindable var garden: Garden
    var body: some View {
        TextField("Name", text: $garden.name)
        TextField("Again", text: Bindable(garden).name)
        TextField(
            "Projected",
            text: Bindable(projectedValue: $garden).wrappedValue.name == "" ? $garden.name : $garden.name
        )
        Text("\(_garden.id)")
    }
}

struct InheritsObservable: View {
    @Environment(Garden.self) private var garden
    @Environment(Garden.self) private var maybe: Garden?
    @Environment(Counter2.self) private var missing: Counter2?
    var body: some View { Text("\(garden.name) \(maybe?.name ?? "none") \(missing == nil)") }
}

@Observable
final class Counter2 {
    init() {}
}

struct StoredSample: View {
    @AppStorage("flag") private var flag = true
    @AppStorage("words") private var words = "stored"
    @AppStorage("flavour") private var flavour = Flavour.lemon
    @AppStorage("nothing") private var nothing: Int?
    @SceneStorage("place") private var place = 2
    @SceneStorage("note") private var note: String?

    var body: some View {
        Toggle("Flag", isOn: $flag)
        TextField("Words", text: $words)
        Text("\(flavour.rawValue) \(nothing ?? 0)")
        Stepper("Place \(place)", value: $place)
        Text("\(note ?? "no note")")
    }
}

struct FocusSample: View {
    enum Field: Hashable { case first, second }
    @FocusState private var isFocused: Bool
    @FocusState private var field: Field?
    @AccessibilityFocusState private var isRead: Bool
    @AccessibilityFocusState private var readField: Field?
    @State private var text = ""

    var body: some View {
        TextField("one", text: $text).focused($isFocused)
        TextField("first", text: $text).focused($field, equals: .first)
        Passed(field: $field, isRead: $isRead)
        TextField("read", text: $text).accessibilityFocused($readField, equals: .second)
        Text("may have it").focusable()
        VStack { Text("begins") }.defaultFocus($field, .first)
        Button("Move") {
            field = .second
            isRead = true
        }
        Text("\(isFocused) \(field == nil) \(isRead) \(readField == nil)")
    }
}

struct Passed: View {
    @FocusState.Binding var field: FocusSample.Field?
    @AccessibilityFocusState<Bool>.Binding var isRead: Bool
    var body: some View {
        TextField("second", text: .constant("")).focused($field, equals: .second).accessibilityFocused($isRead)
    }
}

struct Height: PreferenceKey {
    static var defaultValue: Int { 0 }
    static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

struct MaybeHeight: PreferenceKey {
    typealias Value = Int?
    static func reduce(value: inout Int?, nextValue: () -> Int?) { value = nextValue() ?? value }
}

struct EventsSample: View {
    @State private var said: [String] = []
    @State private var number = 0

    var body: some View {
        VStack {
            Text("appears").onAppear { say("appear") }
            Text("goes").onDisappear { say("disappear") }
            Text("changes")
                .onChange(of: number) { say("change") }
                .onChange(of: number) { old, new in say("change \(old) \(new)") }
                .onChange(of: number, initial: true) { say("change at first") }
            Text("works").task {}
            Text("works for").task(id: number, priority: .high) {}
            Text("hears").onReceive(NotificationCenter.default.publisher(for: .init("bell"))) { _ in say("bell") }
            Text("ticks").onReceive(Timer.publish(every: 3_600, on: .main, in: .common).autoconnect().map { _ in 1 }) {
                say("tick \($0)")
            }
            Text("tells").preference(key: Height.self, value: 2)
            Text("tells more").preference(key: Height.self, value: 3).transformPreference(Height.self) { $0 += 1 }
            Text("may tell").preference(key: MaybeHeight.self, value: MaybeHeight.defaultValue)
            Text("known").id("me")
            Text("said: \(said.joined(separator: ", "))")
        }
        .onPreferenceChange(Height.self) { say("height \($0)") }
    }

    private func say(_ words: String) { said.append(words) }
}

struct QueriesSample: View {
    @Query private var all: [Book]
    @Query(sort: \Book.title) private var sorted: [Book]
    @Query(filter: #Predicate<Book> { $0.isRead }, sort: \Book.title, order: .reverse) private var read: [Book]
    @Query(FetchDescriptor<Book>(), animation: .default) private var described: [Book]
    @Query(sort: \Book.author?.name, transaction: Transaction()) private var byAuthor: [Book]
    @Environment(\.modelContext) private var modelContext

    var body: some View {
        Text("\(all.count) \(sorted.count) \(read.count) \(described.count) \(byAuthor.count)")
        Text("\(_all.fetchError == nil && _byAuthor.fetchError == nil) \(_all.modelContext === modelContext)")
        Text("other").modelContext(modelContext)
        Text("same").modelContainer(modelContext.container)
    }
}

struct SmallApp: App {
    @State private var title = "Small"

    var body: some Scene {
        WindowGroup { Text(title) }
            .environment(\.locale, Locale(identifier: "fr"))
            .environment(Garden())
            .environmentObject(Counting())
            .modelContainer(for: Book.self, inMemory: true)
            .onChange(of: title) {}
            .defaultSize(width: 10, height: 10)
    }
}

struct ManyScenes: App {
    private let hasTwo = true
    private let books = try? ModelContainer(
        for: Book.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )

    @SceneBuilder var body: some Scene {
        WindowGroup("Named", id: "first") { Text("The first window") }
        Window("Second", id: "second") { Text("Another") }
        if hasTwo {
            WindowGroup(id: "third") { Text("A third") }
        }
        if let books {
            WindowGroup(id: "fourth") { Text("A fourth") }.modelContext(books.mainContext)
        }
        if #available(iOS 26, *) {
            WindowGroup { Text("New") }
        }
    }
}

struct ScenesSample: View {
    var body: some View {
        VStack {
            window(SmallApp())
            window(ManyScenes())
        }
    }

    private func window<A: App>(_ app: A) -> AnyView { app.body._window() ?? AnyView(EmptyView()) }
}
