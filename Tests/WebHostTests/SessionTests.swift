import Testing

@testable import WebHost

/// A session's decisions, event by event.
struct SessionTests {
    static let link = Session.Link(number: 1)

    private func field(_ value: String?, id: String = "f") -> Node {
        Node(id: id, element: .input, attributes: [.type: "text"], properties: Properties(value: value), events: .input)
    }

    private func picture(_ nodes: [Node], title: String = "t") -> Picture {
        Picture(title: title, root: Node(id: "root", element: .main, content: .children(nodes)))
    }

    private func hello(update: Int = 0, build: String = "b", saved: String? = nil) -> ClientMessage {
        ClientMessage(
            kind: .hello(
                ClientMessage.Hello(build: build, update: update, environment: ClientEnvironment(), savedState: saved)
            )
        )
    }

    private func input(_ value: String, revision: Int, sequence: Int, node: String = "f") -> ClientMessage {
        ClientMessage(
            sequence: sequence,
            kind: .event(SceneEvent(node: node, action: .input(value)), revision: revision)
        )
    }

    /// A session whose page is connected and has been answered.
    private func connected(_ first: Picture) -> Session {
        var session = Session(identifier: "s", owner: "o", build: "b", firstPicture: first)
        _ = session.handle(.attached(Self.link))
        _ = session.handle(.message(hello(), Self.link))
        #expect(session.handle(.ready(Self.link)) == [.send(ServerMessage(acknowledged: 0), Self.link)])
        _ = session.handle(.ready(Self.link))
        return session
    }

    private func sent(_ actions: [Session.Action]) -> ServerMessage? {
        actions.compactMap { if case .send(let message, _) = $0 { message } else { nil } }.last
    }

    @Test func manyInputsAreDrawnOnce() {
        var session = connected(picture([field("")]))
        for number in 1...9 {
            let value = String(repeating: "x", count: number)
            let actions = session.handle(.message(input(value, revision: number, sequence: number), Self.link))
            #expect(actions == [.deliver(SceneEvent(node: "f", action: .input(value)))])
        }
        #expect(session.handle(.endOfTurn) == [.draw])
        #expect(session.handle(.endOfTurn) == [], "one picture at a time")
        let message = sent(session.handle(.drew(picture([field("xxxxxxxxx")]))))
        #expect(message == ServerMessage(acknowledged: 9), "the page shows it already")
    }

    @Test func aChangedValueCarriesTheRevisionThatItAnswers() {
        var session = connected(picture([field("")]))
        _ = session.handle(.message(input("a", revision: 1, sequence: 1), Self.link))
        _ = session.handle(.message(input("ab", revision: 2, sequence: 2), Self.link))
        _ = session.handle(.endOfTurn)
        let message = sent(session.handle(.drew(picture([field("")]))))
        #expect(message?.content == .changes([.property(node: "f", .value(""), revision: 2)]))
        #expect(message?.acknowledged == 2)
        #expect(message?.update == 1)
    }

    @Test func aFieldThatIsMadeAnewCountsFromTheBeginning() {
        var session = connected(picture([field("")]))
        _ = session.handle(.message(input("ab", revision: 2, sequence: 1), Self.link))
        _ = session.handle(.endOfTurn)
        _ = session.handle(.drew(picture([])))
        var next: ServerMessage?
        for value in ["ab", "cd"] {
            _ = session.handle(.ready(Self.link))
            _ = session.handle(.needsDisplay)
            _ = session.handle(.endOfTurn)
            next = sent(session.handle(.drew(picture([field(value)]))))
        }
        // The page forgot how often the field had been changed when it went.
        #expect(next?.content == .changes([.property(node: "f", .value("cd"), revision: 0)]))
    }

    @Test func aRefusedSwitchGoesBack() {
        let box = Node(
            id: "c",
            element: .input,
            attributes: [.type: "checkbox"],
            properties: Properties(isChecked: false)
        )
        var session = connected(picture([box]))
        let toggle = ClientMessage(sequence: 1, kind: .event(SceneEvent(node: "c", action: .toggle(true)), revision: 1))
        _ = session.handle(.message(toggle, Self.link))
        #expect(session.handle(.endOfTurn) == [.draw])
        let message = sent(session.handle(.drew(picture([box]))))
        #expect(message?.content == .changes([.property(node: "c", .isChecked(false), revision: 1)]))
    }

    @Test func aRefusedChoiceSwitchesTheFormerOneOnAgain() {
        let radios = ["a", "b"].map {
            Node(
                id: $0,
                element: .input,
                attributes: [.type: "radio", .name: "g"],
                properties: Properties(isChecked: $0 == "a")
            )
        }
        var session = connected(picture(radios))
        let toggle = ClientMessage(sequence: 1, kind: .event(SceneEvent(node: "b", action: .toggle(true)), revision: 1))
        _ = session.handle(.message(toggle, Self.link))
        _ = session.handle(.endOfTurn)
        let message = sent(session.handle(.drew(picture(radios))))
        #expect(
            message?.content
                == .changes([
                    .property(node: "a", .isChecked(true), revision: 0),
                    .property(node: "b", .isChecked(false), revision: 1),
                ])
        )
    }

    @Test func whoCannotGoBackIsToldSo() {
        var deep = picture([field("")])
        deep.depth = 1
        var session = connected(deep)
        let back = SceneEvent(node: "_root", action: .back(depth: 0))
        for (sequence, answer) in [(1, deep), (2, picture([field("")]))] {
            let message = ClientMessage(sequence: sequence, kind: .event(back, revision: nil))
            _ = session.handle(.message(message, Self.link))
            _ = session.handle(.needsDisplay)
            #expect(session.handle(.endOfTurn) == [.draw])
            #expect(sent(session.handle(.drew(answer)))?.depth == (answer.depth == 0 ? nil : 1))
            _ = session.handle(.ready(Self.link))
        }
    }

    @Test func aSlowPageGetsTheLatestPictureAlone() {
        var session = connected(picture([field("")]))
        _ = session.handle(.needsDisplay)
        #expect(session.handle(.endOfTurn) == [.draw])
        #expect(sent(session.handle(.drew(picture([], title: "1"))))?.title == "1")
        for _ in 2...5 {
            _ = session.handle(.needsDisplay)
            #expect(session.handle(.endOfTurn) == [], "the page has not taken the last one yet")
        }
        #expect(session.handle(.ready(Self.link)) == [.draw])
        let message = sent(session.handle(.drew(picture([], title: "5"))))
        #expect(message?.title == "5")
        #expect(message?.update == 2)
    }

    @Test func aPageThatMissedNothingGoesOn() {
        var session = connected(picture([field("")]))
        _ = session.handle(.detached(Self.link))
        let second = Session.Link(number: 2)
        _ = session.handle(.attached(second))
        #expect(session.handle(.message(hello(update: 0), second)) == [.environment(ClientEnvironment())])
        #expect(sent(session.handle(.ready(second)))?.content == .nothing)
    }

    @Test func aPageThatMissedSomethingGetsEverything() {
        var session = connected(picture([field("")]))
        _ = session.handle(.needsDisplay)
        _ = session.handle(.endOfTurn)
        _ = session.handle(.drew(picture([field("new")])))
        _ = session.handle(.detached(Self.link))
        let second = Session.Link(number: 2)
        _ = session.handle(.attached(second))
        _ = session.handle(.message(hello(update: 0), second))
        #expect(session.handle(.ready(second)) == [.draw])
        let now = picture([field("new")])
        let message = sent(session.handle(.drew(now)))
        #expect(message?.content == .everything(root: now.root, overlays: []))
        #expect(message?.title == "t")
    }

    @Test func whatIsSentAgainIsTakenOnce() {
        var session = connected(picture([field("")]))
        _ = session.handle(.message(input("a", revision: 1, sequence: 1), Self.link))
        #expect(session.handle(.message(input("a", revision: 1, sequence: 1), Self.link)) == [])
        #expect(session.acknowledged == 1)
    }

    @Test func aNewConnectionReplacesTheOld() {
        var session = connected(picture([]))
        let second = Session.Link(number: 2)
        #expect(session.handle(.attached(second)) == [.close(Self.link, .replaced)])
        #expect(session.handle(.message(input("late", revision: 1, sequence: 1), Self.link)) == [])
        #expect(session.handle(.detached(Self.link)) == [])
        #expect(session.link == second, "the old connection's end is not the new one's")
    }

    @Test func aPageOfAnotherBuildIsGone() {
        var session = Session(identifier: "s", owner: "o", build: "b", firstPicture: picture([]))
        _ = session.handle(.attached(Self.link))
        #expect(session.handle(.message(hello(build: "older"), Self.link)) == [.close(Self.link, .gone)])
    }

    @Test func nothingIsTakenBeforeHello() {
        var session = Session(identifier: "s", owner: "o", build: "b", firstPicture: picture([]))
        _ = session.handle(.attached(Self.link))
        let actions = session.handle(.message(input("x", revision: 1, sequence: 1), Self.link))
        #expect(actions == [.close(Self.link, .invalidMessage)])
    }

    @Test func whatAPageKeptComesBackOnce() {
        var session = Session(identifier: "s", owner: "o", build: "b", firstPicture: picture([]))
        _ = session.handle(.attached(Self.link))
        #expect(session.handle(.message(hello(saved: "x"), Self.link)) == [.restore("x", ClientEnvironment())])
        #expect(session.handle(.ready(Self.link)) == [.draw])
        _ = session.handle(.drew(picture([])))
        #expect(
            session.handle(.message(hello(update: 1, saved: "x"), Self.link)) == [.environment(ClientEnvironment())]
        )
    }

    @Test func wordsAndFocusAreGivenOnce() {
        var session = connected(picture([field("")]))
        var told = picture([field("")])
        told.announcements = [Announcement(message: "Done")]
        told.focus = "f"
        _ = session.handle(.needsDisplay)
        _ = session.handle(.endOfTurn)
        let message = sent(session.handle(.drew(told)))
        #expect(message?.announcements == told.announcements)
        #expect(message?.focus == "f")
        _ = session.handle(.ready(Self.link))
        _ = session.handle(.needsDisplay)
        _ = session.handle(.endOfTurn)
        #expect(session.handle(.drew(picture([field("")]))) == [], "nothing new to say")
    }

    @Test func aPingIsAnswered() {
        var session = connected(picture([]))
        _ = session.handle(.message(ClientMessage(kind: .ping), Self.link))
        #expect(sent(session.handle(.endOfTurn)) == ServerMessage(acknowledged: 0))
        #expect(session.handle(.endOfTurn) == [])
    }

    @Test func aTwinsEventReachesTheSceneUnderItsName() {
        var session = connected(picture([field("", id: "f"), field("", id: "f~2")]))
        let actions = session.handle(.message(input("x", revision: 1, sequence: 1, node: "f~2"), Self.link))
        #expect(actions == [.deliver(SceneEvent(node: "f", action: .input("x")))])
    }

    /// Whatever comes in whatever order: what the page holds is what was drawn last, once all has arrived.
    @Test(arguments: 0..<200)
    func pagesFollowTheSceneThroughLossAndReturn(seed: Int) throws {
        var trees = RandomTrees(seed: UInt64(seed))
        var drawn = trees.picture()
        var session = Session(identifier: "s", owner: "o", build: "b", firstPicture: TidyPicture(drawn).picture)
        var page = ModelPage(TidyPicture(drawn).picture)
        var (number, applied) = (0, 0)
        func take(_ actions: [Session.Action]) throws {
            for action in actions {
                if case .draw = action {
                    drawn = trees.successor(of: drawn)
                    try take(session.handle(.drew(drawn)))
                }
                guard case .send(let message, _) = action else { continue }
                // Some are lost on the way: then the connection is lost as well.
                if trees.chance(10) {
                    _ = session.handle(.detached(Session.Link(number: number)))
                    continue
                }
                switch message.content {
                case .nothing: break
                case .changes(let operations): try page.apply(operations)
                case .everything(let root, let overlays):
                    page = ModelPage(Picture(title: "", root: root, overlays: overlays))
                }
                if let update = message.update { applied = update }
            }
        }
        for _ in 0..<40 {
            if session.link == nil {
                number += 1
                try take(session.handle(.attached(Session.Link(number: number))))
                try take(session.handle(.message(hello(update: applied), Session.Link(number: number))))
            }
            if trees.chance(60) { _ = session.handle(.needsDisplay) }
            try take(session.handle(.ready(Session.Link(number: number))))
            guard session.link != nil, session.update == applied else { continue }
            let differences = page.differences(from: session.shown)
            #expect(differences.isEmpty, "seed \(seed): \(differences)")
        }
    }
}
