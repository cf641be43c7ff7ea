import Foundation

/// The three files that a process is given by whoever starts it.
enum StandardFiles {
    /// Opens those that are closed, to nothing, and lets the process outlive those who read from it.
    ///
    /// Otherwise the next file or connection that is opened would take the place of one, and get what is meant for people.
    static func open() {
        var descriptor: Int32
        repeat {
            descriptor = Foundation.open("/dev/null", O_RDWR)
        } while 0...2 ~= descriptor
        if descriptor > 2 { close(descriptor) }
        // Whoever read what the process says may go: then writing fails, and does not end the process. SwiftNIO sees to it
        // too, but only once it has a socket.
        signal(SIGPIPE, SIG_IGN)
        // The files of assets and of logs may have reached the size that is allowed them (`ulimit -f`): then writing fails, too.
        signal(SIGXFSZ, SIG_IGN)
    }
}
