import Foundation

/// The common shape of rows that only read: open once, check the answer, then time the same call again and again.
struct Reading {
    let row: String
    let store: (Stage) throws -> URL
    /// SQLAlchemy's function in the peer script.
    let task: String
    var size = 0
    var iterations = 1
    var word = ""
    /// Untimed preparation after opening.
    var arrange: (any Subject) throws -> Void = { _ in }
    let body: (any Subject) throws -> Int

    func prepare(_ contender: Contender, _ stage: Stage) throws -> Probe {
        .single(try taker(contender, stage))
    }

    /// One timed sample of this contender, in milliseconds a call.
    func taker(_ contender: Contender, _ stage: Stage) throws -> () throws -> Double {
        let file = try store(stage)
        if contender == .sqlAlchemy {
            let task = PythonPeer.Task(
                row: row,
                task: task,
                store: file.path,
                size: size,
                iterations: iterations,
                word: word
            )
            return try stage.pythonTaker(task)
        }
        let subject = try stage.open(contender, file)
        try arrange(subject)
        try stage.check(try body(subject), of: contender, in: row)
        return { [iterations, body] in
            try CPUClock.milliseconds(iterations: iterations) { consume(try body(subject)) }
        }
    }
}
