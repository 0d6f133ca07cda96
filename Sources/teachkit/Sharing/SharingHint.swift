import Exchange
import Git
import Model
import PlainYAML
import Storage

extension Session {
  /// Says how students get to know what was changed, where they have the subject and something of it
  /// is for them.
  func hintAtSharing(_ committed: Committed, in store: SchoolStore) throws {
    let files = store.files
    let commit = try store.repository.commit(committed.commit)
    let before = try store.commit(before: commit).map { try store.files(at: $0.id) }
    let states = [files] + (before.map { [$0] } ?? [])
    var subjects: Set<String> = []
    for file in committed.versions.keys {
      let parts = file.split(separator: "/").map(String.init)
      switch parts[0] {
      case SchoolPath.school: subjects.formUnion(try files.subjectIDs())
      case SchoolPath.subjects where parts.count > 2:
        let isText = ["worksheet.yaml", "context.yaml"].contains(parts[parts.count - 1])
        // What lies beside a draft is no more to be seen than that.
        let text = isText ? file : SchoolPath.worksheet(around: file)
        let shown = Set(states.map { state in text.flatMap { state.publishedText(of: $0) } })
        let isSame = isText ? shown.count == 1 : text != nil && shown == [nil]
        if !isSame, !parts.contains("private") { subjects.insert(parts[1]) }
      case SchoolPath.assignments where parts.count == 2:
        // One that is no longer there was there before.
        let id = String(parts[1].dropLast(".yaml".count))
        for files in states {
          subjects.formUnion(try (try? files.assignment(id)).map(files.subjects) ?? [])
        }
      case SchoolPath.classes:
        // Who is in a class or group decides whom assignments reach.
        let members = states.map { state in
          let root = (try? state.document(at: file))?.flatMap(\.root)
          return ["students", "groups"].map { root?[$0].map { Value($0) } }
        }
        if Set(members).count == 1 { continue }
        for assignment in try files.assignmentIDs().compactMap({ try? files.assignment($0) }) {
          subjects.formUnion(try files.subjects(of: assignment))
        }
      default: break
      }
    }
    let stores = SchoolStores(store)
    subjects.formIntersection(try files.subjectIDs())
    for subject in subjects.sorted() where stores.hasOutbox(subject) {
      output.hint("students see it after 'teachkit share \(subject)'")
    }
  }
}
