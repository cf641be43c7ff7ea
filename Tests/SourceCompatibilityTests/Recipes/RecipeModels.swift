import Foundation
import SwiftData

enum Difficulty: String, Codable, CaseIterable {
    case easy, medium, hard
}

/// Per serving.
struct Nutrition: Codable, Hashable {
    var calories: Int
    var protein: Double
    var note: String?
}

struct Step: Codable, Hashable, Identifiable {
    var id = UUID()
    var text: String
    var minutes: Int
}

@Model
final class Recipe {
    #Index<Recipe>([\.title], [\.createdAt])

    @Attribute(.unique) var slug: String
    var title: String
    var summary: String?
    var difficulty: Difficulty = Difficulty.easy
    var season: Season?
    var servings = 4
    var rating = 0.0
    var isFavorite = false
    var createdAt: Date = Date.now
    var keywords: [String] = []
    var steps: [Step] = []
    var nutrition: Nutrition
    var source: URL?
    var substitutions: [String: String] = [:]
    @Attribute(.externalStorage) var photo: Data?

    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient] = []
    @Relationship(inverse: \RecipeTag.recipes)
    var tags: [RecipeTag] = []

    init(slug: String, title: String, nutrition: Nutrition = Nutrition(calories: 0, protein: 0)) {
        self.slug = slug
        self.title = title
        self.nutrition = nutrition
    }

    enum Season: Int, Codable {
        case spring = 1, summer, autumn, winter
    }
}

@Model
final class Ingredient {
    var name: String
    var grams: Double
    var recipe: Recipe?

    init(_ name: String, grams: Double) {
        self.name = name
        self.grams = grams
    }
}

@Model
final class RecipeTag {
    @Attribute(.unique) var name: String
    var recipes: [Recipe] = []

    init(name: String) {
        self.name = name
    }
}

// MARK: - Computed

extension Recipe {
    var totalMinutes: Int {
        steps.reduce(0) { $0 + $1.minutes }
    }

    var totalGrams: Double {
        ingredients.map(\.grams).reduce(0, +)
    }

    static func withKeyword(_ keyword: String) -> FetchDescriptor<Recipe> {
        FetchDescriptor(predicate: #Predicate { $0.keywords.contains(keyword) }, sortBy: [SortDescriptor(\.title)])
    }

    static func tagged(_ name: String) -> FetchDescriptor<Recipe> {
        FetchDescriptor(
            predicate: #Predicate { recipe in recipe.tags.contains { $0.name == name } },
            sortBy: [SortDescriptor(\.title)]
        )
    }

    static func lighterThan(_ calories: Int, _ difficulty: Difficulty) -> Predicate<Recipe> {
        #Predicate { recipe in
            recipe.nutrition.calories < calories && recipe.difficulty == difficulty
        }
    }
}
