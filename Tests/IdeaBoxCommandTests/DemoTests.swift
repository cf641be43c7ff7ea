import Foundation
import TestSupport
import Testing

@Suite("The demonstration")
struct DemoTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scripts/demo").path

    private static let programs = CommandBox.executable.deletingLastPathComponent().path

    @Test("It tells its story, finds what it must find, and leaves nothing behind")
    func story() throws {
        let box = try CommandBox()
        let answer = try box.shell(
            "mkdir there && TMPDIR=\"$PWD/there\" '\(Self.script)' --programs '\(Self.programs)' && ls -A there"
        )
        #expect(answer.status == 0 && answer.messages.isEmpty, "\(answer)")
        #expect(answer.out.hasSuffix("\nBoth devices have the same ideas, and nothing waits.\n"), "\(answer)")
        for words in [
            "received 2 ideas", "1 idea was changed on two devices at once", "Brought back",
            "cannot be reached", "sent 2 ideas, 1 deletions",
        ] {
            #expect(answer.out.contains(words), "\(words)")
        }
    }

    @Test("A device that has not what it must have makes it fail, and is named")
    func difference() throws {
        let box = try CommandBox()
        // An ideabox that forgets one of its ideas as soon as it is asked for all of them.
        try box.write(
            """
            #!/bin/sh
            case "$1" in
            export) exec '\(Self.programs)/ideabox' "$@" | grep -v Lantern ;;
            *) exec '\(Self.programs)/ideabox' "$@" ;;
            esac

            """,
            to: "programs/ideabox"
        )
        let answer = try box.shell(
            "chmod +x programs/ideabox && ln -s '\(Self.programs)/cloudkit-server' programs/"
                + " && '\(Self.script)' --programs \"$PWD/programs\""
        )
        #expect(answer.status == 1, "\(answer)")
        #expect(answer.messages.contains("The ideas of the laptop:\n  wanted: - [x] Lantern walk\n"), "\(answer)")
    }
}
