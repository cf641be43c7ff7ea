import SwiftData
import SwiftUI

/// An app as a stranger would write it for a phone.
struct LibraryRoot: View {
    @State private var tab = LibraryTab.books

    enum LibraryTab: Hashable { case books, authors, settings }

    var body: some View {
        TabView(selection: $tab) {
            BookListView()
                .tabItem { Label("Books", systemImage: "books.vertical") }
                .tag(LibraryTab.books)
            AuthorListView()
                .tabItem { Label("Authors", systemImage: "person.2") }
                .tag(LibraryTab.authors)
            LibrarySettings()
                .tabItem { Label("Settings", systemImage: "gear") }
                .tag(LibraryTab.settings)
        }
    }
}

struct BookListView: View {
    @Environment(\.modelContext) private var modelContext
    @Query(sort: \Book.title) private var books: [Book]
    @State private var searchText = ""
    @State private var isAdding = false
    @State private var path = NavigationPath()
    @AppStorage("hidesRead") private var hidesRead = false

    private var shown: [Book] {
        books.filter { book in
            (!hidesRead || !book.isRead)
                && (searchText.isEmpty || book.title.localizedCaseInsensitiveContains(searchText))
        }
    }

    var body: some View {
        NavigationStack(path: $path) {
            List {
                ForEach(Genre.allCases) { genre in
                    let inGenre = shown.filter { $0.genre == genre }
                    if !inGenre.isEmpty {
                        Section(genre.title) {
                            ForEach(inGenre) { book in
                                NavigationLink(value: book) {
                                    BookRow(book: book)
                                }
                                .swipeActions(edge: .leading) {
                                    Button {
                                        book.isRead.toggle()
                                    } label: {
                                        Label(book.isRead ? "Unread" : "Read", systemImage: "checkmark")
                                    }
                                    .tint(.green)
                                }
                            }
                            .onDelete { offsets in
                                for index in offsets { modelContext.delete(inGenre[index]) }
                            }
                        }
                    }
                }
            }
            .overlay {
                if books.isEmpty {
                    ContentUnavailableView(
                        "No Books",
                        systemImage: "book",
                        description: Text("Add one with the plus button.")
                    )
                } else if shown.isEmpty {
                    ContentUnavailableView.search(text: searchText)
                }
            }
            .navigationTitle("Books")
            .navigationDestination(for: Book.self) { BookDetail(book: $0) }
            .searchable(text: $searchText, prompt: "Title")
            .toolbar {
                ToolbarItem(placement: .topBarLeading) { EditButton() }
                ToolbarItemGroup(placement: .primaryAction) {
                    Toggle("Hide Read", isOn: $hidesRead)
                    Button("Add", systemImage: "plus") { isAdding = true }
                        .keyboardShortcut("n")
                }
            }
            .sheet(isPresented: $isAdding) { BookForm() }
        }
    }
}

struct BookRow: View {
    let book: Book

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: book.genre.symbol)
                .foregroundStyle(.tint)
                .frame(width: 28)
            VStack(alignment: .leading) {
                Text(book.title)
                    .font(.headline)
                    .strikethrough(book.isRead)
                Text(book.author?.name ?? "Unknown")
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
            Spacer()
            if book.isRead {
                Image(systemName: "checkmark.circle.fill")
                    .foregroundStyle(.green)
                    .accessibilityLabel("Read")
            }
        }
        .padding(.vertical, 4)
    }
}

struct BookForm: View {
    @Environment(\.dismiss) private var dismiss
    @Environment(\.modelContext) private var modelContext
    @Query(sort: \Author.name) private var authors: [Author]
    @State private var title = ""
    @State private var genre = Genre.fiction
    @State private var author: Author?
    @State private var pages = 100
    @State private var rating = 3.0
    @State private var addedAt = Date(timeIntervalSinceReferenceDate: 0)
    @FocusState private var isTitleFocused: Bool

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    TextField("Title", text: $title)
                        .focused($isTitleFocused)
                        .onSubmit(save)
                    Picker("Genre", selection: $genre) {
                        ForEach(Genre.allCases) { Label($0.title, systemImage: $0.symbol).tag($0) }
                    }
                    Picker("Author", selection: $author) {
                        Text("None").tag(nil as Author?)
                        ForEach(authors) { Text($0.name).tag($0 as Author?) }
                    }
                } header: {
                    Text("Book")
                } footer: {
                    Text("The title is needed.")
                }
                Section("Details") {
                    Stepper("\(pages) pages", value: $pages, in: 1...5000, step: 10)
                    Slider(value: $rating, in: 0...5, step: 0.5) { Text("Rating") }
                    DatePicker("Added", selection: $addedAt, displayedComponents: .date)
                    LabeledContent("Shelf", value: genre.title)
                }
            }
            .navigationTitle("New Book")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel", role: .cancel) { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save", action: save).disabled(title.isEmpty)
                }
            }
            .onAppear { isTitleFocused = true }
        }
    }

    private func save() {
        guard !title.isEmpty else { return }
        withAnimation {
            modelContext.insert(
                Book(title: title, genre: genre, pages: pages, rating: rating, addedAt: addedAt, author: author)
            )
        }
        dismiss()
    }
}

struct BookDetail: View {
    @Bindable var book: Book
    @Environment(\.modelContext) private var modelContext
    @Environment(\.dismiss) private var dismiss
    @State private var isAsking = false

    var body: some View {
        Form {
            TextField("Title", text: $book.title)
            Toggle("Read", isOn: $book.isRead)
            Section("Notes") { TextEditor(text: $book.notes).frame(minHeight: 120) }
            Button("Delete Book", role: .destructive) { isAsking = true }
        }
        .navigationTitle(book.title)
        .confirmationDialog("Delete this book?", isPresented: $isAsking, titleVisibility: .visible) {
            Button("Delete", role: .destructive) {
                modelContext.delete(book)
                dismiss()
            }
        }
    }
}

struct AuthorListView: View {
    @Environment(\.modelContext) private var modelContext
    @Query private var authors: [Author]
    @State private var selection: Author?
    @State private var newName = ""

    init() {
        _authors = Query(
            filter: #Predicate<Author> { $0.name != "" },
            sort: [SortDescriptor(\.name)],
            animation: .default
        )
    }

    var body: some View {
        NavigationSplitView {
            List(authors, selection: $selection) { author in
                Text(author.name)
                    .badge(author.books.count)
                    .tag(author)
            }
            .navigationTitle("Authors")
            .safeAreaInset(edge: .bottom) {
                TextField("New Author", text: $newName)
                    .textFieldStyle(.roundedBorder)
                    .onSubmit {
                        modelContext.insert(Author(name: newName))
                        newName = ""
                    }
                    .padding()
            }
        } detail: {
            if let selection {
                List(selection.books) { Text($0.title) }
                    .navigationTitle(selection.name)
            } else {
                Text("Choose an author")
            }
        }
    }
}

struct LibrarySettings: View {
    @AppStorage("hidesRead") private var hidesRead = false
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        NavigationStack {
            Form {
                Toggle("Hide books that are read", isOn: $hidesRead)
                LabeledContent("Appearance", value: colorScheme == .dark ? "Dark" : "Light")
                if let website = URL(string: "https://example.org") {
                    Link("Website", destination: website)
                }
            }
            .navigationTitle("Settings")
        }
    }
}

#Preview {
    @Previewable @State var flag = true
    LibraryRoot()
        .modelContainer(for: [Book.self, Author.self], inMemory: true)
}
