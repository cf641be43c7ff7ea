#if CloudKitMirroring

/// Makes stamps that follow the device's clock and never fall behind what the device has seen.
///
/// So a change that was made after seeing another one is always the later, whatever the devices' clocks say.
struct HybridClock: Hashable, Sendable {
    private(set) var milliseconds: Int64
    private(set) var counter: Int

    init(milliseconds: Int64 = 0, counter: Int = 0) {
        self.milliseconds = milliseconds
        self.counter = counter
    }

    /// The stamp of a change that is made now.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970, by the device's clock.
    ///   - device: The device.
    /// - Returns: The stamp, later than all before.
    mutating func tick(at now: Int64, on device: String) -> MirrorStamp {
        if now > milliseconds {
            (milliseconds, counter) = (now, 0)
        } else {
            counter += 1
        }
        return MirrorStamp(milliseconds: milliseconds, counter: counter, device: device)
    }

    /// Takes in a stamp of another device: what is made from now on is later.
    mutating func observe(_ stamp: MirrorStamp) {
        if (stamp.milliseconds, stamp.counter) > (milliseconds, counter) {
            (milliseconds, counter) = (stamp.milliseconds, stamp.counter)
        }
    }
}

extension HybridClock {
    /// The clock as a store keeps it.
    var text: String { "\(milliseconds).\(counter)" }

    init?(text: String) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let counter = Int(parts[1]) else { return nil }
        self.init(milliseconds: milliseconds, counter: counter)
    }
}

#endif
