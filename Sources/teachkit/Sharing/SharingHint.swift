import Course
import Exchange
import Git
import Model
import PlainYAML
import Storage
import Text

extension Session {
  /// Prints a hint to share a change if it affects students of a shared subject.
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
        // Files next to a draft are as hidden as the draft.
        let text = isText ? file : SchoolPath.worksheet(around: file)
        let shown = Set(states.map { state in text.flatMap { state.publishedText(of: $0) } })
        let isSame = isText ? shown.count == 1 : text != nil && shown == [nil]
        if !isSame, !parts.contains("private") { subjects.insert(parts[1]) }
      case SchoolPath.assignments where parts.count == 2:
        // A deleted assignment existed before.
        let id = String(parts[1].dropLast(".yaml".count))
        for files in states {
          subjects.formUnion(try (try? files.assignment(id)).map(files.subjects) ?? [])
        }
      case SchoolPath.announcements:
        let lists = states.map { Set((try? $0.announcements()) ?? []) }
        for (files, list) in zip(states, lists) {
          for announcement in list where !lists.allSatisfy({ $0.contains(announcement) }) {
            subjects.formUnion(try files.subjects(of: announcement))
          }
        }
      case SchoolPath.students: subjects.formUnion(try boards(showing: states))
      case SchoolPath.classes:
        // Members of classes and groups determine recipients.
        let members = states.map { state in
          let root = (try? state.document(at: file))?.flatMap(\.root)
          return ["students", "groups"].map { root?[$0].map { Value($0) } }
        }
        if Set(members).count == 1 { continue }
        for assignment in try files.assignmentIDs().compactMap({ try? files.assignment($0) }) {
          subjects.formUnion(try files.subjects(of: assignment))
        }
        for announcement in (try? files.announcements()) ?? [] {
          subjects.formUnion(try files.subjects(of: announcement))
        }
      default: break
      }
    }
    let stores = SchoolStores(store)
    subjects.formIntersection(try files.subjectIDs())
    for subject in subjects.sorted() where stores.hasOutbox(subject) {
      output.hint("publish it with 'teachkit share \(subject)'")
    }
  }

  /// The subjects with a leaderboard that names a changed student.
  private func boards(showing states: [SchoolFiles]) throws -> Set<String> {
    guard states.count == 2, let before = try? states[1].students() else { return [] }
    let (files, after) = (states[0], try states[0].students())
    return Set(
      try files.subjectIDs().filter { subject in
        try files.subject(subject).leaderboard != .off
          && files.participants(of: subject).counting.contains { participant in
            let (old, new) = (before[participant.id], after[participant.id])
            return old?.name != new?.name || old?.alias != new?.alias
              || old?.leaderboard != new?.leaderboard
          }
      })
  }
}
