import Foundation
import Testing

/// The tree, held to the plan. Every check is also shown to fail on a bad example, in the suites beside this one.
struct HousePlanTests {
    let tree = Repository.this

    @Test func manifestFollowsTheArrows() throws {
        let arrows = TargetArrows(document: try tree.text(of: "ARCHITECTURE.md"))
        let manifest = try Manifest.load(from: tree)
        let findings = arrows.findings(in: manifest) + arrows.staleRows(in: manifest)
        #expect(findings.isEmpty, "\(findings.report)")
        #expect(arrows.circles() == [])
    }

    @Test func importsFollowTheArrows() throws {
        let arrows = TargetArrows(document: try tree.text(of: "ARCHITECTURE.md"))
        let findings = SourceTree.sources.flatMap(arrows.findings(in:))
        #expect(!SourceTree.sources.isEmpty)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func sourcesMakeNoBannedCalls() {
        let findings = SourceTree.sources.flatMap(HousePlan.bannedCalls.findings(in:))
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func exceptionsAreStillNeeded() {
        let listed = HousePlan.bannedCalls.mayAskTheWorld.merging(HousePlan.bannedCalls.mayStopTheProcess) { first, _ in
            first
        }
        let unused = listed.keys.filter { path in !SourceTree.sources.contains { $0.path.hasPrefix(path) } }
        #expect(unused.sorted() == [], "an exception for a file that is not there")
    }

    @Test func functionsAndFilesAreShort() {
        let findings = HousePlan.lengths.findings(in: SourceTree.sources)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func noMoreErrorsAreDropped() {
        let findings = HousePlan.droppedErrors.findings(in: SourceTree.sources)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func testFilesAreNotGiants() {
        let limits = Lengths(functionLimit: 140, fileLimit: 1_000, hardFileLimit: 2_000)
        let findings = limits.findings(in: SourceTree.tests)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    /// A busy machine exceeds any limit of time; `Scripts/test` ends what is silent for long.
    @Test func testsHaveNoTimeLimits() {
        let limited = SourceTree.tests.filter { $0.target != "HouseTests" && $0.text.contains(".timeLimit(") }
        #expect(limited.map(\.path) == [])
    }

    @Test func publicDeclarationsAreDocumented() {
        let libraries = SourceTree.sources.filter { !HousePlan.calledByNobody.contains($0.target) }
        let findings = PublicDocumentation.findings(in: libraries)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func wordsAreTheProjectsOwn() throws {
        let findings = try readableFiles().flatMap { path in
            HousePlan.words.findings(path: path, text: try tree.text(of: path))
        }
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func compatibilitySourcesHaveNoConditions() {
        let files = SourceTree.tests.filter { $0.target.hasPrefix("SourceCompatibility") }
        let findings = files.flatMap(ConditionalCode.findings(in:))
        #expect(findings.isEmpty, "\(findings.report)")
    }

    /// What is written for a phone asks for no system.
    @Test func examplesHaveNoConditions() {
        let findings = SourceTree.examples.flatMap(ConditionalCode.findings(in:))
        #expect(SourceTree.examples.count > 5)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func testsDoNotSleep() {
        // Source that stands for an app's own may, where a test hands it something else.
        let files = SourceTree.tests.filter { !$0.target.hasPrefix("SourceCompatibility") }
        let findings = files.flatMap(Sleeps.findings(in:))
        #expect(findings.isEmpty, "\(findings.report)")
    }

    /// The models of the applications are source for Apple's framework too.
    @Test func modelsUseNothingThatAppleLacks() {
        let additions = Additions(in: SourceTree.sources.filter { $0.target == "SwiftData" })
        let folders = ["Sources/IdeaBoxCore/Model/", "Sources/AlarmClockCore/Model/"]
        let models = SourceTree.sources.filter { file in folders.contains { file.path.hasPrefix($0) } }
        let findings = models.flatMap(additions.findings(in:))
        #expect(findings.isEmpty, "\(findings.report)")
        #expect(models.contains { $0.declaresModel })
    }

    @Test func everySwiftFileBelongsToATarget() throws {
        let findings = DeadFiles.findings(
            // An example has a package of its own, whose manifest no target builds.
            swiftFiles: (SourceTree.sources + SourceTree.tests + SourceTree.examples).map(\.path)
                .filter { !$0.hasSuffix("/Package.swift") },
            targets: try Manifest.load(from: tree).targets,
            exists: tree.exists
        )
        #expect(findings.isEmpty, "\(findings.report)")
    }

    private func readableFiles() -> [String] {
        let below = HousePlan.readFolders.flatMap { tree.files(under: $0) }.filter { path in
            let name = path.split(separator: "/").last ?? ""
            guard !HousePlan.dataFolders.contains(where: path.hasPrefix) else { return false }
            return !name.contains(".") || HousePlan.readableEndings.contains { path.hasSuffix($0) }
        }
        return (HousePlan.readFiles.filter(tree.exists) + below).filter { !$0.contains("/.") }
    }
}
