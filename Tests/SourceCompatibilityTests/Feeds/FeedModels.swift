import Foundation
import SwiftData

@Model
final class Feed {
    var title: String
    var link: URL
    var updatedAt: Date?
    var categories: [String]
    @Relationship(deleteRule: .cascade, inverse: \Article.feed) var articles: [Article] = []

    init(title: String, link: URL, categories: [String] = []) {
        self.title = title
        self.link = link
        self.categories = categories
    }
}

@Model
final class Article {
    var headline: String
    var stars: Int
    var isRead: Bool = false
    var feed: Feed?

    init(headline: String, stars: Int) {
        self.headline = headline
        self.stars = stars
    }
}
