import Foundation
import SwiftData
import XCTest

final class AlarmTests: SwiftDataTestCase {
    func testReachableTypesJoinTheSchema() {
        XCTAssertEqual(Set(container.schema.entities.map(\.name)), ["Alarm", "AlarmRepeat", "AlarmTemplate"])
        XCTAssertEqual(schema.entities.count, 3)
        XCTAssertEqual(schemaV1.version, Schema.Version(1, 0, 0))
        XCTAssertLessThan(schemaV1.version, schemaV2.version)
        XCTAssertTrue(modelConfiguration.allowsSave)
        XCTAssertFalse(modelConfiguration.isStoredInMemoryOnly)
    }

    func testDefaults() throws {
        context.insert(Alarm())
        try context.save()
        let alarm = try XCTUnwrap(context.fetch(FetchDescriptor<Alarm>()).first)
        XCTAssertEqual(alarm.label, "闹钟")
        XCTAssertEqual(alarm.sound, "默认")
        XCTAssertTrue(alarm.repeatDays.isEmpty)
        XCTAssertNil(alarm.template)
    }

    func testDeletingAnAlarmCascadesToItsRepeatDays() throws {
        let manager = AlarmManager(modelContext: context)
        let kept = Alarm(label: "kept")
        kept.repeatDays = [AlarmRepeat(weekday: 1)]
        let deleted = Alarm(label: "deleted")
        deleted.repeatDays = [2, 3, 4].map { AlarmRepeat(weekday: $0) }
        try manager.addAlarm(kept)
        try manager.addAlarm(deleted)
        XCTAssertEqual(try context.fetchCount(FetchDescriptor<AlarmRepeat>()), 4)

        try manager.deleteAlarm(deleted)
        let left = try context.fetch(FetchDescriptor<AlarmRepeat>())
        XCTAssertEqual(left.map(\.weekday), [1])
        XCTAssertEqual(left.first?.alarm?.label, "kept")
    }

    func testDeletingATemplateKeepsItsAlarms() throws {
        let template = AlarmTemplate(
            name: "早起",
            category: "生活",
            icon: "sunrise",
            templateDescription: "每天早起",
            time: "06:30",
            frequency: "每天",
            defaultTime: "06:30",
            repeatType: "daily",
            scenario: "工作"
        )
        let alarm = Alarm(label: "早起")
        context.insert(template)
        alarm.template = template
        try context.save()
        XCTAssertEqual(template.alarms.map(\.label), ["早起"])

        context.delete(template)
        try context.save()
        let left = try context.fetch(FetchDescriptor<Alarm>())
        XCTAssertEqual(left.count, 1)
        XCTAssertNil(left.first?.template)
    }

    func testToggleAndDuplicateWeekday() throws {
        let manager = AlarmManager(modelContext: context)
        let alarm = Alarm()
        try manager.addAlarm(alarm)
        let before = alarm.updatedAt
        try manager.toggleAlarm(alarm, enabled: false)
        XCTAssertFalse(alarm.isEnabled)
        XCTAssertGreaterThanOrEqual(alarm.updatedAt, before)

        let twice = Alarm()
        twice.repeatDays = [AlarmRepeat(weekday: 5), AlarmRepeat(weekday: 5)]
        XCTAssertThrowsError(try manager.addAlarm(twice)) { error in
            guard case SwiftDataError.constraintViolation("repeatDays") = error else {
                return XCTFail("\(error)")
            }
            XCTAssertEqual(error.localizedDescription, "数据约束违反: repeatDays")
        }
    }

    func testDataManager() throws {
        let manager = DataManager(modelContext: context)
        let alarm = Alarm(label: "a")
        manager.insert(alarm)
        manager.insert(AlarmRepeat(weekday: 7))
        try manager.save()
        XCTAssertEqual(try manager.fetch(Alarm.self).map(\.label), ["a"])
        XCTAssertEqual(try manager.fetch(AlarmRepeat.self).map(\.weekday), [7])
        manager.delete(alarm)
        try manager.save()
        XCTAssertTrue(try manager.fetch(Alarm.self).isEmpty)
    }

    func testBackgroundContext() throws {
        BackgroundWork(container: container) { $0.insert(Alarm(label: "background")) }.performBackgroundTask()
        XCTAssertEqual(try context.fetch(FetchDescriptor<Alarm>()).map(\.label), ["background"])
    }
}

final class LargeDatasetTests: SwiftDataTestCase {
    override func setUp() {
        super.setUp()
        for number in 0..<1_200 { context.insert(Alarm(label: "\(number)")) }
        XCTAssertNoThrow(try context.save())
    }

func testLargeDatasetPerformance() {
    measure {
        // 创建大量数据并测试查询性能
        let alarms = try! context.fetch(FetchDescriptor<Alarm>())
        XCTAssertGreaterThan(alarms.count, 1000)
    }
}
}

final class MigrationManagerTests: SwiftDataTestCase {
    private let expectedCount = 2

    override func tearDown() {
        MigrationManager.cleanupLegacyData()
        super.tearDown()
    }

    private func createLegacyTestData() -> Data? {
        let alarms = [
            LegacyAlarm(
                id: UUID(),
                time: .day(1),
                label: "上班",
                isEnabled: true,
                repeatDays: [2, 3, 4, 5, 6],
                sound: "默认",
                snoozeEnabled: true,
                vibrationEnabled: false
            ),
            LegacyAlarm(
                id: UUID(),
                time: .day(2),
                label: "周末",
                isEnabled: false,
                repeatDays: [],
                sound: "鸟鸣",
                snoozeEnabled: false,
                vibrationEnabled: true
            ),
        ]
        return try? JSONEncoder().encode(alarms)
    }

func testMigrationFromUserDefaults() async throws {
    // 准备旧数据
    let legacyData = createLegacyTestData()
    UserDefaults.standard.set(legacyData, forKey: "SavedAlarms")
    
    // 执行迁移
    try await MigrationManager.migrateFromUserDefaults(to: context)
    
    // 验证结果
    let alarms = try context.fetch(FetchDescriptor<Alarm>())
    XCTAssertEqual(alarms.count, expectedCount)
}

    func testWhatIsMigrated() async throws {
        UserDefaults.standard.set(createLegacyTestData(), forKey: "SavedAlarms")
        XCTAssertTrue(MigrationManager.hasLegacyData())
        try await MigrationManager.migrateFromUserDefaults(to: context)
        let alarms = try context.fetch(FetchDescriptor<Alarm>(sortBy: [SortDescriptor(\.time)]))
        XCTAssertEqual(alarms.map(\.label), ["上班", "周末"])
        XCTAssertEqual(alarms.first?.repeatDays.map(\.weekday).sorted(), [2, 3, 4, 5, 6])
        XCTAssertEqual(alarms.last?.sound, "鸟鸣")
        XCTAssertFalse(MigrationManager.hasLegacyData())

        try await MigrationManager.migrateFromUserDefaults(to: context)
        XCTAssertEqual(try context.fetchCount(FetchDescriptor<Alarm>()), 2)
    }

    func testInvalidLegacyDataIsKept() async throws {
        UserDefaults.standard.set(Data("nonsense".utf8), forKey: "SavedAlarms")
        do {
            try await MigrationManager.migrateFromUserDefaults(to: context)
            XCTFail("must throw")
        } catch MigrationError.invalidLegacyData {
            XCTAssertTrue(MigrationManager.hasLegacyData())
        }
        XCTAssertEqual(try context.fetchCount(FetchDescriptor<Alarm>()), 0)
    }
}
