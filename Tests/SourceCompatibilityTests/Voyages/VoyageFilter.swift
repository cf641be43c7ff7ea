import Foundation
import SwiftData

/// What the filter screen of the app can set.
struct VoyageFilter {
    enum Order: CaseIterable {
        case start, name, ratingDescending, organizer, lodgingNights
    }

    var searchText = ""
    var minimumRating: Int?
    var interval: ClosedRange<Date>?
    var organizerID: PersistentIdentifier?
    var includesArchived = false
    var onlyWithOpenLegs = false
    var order = Order.start
    var limit: Int?
    var offset: Int?

    func descriptor() -> FetchDescriptor<Voyage> {
        var descriptor = FetchDescriptor<Voyage>(predicate: predicate(), sortBy: sortBy)
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        descriptor.includePendingChanges = true
        descriptor.propertiesToFetch = [\.name, \.startDate]
        descriptor.relationshipKeyPathsForPrefetching = [\.legs, \.lodging]
        return descriptor
    }

    private var sortBy: [SortDescriptor<Voyage>] {
        switch order {
        case .start: [SortDescriptor(\.startDate)]
        case .name: [SortDescriptor(\.name, comparator: .localizedStandard)]
        case .ratingDescending: [SortDescriptor(\.rating, order: .reverse), SortDescriptor(\.name)]
        case .organizer: [SortDescriptor(\.organizer?.name), SortDescriptor(\.startDate, order: .reverse)]
        case .lodgingNights: [SortDescriptor(\.lodging?.nights), .init(\.name, comparator: .lexical, order: .reverse)]
        }
    }

    private func predicate() -> Predicate<Voyage> {
        let text = searchText.trimmingCharacters(in: .whitespaces)
        let minimum = minimumRating ?? Int.min
        let anyRating = minimumRating == nil
        let showAll = includesArchived
        let openOnly = onlyWithOpenLegs
        let base = #Predicate<Voyage> { voyage in
            (showAll || !voyage.isArchived)
                && (anyRating || (voyage.rating ?? 0) >= minimum)
                && (!openOnly || voyage.legs.contains(where: { !$0.isBooked }))
        }
        let matches = #Predicate<Voyage> { voyage in
            if text.isEmpty {
                true
            } else {
                voyage.name.localizedStandardContains(text) || voyage.destination.localizedStandardContains(text)
            }
        }
        return both(both(base, matches), both(within(), organized()))
    }

    private func within() -> Predicate<Voyage> {
        guard let interval else { return .true }
        let first = interval.lowerBound
        let last = interval.upperBound
        return #Predicate { $0.startDate <= last && $0.endDate >= first }
    }

    private func organized() -> Predicate<Voyage> {
        guard let organizerID else { return .true }
        return #Predicate { $0.organizer?.persistentModelID == organizerID }
    }

    private func both(_ left: Predicate<Voyage>, _ right: Predicate<Voyage>) -> Predicate<Voyage> {
        #Predicate { left.evaluate($0) && right.evaluate($0) }
    }
}
