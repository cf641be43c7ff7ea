import Foundation

@testable import SwiftUI

extension Sample {
    static let navigation: [Sample] = [
        Sample(StackSample.self) { StackSample() },
        Sample(PathSample.self) { PathSample() },
        Sample(DestinationsSample.self) { DestinationsSample() },
        Sample(TitlesSample.self) { TitlesSample() },
        Sample(ToolbarSample.self) { ToolbarSample() },
        Sample(OlderBarSample.self) { OlderBarSample() },
        Sample(BarsSample.self) { BarsSample() },
        Sample(TabItemsSample.self) { TabItemsSample() },
        Sample(TabsSample.self) { TabsSample() },
        Sample(SplitSample.self, width: 1_000) { SplitSample() },
        Sample(ThreeColumnsSample.self, width: 1_000) { ThreeColumnsSample() },
        Sample(SearchSample.self) { SearchSample() },
        Sample(SearchSuggestionsSample.self) { SearchSuggestionsSample() },
        Sample(SearchInsideSample.self) { SearchInsideSample() },
    ]
}

struct StackSample: View {
    var body: some View {
        NavigationStack {
            VStack {
                NavigationLink("Value", value: 7)
                NavigationLink("View") { Text("There") }
                NavigationLink(value: 8) { Label("Built", systemImage: "star") }
                NavigationLink {
                    Text("There")
                } label: {
                    Text("Built")
                }
                NavigationLink("Nowhere", value: nil as Int?)
            }
            .navigationTitle("Start")
            .navigationDestination(for: Int.self) { Text("Number \($0)") }
        }
    }
}

struct PathSample: View {
    @State private var path = Self.start

    var body: some View {
        NavigationStack(path: $path) {
            Text("\(path.count) \(path.isEmpty)")
                .navigationTitle("Root")
                .navigationDestination(for: Int.self) { number in
                    Text("Number \(number)").navigationTitle("Number \(number)")
                }
        }
    }

    /// Written and read again on the way.
    private static var start: NavigationPath {
        var path = NavigationPath([1, 2])
        path.append(3)
        path.removeLast()
        guard let written = path.codable, let data = try? JSONEncoder().encode(written),
            let read = try? JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: data)
        else { return NavigationPath() }
        return NavigationPath(read)
    }
}

struct DestinationsSample: View {
    @State private var isThere = true
    @State private var item: Int?

    var body: some View {
        NavigationStack {
            Text("Root")
                .navigationTitle("Root")
                .navigationDestination(isPresented: $isThere) { Text("Pushed").navigationTitle("Pushed") }
                .navigationDestination(item: $item) { Text("Item \($0)") }
        }
    }
}

struct TitlesSample: View {
    @State private var title = "Bound"
    private static let modes: [NavigationBarItem.TitleDisplayMode] = [.automatic, .inline, .large]
    private static let others: [ToolbarTitleDisplayMode] = [.automatic, .inline, .inlineLarge, .large]

    var body: some View {
        NavigationStack {
            VStack {
                ForEach(Self.modes.indices, id: \.self) {
                    Text("mode").navigationBarTitleDisplayMode(Self.modes[$0])
                }
                ForEach(Self.others.indices, id: \.self) {
                    Text("mode").toolbarTitleDisplayMode(Self.others[$0])
                }
            }
            .navigationTitle($title)
            .navigationBarBackButtonHidden()
            .toolbarTitleMenu { Button("Rename") {} }
        }
        NavigationView { Text("older").navigationBarTitle("Older") }
            .navigationViewStyle(.stack)
        NavigationView { Text("older").navigationBarTitle("Inline", displayMode: .inline) }
            .navigationViewStyle(StackNavigationViewStyle())
        NavigationView { Text("no bar").navigationTitle(Text("Unseen")).navigationBarHidden(true) }
            .navigationViewStyle(.automatic)
        NavigationView { Text("usual") }.navigationViewStyle(DefaultNavigationViewStyle())
        NavigationStack { Text("said").navigationTitle("Said").toolbar(removing: ToolbarDefaultItemKind.title) }
    }
}

struct OwnBar: ToolbarContent {
    var shows: Bool
    var body: some ToolbarContent {
        ToolbarItem(id: "own", placement: .status) { Text("Own") }
        if shows {
            ToolbarItem { Button("If") {} }
        }
        if shows {
            ToolbarItem { Button("Either") {} }
        } else {
            ToolbarItem { Button("Or") {} }
        }
        if #available(iOS 26, *) {
            ToolbarItem { Button("New") {} }
        }
    }
}

struct ToolbarSample: View {
    private static let placements: [(String, ToolbarItemPlacement)] = [
        ("automatic", .automatic), ("principal", .principal), ("navigation", .navigation),
        ("primaryAction", .primaryAction), ("secondaryAction", .secondaryAction), ("status", .status),
        ("confirmationAction", .confirmationAction), ("cancellationAction", .cancellationAction),
        ("destructiveAction", .destructiveAction), ("keyboard", .keyboard), ("topBarLeading", .topBarLeading),
        ("topBarTrailing", .topBarTrailing), ("navigationBarLeading", .navigationBarLeading),
        ("navigationBarTrailing", .navigationBarTrailing), ("bottomBar", .bottomBar), ("title", .title),
    ]

    var body: some View {
        NavigationStack { content }
    }

    @ToolbarContentBuilder private var group: some ToolbarContent {
        ToolbarItemGroup(placement: .bottomBar) {
            Button("One") {}
            Spacer()
            Button("Two") {}
        }
        OwnBar(shows: true)
    }

    private var content: some View {
        Group {
            Self.placements.reduce(AnyView(Text("Content"))) { view, place in
                AnyView(
                    view.toolbar {
                        ToolbarItem(placement: place.1) { Button(place.0) {} }
                    }
                )
            }
            .toolbar { group }
            .toolbar { Button("View") {} }
        }
    }
}

struct OlderBarSample: View {
    var body: some View {
        NavigationStack {
            Text("Content")
                .navigationBarItems(leading: Button("Left") {}, trailing: Button("Right") {})
                .navigationBarItems(leading: Button("Left alone") {})
                .navigationBarItems(trailing: Button("Right alone") {})
        }
    }
}

struct BarsSample: View {
    private static let bars: [ToolbarPlacement] = [.automatic, .navigationBar, .bottomBar, .tabBar, .windowToolbar]

    var body: some View {
        NavigationStack {
            VStack {
                ForEach(Self.bars.indices, id: \.self) { Text("bar").toolbarColorScheme(.dark, for: Self.bars[$0]) }
            }
            .navigationTitle("Not seen")
            .toolbar(.hidden, for: .navigationBar)
        }
    }
}

struct TabItemsSample: View {
    @State private var tab = 1

    var body: some View {
        TabView(selection: $tab) {
            Text("First")
                .tabItem { Label("One", systemImage: "1.circle") }
                .tag(0)
            NavigationStack { Text("Second").navigationTitle("Second") }
                .tabItem {
                    Image(systemName: "2.circle")
                    Text("Two")
                }
                .badge(2)
                .tag(1)
        }
        .tabViewStyle(.automatic)
    }
}

struct TabsSample: View {
    @State private var tab = "find"
    private let hasMore = true

    var body: some View {
        TabView(selection: $tab) {
            Tab("List", systemImage: "list.bullet", value: "list") { Text("List") }
                .badge(3)
            Tab(value: "built") {
                Text("Built")
            } label: {
                Label("Built", systemImage: "star")
            }
            .badge(Text("new"))
            TabSection("More") {
                Tab("Inside", systemImage: "tray", value: "inside") { Text("Inside") }
            }
            if hasMore {
                conditional
            }
            if hasMore {
                Tab("Either", systemImage: "star", value: "either") { Text("Either") }
            } else {
                Tab("Or", systemImage: "star", value: "or") { Text("Or") }
            }
            if #available(iOS 26, *) {
                Tab("New", systemImage: "star", value: "new") { Text("New") }
            }
            Tab(value: "find", role: TabRole.search) { Text("Find") }
        }
        .tabViewStyle(.sidebarAdaptable)
        .tabViewSidebarFooter { Button("Below") {} }
        TabView { Text("page").tabItem { Text("Page") } }.tabViewStyle(.page)
        TabView { Text("page").tabItem { Text("Page") } }
            .tabViewStyle(PageTabViewStyle(indexDisplayMode: PageTabViewStyle.IndexDisplayMode.always))
        TabView { Text("page").tabItem { Text("Page") } }.tabViewStyle(.page(indexDisplayMode: .never))
        TabView { Text("page").tabItem { Text("Page") } }.tabViewStyle(.page(indexDisplayMode: .automatic))
        TabView { Text("usual").tabItem { Text("Usual") } }.tabViewStyle(DefaultTabViewStyle())
        TabView { Text("usual").tabItem { Text("Usual") } }.tabViewStyle(SidebarAdaptableTabViewStyle())
    }
}

extension TabsSample {
    @TabContentBuilder<String> private var conditional: some TabContent<String> {
        Tab("If", systemImage: "star", value: "if") { Text("If") }
    }
}

struct SplitSample: View {
    @State private var choice: Int? = 2
    @State private var columns = NavigationSplitViewVisibility.all
    @State private var compact = NavigationSplitViewColumn.detail

    var body: some View {
        NavigationSplitView(columnVisibility: $columns, preferredCompactColumn: $compact) {
            List(0..<3, id: \.self, selection: $choice) { Text("Item \($0)") }
                .navigationTitle("Items")
                .navigationSplitViewColumnWidth(200)
        } detail: {
            Text("Item \(choice ?? 0)").navigationTitle("Item \(choice ?? 0)")
        }
        .navigationSplitViewStyle(.balanced)
    }
}

struct ThreeColumnsSample: View {
    private static let columns: [NavigationSplitViewColumn] = [.sidebar, .content, .detail]

    var body: some View {
        NavigationSplitView {
            Text("Side").navigationTitle("Side")
        } content: {
            Text("Middle").navigationSplitViewColumnWidth(min: 100, ideal: 200, max: 300)
        } detail: {
            Text("Detail of \(Self.columns.count)")
        }
        .navigationSplitViewStyle(.prominentDetail)
        NavigationSplitView {
            Text("Side")
        } detail: {
            Text("Detail")
        }
        .navigationSplitViewStyle(.automatic)
        .navigationSplitViewStyle(AutomaticNavigationSplitViewStyle())
        .navigationSplitViewStyle(BalancedNavigationSplitViewStyle())
        .navigationSplitViewStyle(ProminentDetailNavigationSplitViewStyle())
    }
}

struct SearchSample: View {
    @State private var text = "fern"
    @State private var scope = 1

    var body: some View {
        NavigationStack {
            Text("Found")
                .navigationTitle("Plants")
                .searchable(text: $text, placement: .navigationBarDrawer(displayMode: .always), prompt: "Plants")
                .searchScopes($scope) {
                    Text("Garden").tag(0)
                    Text("House").tag(1)
                }
        }
    }
}

struct SearchSuggestionsSample: View {
    @State private var text = "f"
    @State private var isSearching = true

    var body: some View {
        NavigationStack {
            Text("Found")
                .searchable(text: $text, isPresented: $isSearching, prompt: Text("Plants"))
                .searchSuggestions {
                    Text("Fern").searchCompletion("fern")
                    Label("Fig", systemImage: "leaf").searchCompletion("fig")
                }
                .searchPresentationToolbarBehavior(.avoidHidingContent)
                .searchPresentationToolbarBehavior(.automatic)
        }
    }
}

struct Searcher: View {
    @Environment(\.isSearching) private var isSearching
    @Environment(\.dismissSearch) private var dismissSearch

    var body: some View {
        Button("Stop") { dismissSearch() }.disabled(!isSearching)
    }
}

struct SearchInsideSample: View {
    @State private var text = "moss"

    var body: some View {
        NavigationStack { Searcher().searchable(text: $text) { Text("Moss") } }
    }
}
