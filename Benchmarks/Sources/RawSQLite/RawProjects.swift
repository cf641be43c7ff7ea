import BenchmarkData
import Foundation

/// Projects, tasks and tags through prepared statements: the rows and indexes that the relationships need, and nothing else.
package final class RawProjects {
    private static let schema = """
        CREATE TABLE project (pk INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE task (
            pk INTEGER PRIMARY KEY, title TEXT NOT NULL, isDone INTEGER NOT NULL, priority INTEGER NOT NULL,
            project INTEGER REFERENCES project(pk), position INTEGER);
        CREATE INDEX task_project ON task (project);
        CREATE TABLE tag (pk INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE task_tag (
            task INTEGER NOT NULL, tag INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (task, tag)
        ) WITHOUT ROWID;
        CREATE INDEX task_tag_tag ON task_tag (tag);
        """

    private let database: RawDatabase
    private let projectInsertion: RawStatement
    private let taskInsertion: RawStatement
    private let tagInsertion: RawStatement
    private let linkInsertion: RawStatement
    private let taskDeletion: RawStatement
    private let linkDeletion: RawStatement
    private let taggedPage: RawStatement
    private let projectPage: RawStatement
    private let projectCount: RawStatement
    private let pageByProject: RawStatement

    private init(_ database: RawDatabase) throws {
        self.database = database
        projectInsertion = try database.prepare("INSERT INTO project (name) VALUES (?)")
        taskInsertion = try database.prepare(
            "INSERT INTO task (title, isDone, priority, project, position) VALUES (?, ?, ?, ?, ?)"
        )
        tagInsertion = try database.prepare("INSERT INTO tag (name) VALUES (?)")
        linkInsertion = try database.prepare("INSERT INTO task_tag (task, tag, position) VALUES (?, ?, ?)")
        taskDeletion = try database.prepare("DELETE FROM task WHERE pk = ?")
        linkDeletion = try database.prepare("DELETE FROM task_tag WHERE task = ?")
        let columns = "pk, title, isDone, priority, project"
        taggedPage = try database.prepare(
            """
            SELECT \(columns) FROM task WHERE pk IN (
                SELECT task FROM task_tag JOIN tag ON tag.pk = task_tag.tag WHERE tag.name = ?
            ) ORDER BY title LIMIT 50
            """
        )
        let ofProject = "FROM task WHERE project IN (SELECT pk FROM project WHERE name = ?)"
        projectPage = try database.prepare("SELECT \(columns) \(ofProject) ORDER BY title LIMIT 50")
        projectCount = try database.prepare("SELECT COUNT(*) \(ofProject)")
        pageByProject = try database.prepare(
            """
            SELECT \(columns) FROM task
            ORDER BY (SELECT name FROM project WHERE project.pk = task.project), pk LIMIT 50
            """
        )
    }

    /// Over a new store with the tables alone.
    package convenience init(creating file: URL) throws {
        let database = try RawDatabase(file)
        try database.execute(Self.schema)
        try self.init(database)
    }

    package convenience init(opening file: URL) throws {
        try self.init(try RawDatabase(file))
    }

    /// All of them in one transaction.
    package func insert(_ projects: [ProjectValues], tags names: [String]) throws {
        try database.transaction {
            var tags: [Int] = []
            for name in names {
                tagInsertion.bind(name, at: 1)
                try tagInsertion.run()
                tags.append(database.lastInsertedKey)
            }
            for project in projects {
                projectInsertion.bind(project.name, at: 1)
                try projectInsertion.run()
                let key = database.lastInsertedKey
                for (position, task) in project.tasks.enumerated() {
                    try insert(task, into: key, at: position, tags)
                }
            }
        }
    }

    private func insert(_ task: TaskValues, into project: Int, at position: Int, _ tags: [Int]) throws {
        taskInsertion.bind(task.title, at: 1)
        taskInsertion.bind(task.isDone, at: 2)
        taskInsertion.bind(task.priority, at: 3)
        taskInsertion.bind(project, at: 4)
        taskInsertion.bind(position, at: 5)
        try taskInsertion.run()
        let key = database.lastInsertedKey
        for (position, tag) in task.tags.enumerated() {
            linkInsertion.bind(key, at: 1)
            linkInsertion.bind(tags[tag], at: 2)
            linkInsertion.bind(position, at: 3)
            try linkInsertion.run()
        }
    }

    /// How many tasks and links there are.
    package func counts() throws -> (tasks: Int, links: Int) {
        let statement = try database.prepare("SELECT (SELECT count(*) FROM task), (SELECT count(*) FROM task_tag)")
        _ = try statement.step()
        return (statement.int(0), statement.int(1))
    }

    /// How many tasks there are on the first page of those with a tag, by title.
    package func firstTasks(tagged name: String) throws -> Int { try page(taggedPage, name) }

    /// How many tasks there are on the first page of those of a project, by title.
    package func firstTasks(ofProject name: String) throws -> Int { try page(projectPage, name) }

    package func countTasks(ofProject name: String) throws -> Int {
        projectCount.bind(name, at: 1)
        defer { projectCount.reset() }
        return try projectCount.step() ? projectCount.int(0) : 0
    }

    /// How many tasks there are on the first page of all of them, by the names of their projects.
    package func firstTasksByProject() throws -> Int { try page(pageByProject) }

    private func page(_ statement: RawStatement, _ name: String) throws -> Int {
        statement.bind(name, at: 1)
        return try page(statement)
    }

    /// Reads the values of the rows, as an object would have them.
    private func page(_ statement: RawStatement) throws -> Int {
        defer { statement.reset() }
        var tasks: [(title: String, isDone: Bool, priority: Int)] = []
        while try statement.step() {
            tasks.append((statement.string(1), statement.int(2) != 0, statement.int(3)))
        }
        return tasks.count
    }

    /// Deletes tasks with their links, in one transaction.
    package func deleteTasks(_ keys: Range<Int>) throws {
        try database.transaction {
            for key in keys {
                for statement in [linkDeletion, taskDeletion] {
                    statement.bind(key, at: 1)
                    try statement.run()
                }
            }
        }
    }
}
