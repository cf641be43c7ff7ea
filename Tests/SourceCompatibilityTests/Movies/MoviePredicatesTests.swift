import Foundation
import SwiftData
import Testing

/// Five films, and one question for every kind of predicate an app asks.
struct MoviePredicatesTests {
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Movie.self,
            Studio.self,
            Director.self,
            Actress.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        let north = Studio(name: "Nordlicht", country: .init(code: "DE", region: "Nord"))
        let south = Studio(name: "Sud Films", country: .init(code: "FR"))
        let agnes = Director(name: "Agnès")
        let bela = Director(name: "Béla", mentor: agnes)
        let mia = Actress(name: "Mia")
        let zoe = Actress(name: "Zoé")
        for object in [north, south] { context.insert(object) }

        let harbor = movie("Harbor", 1994, 95, 7.5, .drama, north, agnes)
        harbor.votes = 120
        harbor.originalTitle = "Hafen"
        harbor.tags = ["sea", "noir"]
        harbor.marks = [7, 8, 6]
        harbor.scenes = [Scene("Dawn", seconds: 120), Scene("Fog", seconds: 300, isDeletedScene: true)]
        harbor.cast = [mia, zoe]
        harbor.isWatched = true
        harbor.watchedOn = .day(3)

        let lights = movie("City lights off", 2003, 110, 6.0, .comedy, south, bela)
        lights.secondGenre = .drama
        lights.tags = ["city"]
        lights.marks = [5]
        lights.scenes = [Scene("Start", seconds: 60), Scene("End", seconds: 90)]
        lights.cast = [mia]

        let winter = movie("Winter 100%", 2010, 81, 8.25, .documentary, north, nil)
        winter.votes = 9
        winter.marks = [9, 10]
        winter.watchedOn = .day(9)
        winter.isWatched = true

        _ = movie("harbor again", 2019, 130, 4.5, .thriller, nil, bela)
        let short = movie("Short", 1999, 12, 7.0, .comedy, nil, nil)
        short.votes = 0
        try context.save()
    }

    @discardableResult
    private func movie(
        _ title: String,
        _ year: Int,
        _ minutes: Int,
        _ score: Double,
        _ genre: Genre,
        _ studio: Studio?,
        _ director: Director?
    ) -> Movie {
        let movie = Movie(title, year: year, minutes: minutes, score: score, genre: genre)
        context.insert(movie)
        movie.studio = studio
        movie.director = director
        return movie
    }

    /// The years identify the films: 1994 Harbor, 1999 Short, 2003 City lights off, 2010 Winter, 2019 harbor again.
    private func years(_ predicate: Predicate<Movie>) throws -> [Int] {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\Movie.year)])
        let found = try context.fetch(descriptor).map(\.year)
        #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == found.count)
        #expect(try ModelContext(container).fetch(descriptor).map(\.year) == found)
        return found
    }

    @Test func comparisons() throws {
        let year = 2003
        #expect(try years(#Predicate { $0.year == year }) == [2003])
        #expect(try years(#Predicate { $0.year != 2003 }) == [1994, 1999, 2010, 2019])
        #expect(try years(#Predicate { $0.score < 6 }) == [2019])
        #expect(try years(#Predicate { $0.score <= 6.0 }) == [2003, 2019])
        #expect(try years(#Predicate { $0.minutes > 95 }) == [2003, 2019])
        #expect(try years(#Predicate { $0.minutes >= 95 }) == [1994, 2003, 2019])
        let date = Date.day(3)
        #expect(try years(#Predicate { $0.watchedOn == date }) == [1994])
    }

    @Test func booleans() throws {
        #expect(try years(#Predicate { $0.isWatched }) == [1994, 2010])
        #expect(try years(#Predicate { $0.isWatched == true }) == [1994, 2010])
        #expect(try years(#Predicate { $0.isWatched == false }) == [1999, 2003, 2019])
        #expect(try years(#Predicate { !$0.isWatched && $0.score > 5 }) == [1999, 2003])
        #expect(try years(#Predicate { $0.isWatched || $0.minutes < 20 }) == [1994, 1999, 2010])
        #expect(try years(#Predicate { !($0.isWatched || $0.minutes < 20) }) == [2003, 2019])
        #expect(try years(#Predicate { _ in true }).count == 5)
        #expect(try years(#Predicate { _ in false }) == [])
    }

    @Test func nilChecks() throws {
        #expect(try years(#Predicate { $0.originalTitle == nil }) == [1999, 2003, 2010, 2019])
        #expect(try years(#Predicate { $0.originalTitle != nil }) == [1994])
        #expect(try years(#Predicate { $0.studio == nil }) == [1999, 2019])
        #expect(try years(#Predicate { $0.director != nil && $0.studio != nil }) == [1994, 2003])
        #expect(try years(#Predicate { $0.votes != 120 }) == [1999, 2003, 2010, 2019])
        let nothing: String? = nil
        #expect(try years(#Predicate { $0.originalTitle == nothing }) == [1999, 2003, 2010, 2019])
    }

    @Test func optionalChains() throws {
        let name = "Nordlicht"
        #expect(try years(#Predicate { $0.studio?.name == name }) == [1994, 2010])
        #expect(try years(#Predicate { $0.studio?.name != name }) == [1999, 2003, 2019])
        #expect(try years(#Predicate { $0.director?.mentor?.name == "Agnès" }) == [2003, 2019])
        #expect(try years(#Predicate { $0.director?.mentor == nil }) == [1994, 1999, 2010])
        #expect(try years(#Predicate { $0.originalTitle?.contains("afe") == true }) == [1994])
        #expect(try years(#Predicate { $0.originalTitle?.localizedStandardContains("HAF") ?? false }) == [1994])
    }

    @Test func nilCoalescing() throws {
        #expect(try years(#Predicate { ($0.votes ?? 0) > 5 }) == [1994, 2010])
        #expect(try years(#Predicate { ($0.votes ?? -1) < 0 }) == [2003, 2019])
        #expect(try years(#Predicate { ($0.studio?.name ?? "none") == "none" }) == [1999, 2019])
        let future = Date.distantFuture
        #expect(try years(#Predicate { ($0.watchedOn ?? future) < future }) == [1994, 2010])
        #expect(try years(#Predicate { $0.votes != nil && $0.votes! >= 9 }) == [1994, 2010])
    }

    @Test func conditionals() throws {
        #expect(
            try years(
                #Predicate { movie in
                    if let votes = movie.votes { votes > 100 } else { movie.score > 5 }
                }
            ) == [1994, 2003]
        )
        #expect(try years(#Predicate { $0.isWatched ? $0.score > 8 : $0.minutes > 100 }) == [2003, 2010, 2019])
        for (query, expected) in [("", 5), ("arbor", 2)] {
            #expect(
                try years(
                    #Predicate { movie in
                        if query.isEmpty { true } else { movie.title.contains(query) }
                    }
                ).count == expected
            )
        }
    }

    @Test func membership() throws {
        let wanted = [1994, 2019, 1812]
        #expect(try years(#Predicate { wanted.contains($0.year) }) == [1994, 2019])
        #expect(try years(#Predicate { !wanted.contains($0.year) }) == [1999, 2003, 2010])
        let none: [Int] = []
        #expect(try years(#Predicate { none.contains($0.year) }) == [])
        let many = Array(1_950...2_005) + Array(100_000..<140_000)
        #expect(try years(#Predicate { many.contains($0.year) }) == [1994, 1999, 2003])
        let set: Set<String> = ["Short", "Harbor"]
        #expect(try years(#Predicate { set.contains($0.title) }) == [1994, 1999])
        let tag = "sea"
        #expect(try years(#Predicate { $0.tags.contains(tag) }) == [1994])
        #expect(try years(#Predicate { $0.marks.contains(9) }) == [2010])
    }

    @Test func text() throws {
        #expect(try years(#Predicate { $0.title.contains("arbor") }) == [1994, 2019])
        #expect(try years(#Predicate { $0.title.contains("Harbor") }) == [1994])
        #expect(try years(#Predicate { $0.title.contains("0%") }) == [2010])
        #expect(try years(#Predicate { $0.title.contains("_") }) == [])
        #expect(try years(#Predicate { $0.title.localizedStandardContains("HARBOR") }) == [1994, 2019])
        #expect(try years(#Predicate { $0.director?.name.localizedStandardContains("bela") ?? false }) == [2003, 2019])
        #expect(try years(#Predicate { $0.title.starts(with: "Ha") }) == [1994])
        let same = ComparisonResult.orderedSame
        let query = "SHORT"
        #expect(try years(#Predicate { $0.title.caseInsensitiveCompare(query) == same }) == [1999])
        #expect(try years(#Predicate { $0.title.isEmpty }) == [])
        #expect(try years(#Predicate { $0.title.count > 7 }) == [2003, 2010, 2019])
    }

    @Test func toMany() throws {
        #expect(try years(#Predicate { $0.scenes.isEmpty }) == [1999, 2010, 2019])
        #expect(try years(#Predicate { !$0.scenes.isEmpty }) == [1994, 2003])
        #expect(try years(#Predicate { $0.scenes.isEmpty == false }) == [1994, 2003])
        #expect(try years(#Predicate { $0.scenes.count >= 2 }) == [1994, 2003])
        #expect(try years(#Predicate { movie in movie.scenes.contains(where: { $0.seconds > 200 }) }) == [1994])
        #expect(try years(#Predicate { movie in movie.scenes.contains { $0.name == "End" } }) == [2003])
        #expect(
            try years(
                #Predicate { movie in
                    movie.scenes.allSatisfy { $0.seconds < 100 }
                }
            ) == [1999, 2003, 2010, 2019]
        )
        #expect(
            try years(
                #Predicate { movie in
                    movie.scenes.filter { !$0.isDeletedScene }.count == 1
                }
            ) == [1994]
        )
        #expect(
            try years(
                #Predicate { movie in
                    movie.cast?.contains { $0.name == "Mia" } ?? false
                }
            ) == [1994, 2003]
        )
        #expect(try years(#Predicate { ($0.cast?.count ?? 0) == 0 }) == [1999, 2010, 2019])
    }

    @Test func aggregatesOverValues() throws {
        #expect(try years(#Predicate { ($0.marks.max() ?? 0) > 8 }) == [2010])
        #expect(try years(#Predicate { ($0.marks.min() ?? 100) < 7 }) == [1994, 2003])
        #expect(try years(#Predicate { $0.marks.count == 1 }) == [2003])
    }

    @Test func arithmetic() throws {
        #expect(try years(#Predicate { $0.minutes * 2 - 4 > 210 }) == [2003, 2019])
        #expect(try years(#Predicate { $0.score / 2 >= 3.75 }) == [1994, 2010])
        #expect(try years(#Predicate { $0.year % 10 == 9 }) == [1999, 2019])
        #expect(try years(#Predicate { $0.minutes / 60 == 1 }) == [1994, 2003, 2010])
        #expect(try years(#Predicate { -$0.minutes < -100 }) == [2003, 2019])
        #expect(try years(#Predicate { $0.score * $0.score + 1.0 < 40 }) == [2003, 2019])
    }

    @Test func ranges() throws {
        #expect(try years(#Predicate { (1990...1999).contains($0.year) }) == [1994, 1999])
        let range = 7.0..<8.0
        #expect(try years(#Predicate { range.contains($0.score) }) == [1994, 1999])
        let low = 90
        let high = 110
        #expect(try years(#Predicate { (low...high).contains($0.minutes) }) == [1994, 2003])
    }

    @Test func identity() throws {
        let all = try context.fetch(FetchDescriptor<Movie>(sortBy: [SortDescriptor(\.year)]))
        let id = all[2].persistentModelID
        #expect(try years(#Predicate { $0.persistentModelID == id }) == [2003])
        let ids = [all[0], all[4]].map(\.persistentModelID)
        #expect(try years(#Predicate { ids.contains($0.persistentModelID) }) == [1994, 2019])
        let studioID = try #require(all[0].studio?.persistentModelID)
        #expect(try years(#Predicate { $0.studio?.persistentModelID == studioID }) == [1994, 2010])
    }

    @Test func enumerations() throws {
        let comedy = Genre.comedy
        #expect(try years(#Predicate { $0.genre == comedy }) == [1999, 2003])
        #expect(try years(#Predicate { $0.genre != comedy }) == [1994, 2010, 2019])
        #expect(try years(#Predicate { $0.genre.rawValue == "thriller" }) == [2019])
        let drama = Genre.drama
        #expect(try years(#Predicate { $0.secondGenre == drama }) == [2003])
        #expect(try years(#Predicate { $0.secondGenre == nil }) == [1994, 1999, 2010, 2019])
        let serious: [Genre] = [.drama, .documentary]
        #expect(try years(#Predicate { serious.contains($0.genre) }) == [1994, 2010])
    }

    @Test func codableMembers() throws {
        #expect(try years(#Predicate { $0.studio?.country.code == "FR" }) == [2003])
        let studios = FetchDescriptor<Studio>(predicate: #Predicate { $0.country.region == "Nord" })
        #expect(try context.fetch(studios).map(\.name) == ["Nordlicht"])
        let without = FetchDescriptor<Studio>(predicate: #Predicate { $0.country.region == nil })
        #expect(try context.fetch(without).map(\.name) == ["Sud Films"])
    }

    @Test func composed() throws {
        let good = #Predicate<Movie> { $0.score >= 7 }
        let old = #Predicate<Movie> { $0.year < 2000 }
        #expect(try years(#Predicate { good.evaluate($0) && old.evaluate($0) }) == [1994, 1999])
        #expect(try years(#Predicate { good.evaluate($0) && !old.evaluate($0) }) == [2010])
        let long = #Expression<[Scene], Int> { scenes in
            scenes.filter { $0.seconds >= 90 }.count
        }
        #expect(try years(#Predicate { long.evaluate($0.scenes) == 2 }) == [1994])
    }

    @Test func unsavedObjectsAreJudgedToo() throws {
        let new = Movie("Harbor 3", year: 2024, minutes: 100, score: 9, genre: .drama)
        context.insert(new)
        let old = try #require(
            try context.fetch(
                FetchDescriptor<Movie>(predicate: #Predicate { $0.year == 1994 })
            ).first
        )
        old.title = "Port"
        let found = try context.fetch(FetchDescriptor<Movie>(predicate: #Predicate { $0.title.contains("Harbor") }))
        #expect(found.map(\.year) == [2024])
        #expect(try context.fetchCount(FetchDescriptor<Movie>(predicate: #Predicate { $0.year > 2020 })) == 1)
        context.delete(old)
        #expect(try context.fetch(FetchDescriptor<Movie>(predicate: #Predicate { $0.title == "Port" })).isEmpty)
    }

    @Test func sortOrders() throws {
        func sorted(_ descriptors: SortDescriptor<Movie>...) throws -> [Int] {
            try context.fetch(FetchDescriptor<Movie>(sortBy: descriptors)).map(\.year)
        }
        #expect(try sorted(SortDescriptor(\.title)) == [2003, 1994, 2019, 1999, 2010])
        #expect(try sorted(SortDescriptor(\.title, comparator: .lexical)) == [2003, 1994, 1999, 2010, 2019])
        #expect(try sorted(SortDescriptor(\.votes), SortDescriptor(\.year)) == [2003, 2019, 1999, 2010, 1994])
        #expect(
            try sorted(SortDescriptor(\.studio?.name), SortDescriptor(\.score, order: .reverse))
                == [1999, 2019, 2010, 1994, 2003]
        )
        #expect(
            try sorted(SortDescriptor(\.watchedOn, order: .reverse), SortDescriptor(\.year, order: .reverse))
                == [2010, 1994, 2019, 2003, 1999]
        )
    }

    @Test func regularExpression() throws {
        #expect(try years(#Predicate { $0.title.contains(/[Hh]arbor( again)?$/) }) == [1994, 2019])
    }

    @Test func computedAndTransientPropertiesWorkInMemory() throws {
        let all = try context.fetch(FetchDescriptor<Movie>(sortBy: [SortDescriptor(\.year)]))
        all[1].isSelected = true
        #expect(all.filter(\.isSelected).map(\.decade) == [1990])
    }
}
