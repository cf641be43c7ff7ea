import Foundation
import SwiftData

/// A condition on books, by the number of its form and an operand.
struct BookForm {
    /// Which of ``Question``'s forms are about books.
    static let numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 14, 16, 23, 25]

    let number: Int
    let operand: Int

    /// The books that meet it, by plain loops.
    func members(of contents: Contents) -> Set<Int> {
        Set(QuestionAnswer(form: number, number: operand, contents: contents).numbers)
    }

    var predicate: Predicate<Book> { number < 9 ? ofValues : ofLinks }

    private var ofValues: Predicate<Book> {
        let (number, digit, rating) = (operand, "\(operand % 10)", Double(operand) / 4)
        let day = Date(timeIntervalSinceReferenceDate: Double(operand) * 1_000)
        let some = [operand, operand + 1, operand * 2]
        return switch self.number {
        case 0: #Predicate { ($0.pages ?? 0) > number }
        case 1: #Predicate { $0.title.contains(digit) }
        case 2: #Predicate { $0.mood == .merry }
        case 3: #Predicate { $0.isOpen && $0.rating < rating }
        case 4: #Predicate { $0.day >= day || $0.pages == nil }
        case 5: #Predicate { some.contains($0.number) }
        case 6: #Predicate { $0.pages != nil && !($0.title.hasSuffix(digit)) }
        case 7: #Predicate { $0.detail.width > number }
        default: #Predicate { $0.tags.contains("g1") }
        }
    }

    private var ofLinks: Predicate<Book> {
        let (number, name, count) = (operand, "s\(operand % 4)", operand % 3)
        return switch self.number {
        case 9: #Predicate { $0.shelf?.name == name }
        case 12: #Predicate { $0.labels.count >= count }
        case 14: #Predicate { $0.chapters.isEmpty }
        case 16: #Predicate { $0.slip != nil }
        case 23: #Predicate { $0.number % 3 == 0 && $0.number + 1 > number }
        default: #Predicate { $0.title.localizedStandardContains("T") }
        }
    }
}

/// The values of a row of the oracle's, as values again.
struct BookValues {
    let row: Contents.BookRow

    init(_ row: Contents.BookRow) { self.row = row }

    var title: String { String((row.attributes[.title] ?? "").dropFirst().dropLast()) }
    var mood: String { String((row.attributes[.mood] ?? "").dropFirst().dropLast()) }
    var pages: Int? { Int(row.attributes[.pages] ?? "") }
    var rating: Double { Double(row.attributes[.rating] ?? "") ?? 0 }
    var day: Double { Double(row.attributes[.day] ?? "") ?? 0 }
    var isOpen: Bool { row.attributes[.isOpen] == "1" }
}
