import Foundation
import TestSupport
import Testing

/// The power goes at any moment: what was written and not flushed is there, gone, or half there, in any order.
///
/// Every idea that the command had acknowledged is there afterwards, and the store is not called damaged. A library that
/// is loaded before the command's own notes each write and each flush of a file; from the notes the test makes the files
/// as a disk could hold them.
@Suite("The power goes")
struct PowerCutTests {
    private static let ideas = 25
    private static let cuts = Effort.rounds(12, proof: 60)

    @Test("What was acknowledged is on the disk")
    func acknowledged() throws {
        let box = try CommandBox()
        let notes = try Self.notes(box)
        #expect(notes.count(where: { $0.kind == .flush }) > Self.ideas)
        let lost = try Self.lost(notes, in: box, honouringFlushes: true)
        #expect(lost.isEmpty, "\(lost.joined(separator: "\n"))")
    }

    /// The same disk, which forgets to flush: if that lost nothing, the test above would show nothing.
    @Test("A disk that lies loses ideas")
    func negativeControl() throws {
        let box = try CommandBox()
        #expect(try !Self.lost(Self.notes(box), in: box, honouringFlushes: false).isEmpty)
    }

    // MARK: Writing

    /// The toolchain's own compiler for C, or another one: a toolchain may be reached by a link to `swift` alone.
    private static var compiler: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
            URL(filePath: "\($0)")
        }
        let toolchains = folders.map { folder in
            folder.appending(path: "swift").resolvingSymlinksInPath().deletingLastPathComponent()
        }
        let programs = ["clang", "cc", "gcc"].flatMap { name in
            (folders + toolchains).map { $0.appending(path: name).path }
        }
        return programs.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Adds ideas, each by a process of its own, and gives what they did to the files of the store.
    private static func notes(_ box: CommandBox) throws -> [DiskNote] {
        let compiler = try #require(Self.compiler, "no compiler for C is in the PATH or beside swift")
        try box.write(DiskNote.library, to: "notes.c")
        let built = try box.shell("\(compiler) -shared -fPIC -O1 -o notes.so notes.c -ldl")
        try #require(built.status == 0, "\(built)")
        let file = box.home.appending(path: "notes")
        try Data().write(to: file)
        let surroundings = [
            "LD_PRELOAD": box.home.path + "/notes.so", "NOTES": file.path, "NOTED": box.home.path + "/data/",
        ]
        for number in 0..<ideas {
            let answer = try box.run("add", "idea \(number)", "--store", "data", extra: surroundings)
            try #require(answer.status == 0, "\(answer)")
        }
        return try DiskNote.parse(Data(contentsOf: file))
    }

    // MARK: Cutting

    /// What is wrong after each of many cuts.
    private static func lost(
        _ notes: [DiskNote],
        in box: CommandBox,
        honouringFlushes: Bool
    ) throws -> [String] {
        var random = SeededGenerator(seed: 7)
        var complaints: [String] = []
        for number in 0..<cuts {
            let end = Int.random(in: 0...notes.count, using: &random)
            let folder = "cut-\(honouringFlushes)-\(number)"
            var disk = NotedDisk(honoursFlushes: honouringFlushes)
            for note in notes[..<end] { disk.take(note) }
            for (name, bytes) in disk.cut(&random) {
                let target = box.home.appending(path: "\(folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: target.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try bytes.write(to: target)
            }
            let answer = try box.run("list", "--limit", "1000", "--json", "--store", folder)
            let missing = (0..<disk.acknowledged).filter { !answer.out.contains("\"title\":\"idea \($0)\"") }
            if answer.status != 0 || !answer.messages.isEmpty || !missing.isEmpty {
                complaints.append("cut after \(end) of \(notes.count): \(missing) missing; \(answer)")
            }
        }
        return complaints
    }
}

/// A disk with a cache that goes with the power.
private struct NotedDisk {
    let honoursFlushes: Bool
    private(set) var acknowledged = 0
    private var durable: [String: Data] = [:]
    private var waiting: [String: [DiskNote]] = [:]

    init(honoursFlushes: Bool) { self.honoursFlushes = honoursFlushes }

    mutating func take(_ note: DiskNote) {
        switch note.kind {
        case .acknowledge: acknowledged += 1
        case .write, .truncate: waiting[note.file, default: []].append(note)
        case .flush:
            guard honoursFlushes else { return }
            for waiting in waiting.removeValue(forKey: note.file) ?? [] {
                waiting.apply(to: &durable[note.file, default: Data()])
            }
        case .remove:
            waiting[note.file] = nil
            durable[note.file] = nil
        }
    }

    /// Of what waits, each part comes to the disk or does not; a write may come in part, by sectors.
    func cut(_ random: inout SeededGenerator) -> [String: Data] {
        var files = durable
        for (file, notes) in waiting.sorted(by: { $0.key < $1.key }) {
            for note in notes where Bool.random(using: &random) {
                var part = note
                if note.bytes.count > DiskNote.sector, Bool.random(using: &random) {
                    let sectors = Int.random(in: 1...(note.bytes.count / DiskNote.sector), using: &random)
                    part.bytes = note.bytes.prefix(sectors * DiskNote.sector)
                }
                part.apply(to: &files[file, default: Data()])
            }
        }
        return files
    }
}

/// One thing done to a file of the store.
private struct DiskNote {
    enum Kind: String {
        case write = "w"
        case truncate = "t"
        case flush = "s"
        case remove = "u"
        case acknowledge = "a"
    }

    static let sector = 512
    var kind: Kind
    /// Below the folder of the store.
    var file: String
    var offset: Int
    var bytes = Data()

    func apply(to content: inout Data) {
        let end = offset + bytes.count
        switch kind {
        case .write:
            if content.count < end { content.append(Data(count: end - content.count)) }
            content.replaceSubrange(offset..<end, with: bytes)
        case .truncate:
            if content.count > offset { content = Data(content.prefix(offset)) }
            if content.count < offset { content.append(Data(count: offset - content.count)) }
        case .flush, .remove, .acknowledge: break
        }
    }

    /// Lines of kind, file, offset and length, each followed by so many bytes.
    static func parse(_ data: Data) throws -> [DiskNote] {
        var notes: [DiskNote] = []
        var rest = data[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            let kind = try #require(Kind(rawValue: String(words[0])))
            let (offset, length) = (try #require(Int(words[2])), try #require(Int(words[3])))
            rest = rest[(end + 1)...]
            notes.append(DiskNote(kind: kind, file: String(words[1]), offset: offset, bytes: Data(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return notes
    }

    /// Notes what a process does to the files of one folder, the index of a log aside, which no power cut leaves; and when it
    /// says something on standard output, which is what it does when an idea is added.
    static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <limits.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/file.h>
        #include <sys/syscall.h>
        #include <sys/types.h>
        #include <unistd.h>
        #include <fcntl.h>

        static void note(char kind, const char *path, long offset, const void *bytes, size_t length) {
            const char *folder = getenv("NOTED"), *file = getenv("NOTES");
            size_t prefix = folder ? strlen(folder) : 0;
            if (!folder || !file || strncmp(path, folder, prefix) || strstr(path, "-shm")) return;
            char head[PATH_MAX + 64];
            int size = snprintf(head, sizeof head, "%c %s %ld %zu\\n", kind, path + prefix, offset, length);
            int out = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
            if (out < 0) abort();
            if (syscall(SYS_write, out, head, size) != size) abort();
            if (length && syscall(SYS_write, out, bytes, length) != (long)length) abort();
            syscall(SYS_close, out);
        }

        static void note_open(char kind, int descriptor, long offset, const void *bytes, size_t length) {
            char link[64], path[PATH_MAX];
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            ssize_t size = readlink(link, path, sizeof path - 1);
            if (size <= 0) return;
            path[size] = 0;
            note(kind, path, offset, bytes, length);
        }

        #define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

        ssize_t write(int d, const void *b, size_t n) {
            REAL(write);
            ssize_t r = real(d, b, n);
            if (r > 0 && d != 1) note_open('w', d, lseek(d, 0, SEEK_CUR) - r, b, r);
            if (r > 0 && d == 1 && getenv("NOTED")) {
                char said[PATH_MAX];
                snprintf(said, sizeof said, "%s-", getenv("NOTED"));
                note('a', said, 0, 0, 0);
            }
            return r;
        }
        ssize_t pwrite64(int d, const void *b, size_t n, off64_t o) {
            REAL(pwrite64);
            ssize_t r = real(d, b, n, o);
            if (r > 0) note_open('w', d, o, b, r);
            return r;
        }
        ssize_t pwrite(int d, const void *b, size_t n, off_t o) { return pwrite64(d, b, n, o); }
        int ftruncate64(int d, off64_t n) {
            REAL(ftruncate64);
            int r = real(d, n);
            if (!r) note_open('t', d, n, 0, 0);
            return r;
        }
        int ftruncate(int d, off_t n) { return ftruncate64(d, n); }
        int fsync(int d) {
            REAL(fsync);
            int r = real(d);
            if (!r) note_open('s', d, 0, 0, 0);
            return r;
        }
        int fdatasync(int d) {
            REAL(fdatasync);
            int r = real(d);
            if (!r) note_open('s', d, 0, 0, 0);
            return r;
        }
        int unlink(const char *p) {
            REAL(unlink);
            char path[PATH_MAX];
            char *whole = realpath(p, path);
            int r = real(p);
            if (!r && whole) note('u', whole, 0, 0, 0);
            return r;
        }
        """
}
