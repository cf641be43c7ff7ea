import Foundation
import SwiftData
import Testing

struct FormTests {
    let container: ModelContainer
    let context: ModelContext
    let question: Question

    init() throws {
        container = try ModelContainer(
            for: Questionnaire.self,
            Reviewer.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        let form = Questionnaire(title: "Visit")
        context.insert(form)
        form.answers = ["q1": "yes"]
        question = Question(text: "How was it?")
        form.questions = [question, Question(text: "Again?")]
        form.reviewer = Reviewer(name: "Kim")
        try context.save()
    }

    private func editor() throws -> FormEditor<Question> {
        try #require(
            FormEditor(
                editing: question.persistentModelID,
                fields: [FormField("text", \Question.text), FormField(number: "weight", \Question.weight)],
                in: container
            )
        )
    }

    @Test func editingACopy() throws {
        let editor = try editor()
        #expect(editor.values == ["How was it?", "1"])
        #expect(editor.isEdited == false)
        editor.set("text", to: "Well?")
        editor.set("weight", to: "7")
        editor.set("weight", to: "seven")
        #expect(editor.isEdited)
        #expect(editor.draft !== question)
        #expect(question.text == "How was it?")
        try editor.save()
        let reader = ModelContext(container)
        let weights = try reader.fetch(FetchDescriptor<Question>(sortBy: [SortDescriptor(\.weight)]))
        #expect(weights.map(\.text) == ["Again?", "Well?"])
        #expect(try context.fetchCount(FetchDescriptor<Question>(predicate: #Predicate { $0.weight == 7 })) == 1)
    }

    @Test func cancelling() throws {
        let editor = try editor()
        editor.set("text", to: "gone")
        editor.cancel()
        #expect(editor.values == ["How was it?", "1"])
        #expect(editor.isEdited == false)
    }

    @Test func valuesByKeyPath() throws {
        let form = try #require(question.questionnaire)
        #expect(form.getValue(forKey: \.title) == "Visit")
        #expect(form.getValue(forKey: \.answers) == ["q1": "yes"])
        #expect(form.getValue(forKey: \.reviewer)?.name == "Kim")
        #expect(form.getValue(forKey: \.questions).count == 2)
        form.setValue(forKey: \.answers, to: ["q1": "no", "q2": "maybe"])
        form.setValue(forKey: \.reviewer, to: nil)
        form.setValue(forKey: \.questions, to: [question])
        try context.save()
        let reader = ModelContext(container)
        let copy = try #require(try reader.fetch(FetchDescriptor<Questionnaire>()).first)
        #expect(copy.answers == ["q1": "no", "q2": "maybe"])
        #expect(copy.reviewer == nil)
        #expect(copy.questions.map(\.text) == ["How was it?"])
        #expect(copy.persistentBackingData.persistentModelID == copy.persistentModelID)
    }

    @Test func typeErasedLists() throws {
        let lists = AnyModelList.all([Questionnaire.self, Question.self, Reviewer.self])
        #expect(lists.map(\.title) == ["Questionnaire", "Question", "Reviewer"])
        #expect(try lists.map { try $0.count(context) } == [1, 2, 1])
        try lists[0].clear(context)
        #expect(try lists.map { try $0.count(context) } == [0, 0, 1])
    }

    @Test func identityInsideOneContext() throws {
        let again = try context.fetch(FetchDescriptor<Question>(predicate: #Predicate { $0.text == "How was it?" }))
        #expect(again.first === question)
        let reader = ModelContext(container)
        let elsewhere = try reader.fetch(FetchDescriptor<Question>())
        #expect(elsewhere.contains { $0 === question } == false)
        #expect(elsewhere.contains { $0.persistentModelID == question.persistentModelID })
    }
}
