import Foundation
import IdeaBoxCore
import Synchronization

/// The true time of a simulated world, in milliseconds since 1970: it moves when nothing else does.
final class VirtualClock: Sendable {
    /// When every run begins: 2026-11-21 03:09 UTC.
    static let beginning: Int64 = 1_795_230_540_000

    private let time = Mutex(VirtualClock.beginning)

    var milliseconds: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    var date: Date { Self.date(milliseconds) }

    static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

/// The clock of a device, which may be wrong.
final class DeviceClock: Sendable {
    private let right: VirtualClock
    private let wrong = Mutex<Int64>(0)
    private let tick = Mutex<Int64>(1)

    init(_ right: VirtualClock) { self.right = right }

    /// Milliseconds by which it is ahead.
    var skew: Int64 {
        get { wrong.withLock { $0 } }
        set { wrong.withLock { $0 = newValue } }
    }

    /// Milliseconds between two ticks: devices whose clocks are coarse stamp different changes alike.
    var grain: Int64 {
        get { tick.withLock { $0 } }
        set { tick.withLock { $0 = newValue } }
    }

    var date: Date {
        let (time, grain) = (right.milliseconds + skew, grain)
        return VirtualClock.date(time - time % grain)
    }

    /// How long the machine has run: whoever sets its clock does not change it.
    var uptime: Uptime { Uptime(bootID: "simulated", seconds: Double(right.milliseconds) / 1_000) }
}

/// Random numbers that several threads may ask for; they come in the order of the asking.
final class SharedGenerator: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0.bytes(count) } }

    func fraction() -> Double { generator.withLock { $0.fraction() } }

    func uuid() -> UUID {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }
}
