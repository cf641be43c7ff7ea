import Foundation
import SwiftData
import Testing

struct RecipeModelsTests {
    let folder: TemporaryFolder
    let configuration: ModelConfiguration

    init() throws {
        folder = try TemporaryFolder()
        configuration = ModelConfiguration("Recipes", url: folder.file("recipes.store"))
    }

    private func open() throws -> ModelContext {
        ModelContext(try ModelContainer(for: Recipe.self, configurations: configuration))
    }

    private func fill(_ context: ModelContext) throws {
        let rich = Nutrition(calories: 320, protein: 18.5, note: "rich")
        let soup = Recipe(slug: "soup", title: "Lentil soup", nutrition: rich)
        soup.difficulty = .easy
        soup.season = .winter
        soup.keywords = ["vegan", "warm"]
        soup.steps = [Step(text: "Chop", minutes: 10), Step(text: "Boil", minutes: 35)]
        soup.source = URL(string: "https://example.com/soup?q=1#top")
        soup.substitutions = ["butter": "oil"]
        soup.photo = Data(repeating: 7, count: 300_000)
        soup.ingredients = ["lentils", "carrot", "onion", "cumin"].enumerated().map {
            Ingredient($0.element, grams: Double(100 - $0.offset * 10))
        }
        let cake = Recipe(slug: "cake", title: "Carrot cake", nutrition: Nutrition(calories: 450, protein: 6))
        cake.difficulty = .hard
        cake.keywords = ["sweet"]
        cake.isFavorite = true
        cake.rating = 4.5
        cake.ingredients = [Ingredient("carrot", grams: 300)]
        let salad = Recipe(slug: "salad", title: "Bean salad", nutrition: Nutrition(calories: 210, protein: 9))
        salad.keywords = ["vegan"]
        [soup, cake, salad].forEach { context.insert($0) }

        let vegan = RecipeTag(name: "Vegan")
        let party = RecipeTag(name: "Party")
        [vegan, party].forEach { context.insert($0) }
        vegan.recipes = [soup, salad]
        party.recipes = [cake, salad]
        try context.save()
    }

    @Test func everythingComesBackFromTheFile() throws {
        try fill(try open())
        let context = try open()
        let soup = try #require(
            try context.fetch(
                FetchDescriptor<Recipe>(predicate: #Predicate { $0.slug == "soup" })
            ).first
        )
        #expect(soup.nutrition == Nutrition(calories: 320, protein: 18.5, note: "rich"))
        #expect(soup.season == .winter)
        #expect(soup.keywords == ["vegan", "warm"])
        #expect(soup.steps.map(\.text) == ["Chop", "Boil"])
        #expect(soup.totalMinutes == 45)
        #expect(soup.source?.absoluteString == "https://example.com/soup?q=1#top")
        #expect(soup.substitutions == ["butter": "oil"])
        #expect(soup.photo == Data(repeating: 7, count: 300_000))
        #expect(soup.servings == 4)
        #expect(soup.summary == nil)
        #expect(soup.ingredients.map(\.name) == ["lentils", "carrot", "onion", "cumin"])
        #expect(soup.totalGrams == 340)
        #expect(soup.tags.map(\.name) == ["Vegan"])
    }

    @Test func orderOfIngredientsIsKeptAfterMoving() throws {
        try fill(try open())
        let first = try open()
        let soup = try #require(
            try first.fetch(
                FetchDescriptor<Recipe>(predicate: #Predicate { $0.slug == "soup" })
            ).first
        )
        soup.ingredients.swapAt(0, 3)
        soup.ingredients.insert(Ingredient("salt", grams: 3), at: 1)
        try first.save()

        let second = try open()
        let again = try #require(
            try second.fetch(FetchDescriptor<Recipe>(predicate: #Predicate { $0.slug == "soup" })).first
        )
        #expect(again.ingredients.map(\.name) == ["cumin", "salt", "carrot", "onion", "lentils"])
    }

    @Test func predicates() throws {
        let context = try open()
        try fill(context)
        #expect(try context.fetch(Recipe.withKeyword("vegan")).map(\.slug) == ["salad", "soup"])
        #expect(try context.fetch(Recipe.tagged("Party")).map(\.slug) == ["salad", "cake"])
        let light = FetchDescriptor(predicate: Recipe.lighterThan(400, .easy), sortBy: [SortDescriptor(\Recipe.slug)])
        #expect(try context.fetch(light).map(\.slug) == ["salad", "soup"])
        let winter = Recipe.Season.winter
        #expect(
            try context.fetch(
                FetchDescriptor<Recipe>(predicate: #Predicate { $0.season == winter })
            ).map(\.slug) == ["soup"]
        )
        #expect(
            try context.fetchCount(
                FetchDescriptor<Recipe>(predicate: #Predicate { $0.ingredients.count > 1 })
            ) == 1
        )
        #expect(try context.fetchCount(FetchDescriptor<Recipe>(predicate: #Predicate { $0.ingredients.isEmpty })) == 1)
        #expect(try context.fetchCount(FetchDescriptor<Recipe>(predicate: #Predicate { $0.isFavorite })) == 1)
        #expect(
            try context.fetchCount(
                FetchDescriptor<Ingredient>(predicate: #Predicate { $0.recipe?.slug == "soup" })
            ) == 4
        )
    }

    @Test func manyToManyHasTwoSides() throws {
        let context = try open()
        try fill(context)
        let tags = try context.fetch(FetchDescriptor<RecipeTag>(sortBy: [SortDescriptor(\.name)]))
        #expect(tags.map(\.name) == ["Party", "Vegan"])
        #expect(tags.map { $0.recipes.map(\.slug) } == [["cake", "salad"], ["soup", "salad"]])

        let salad = try #require(tags[0].recipes.last)
        salad.tags.removeAll { $0.name == "Vegan" }
        try context.save()
        #expect(tags[1].recipes.map(\.slug) == ["soup"])

        context.delete(salad)
        try context.save()
        #expect(tags[0].recipes.map(\.slug) == ["cake"])
        #expect(try context.fetchCount(FetchDescriptor<RecipeTag>()) == 2)
    }

    @Test func deletingARecipeTakesItsIngredients() throws {
        let context = try open()
        try fill(context)
        try context.delete(model: Recipe.self, where: #Predicate { $0.slug == "cake" })
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Recipe>()) == 2)

        let soup = try #require(
            try context.fetch(
                FetchDescriptor<Recipe>(predicate: #Predicate { $0.slug == "soup" })
            ).first
        )
        context.delete(soup)
        #expect(soup.isDeleted)
        try context.save()
        #expect(soup.modelContext == nil)
        let left = try context.fetch(FetchDescriptor<Ingredient>(predicate: #Predicate { $0.name == "lentils" }))
        #expect(left.isEmpty)
    }

    @Test func sameSlugUpdates() throws {
        let context = try open()
        try fill(context)
        let again = Recipe(slug: "soup", title: "Red lentil soup", nutrition: Nutrition(calories: 1, protein: 2))
        context.insert(again)
        try context.save()
        let titles = try context.fetch(FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)])).map(\.title)
        #expect(titles == ["Bean salad", "Carrot cake", "Red lentil soup"])
    }
}
