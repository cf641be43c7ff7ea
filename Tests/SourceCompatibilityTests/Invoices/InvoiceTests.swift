import Foundation
import SwiftData
import XCTest

final class InvoiceTests: XCTestCase {
    private var folder: TemporaryFolder!
    private var container: ModelContainer!
    private var context: ModelContext!

    override func setUpWithError() throws {
        folder = try TemporaryFolder()
        container = try makeContainer()
        context = ModelContext(container)
    }

    override func tearDownWithError() throws {
        context = nil
        container = nil
        folder = nil
    }

    private func makeContainer() throws -> ModelContainer {
        try ModelContainer(
            for: Customer.self,
            Invoice.self,
            configurations: ModelConfiguration("Invoices", url: folder.file("invoices.store"))
        )
    }

    private func makeCustomer(_ vat: String = "AT1", city: String = "Wien") -> Customer {
        let austria = PostalAddress.Country(code: "AT", name: "Österreich")
        let address = PostalAddress(lines: ["Gasse 1", "Top 3"], city: city, country: austria)
        return Customer(vatNumber: vat, name: "Muster & Co", address: address)
    }

    private func items(_ price: String) throws -> [Invoice.Item] {
        [Invoice.Item(text: "Work", quantity: 3, price: try XCTUnwrap(Decimal(string: price)))]
    }

    func testRoundTripOfCodableValues() throws {
        let customer = makeCustomer()
        customer.website = URL(string: "https://example.com/a b".replacingOccurrences(of: " ", with: "%20"))
        customer.notes = ["payment": "late"]
        context.insert(customer)
        let work = try items("33.33")
        let invoice = Invoice(year: 2025, number: 7, issuedOn: .day(5), items: work, discount: .percent(10))
        invoice.customer = customer
        try context.save()

        let reader = try ModelContext(makeContainer())
        let copy = try XCTUnwrap(reader.fetch(FetchDescriptor<Invoice>()).first)
        XCTAssertEqual(copy.displayNumber, "2025-0007")
        XCTAssertEqual(copy.discount, .percent(10))
        XCTAssertEqual(copy.total, Decimal(string: "89.991"))
        XCTAssertEqual(copy.items, try items("33.33"))
        XCTAssertEqual(copy.status, .draft)
        XCTAssertEqual(copy.customer?.address.country.name, "Österreich")
        XCTAssertEqual(copy.customer?.address.lines, ["Gasse 1", "Top 3"])
        XCTAssertEqual(copy.customer?.website?.absoluteString, "https://example.com/a%20b")
        XCTAssertEqual(copy.customer?.notes, ["payment": "late"])
        XCTAssertEqual(copy.customer?.invoices.count, 1)
    }

    func testNumbersPerYear() throws {
        for (year, number) in [(2024, 1), (2024, 2), (2025, 1)] {
            context.insert(Invoice(year: year, number: number, issuedOn: .day(1), items: []))
        }
        try context.save()
        XCTAssertEqual(try Invoice.nextNumber(in: 2024, context: context), 3)
        XCTAssertEqual(try Invoice.nextNumber(in: 2025, context: context), 2)
        XCTAssertEqual(try Invoice.nextNumber(in: 2026, context: context), 1)

        context.insert(Invoice(year: 2024, number: 2, issuedOn: .day(9), items: [], discount: .amount(5)))
        try context.save()
        XCTAssertEqual(try context.fetchCount(FetchDescriptor<Invoice>()), 3)
        let again = try context.fetch(
            FetchDescriptor<Invoice>(predicate: #Predicate { $0.year == 2024 && $0.number == 2 })
        )
        XCTAssertEqual(again.map(\.issuedOn), [.day(9)])
        XCTAssertEqual(again.map(\.discount), [.amount(5)])
    }

    func testStatusPredicate() throws {
        for (number, status) in InvoiceStatus.allCases.enumerated() {
            let invoice = Invoice(year: 2025, number: number, issuedOn: .day(number + 1), items: [])
            invoice.status = status
            context.insert(invoice)
        }
        try context.save()
        for (number, status) in InvoiceStatus.allCases.enumerated() {
            let found = try context.fetch(FetchDescriptor(predicate: Invoice.with(status)))
            XCTAssertEqual(found.map(\.number), [number])
        }
        let open = [InvoiceStatus.sent, .draft]
        let several = FetchDescriptor<Invoice>(predicate: #Predicate { open.contains($0.status) })
        XCTAssertEqual(try context.fetchCount(several), 2)
    }

    func testDenyAtSave() throws {
        let customer = makeCustomer()
        context.insert(customer)
        let invoice = Invoice(year: 2025, number: 1, issuedOn: .day(1), items: [])
        invoice.customer = customer
        try context.save()

        context.delete(customer)
        XCTAssertThrowsError(try context.save())
        context.rollback()
        XCTAssertEqual(try context.fetchCount(FetchDescriptor<Customer>()), 1)

        invoice.customer = nil
        context.delete(customer)
        try context.save()
        XCTAssertEqual(try context.fetchCount(FetchDescriptor<Customer>()), 0)
    }

    func testMoneyIsNotRoundedByTheStore() throws {
        let amounts = ["0.1", "0.2", "12345678901234567890.12", "-0.000000000000000001"]
        for (number, text) in amounts.enumerated() {
            let invoice = Invoice(year: 1, number: number, issuedOn: .day(1), items: [])
            invoice.total = try XCTUnwrap(Decimal(string: text))
            context.insert(invoice)
        }
        try context.save()
        let reader = ModelContext(container)
        let sorted = try reader.fetch(FetchDescriptor<Invoice>(sortBy: [SortDescriptor(\.number)]))
        XCTAssertEqual(sorted.map(\.total), amounts.compactMap { Decimal(string: $0) })
    }
}
