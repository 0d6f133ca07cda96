import Model
import PlainYAML
import Text

/// Creates published text from a school's files.
///
/// It iterates over the schema, not the file: fields that aren't public in the schema are never
/// read.
struct PublicFields {
  /// Whether answers are published, as for practice.
  var showsAnswers = false

  /// The public fields of a mapping, in canonical order.
  func fields(_ node: Node, _ schema: [Field], exercise: String = "") -> [Value.Pair] {
    var found: [Value.Pair] = []
    for field in schema {
      guard let value = node[field.name], !value.isNull else { continue }
      switch field.visibility {
      case .published: found.append(.init(field.name, published(value, field.name)))
      case .answer where showsAnswers: found.append(.init(field.name, Value(value)))
      case .changed: found += changed(value, field.name, exercise)
      case .answer, .kept: break
      }
    }
    return found
  }

  /// A public value, restricted to known fields if the schema defines them.
  private func published(_ node: Node, _ name: String) -> Value {
    switch name {
    case "late": .mapping(fields(node, Schema.late))
    case "exam": .mapping(fields(node, Schema.exam))
    case "limits": .mapping(fields(node, Schema.limits))
    case "rubric": .sequence((node.sequence ?? []).map { .mapping(fields($0, Schema.rubricItem)) })
    default: Value(node)
    }
  }

  private func changed(_ node: Node, _ name: String, _ exercise: String) -> [Value.Pair] {
    switch name {
    case "teacher":
      return [.init(name, .scalar(Person(text: node.scalar ?? "").name))]
    case "exercises":
      let items = (node.sequence ?? []).map { item in
        Value.mapping(fields(item, Schema.exercise, exercise: item["id"]?.scalar ?? ""))
      }
      return [.init(name, .sequence(items))]
    case "cases":
      let shown = (node.sequence ?? []).filter { !isHidden($0) }
      if shown.isEmpty { return [] }
      return [.init(name, .sequence(shown.map { .mapping(fields($0, Schema.codeCase)) }))]
    case _ where showsAnswers:
      return [.init(name, Value(node))]
    case "gaps":
      return [.init(name, texts((node.mapping ?? []).map(\.key)))]
    case "pairs":
      let pairs = node.mapping ?? []
      return [
        .init("lefts", texts(Exercise.mixed(pairs.map(\.key), exercise))),
        .init("rights", texts(Exercise.mixed(pairs.compactMap(\.value.scalar), exercise))),
      ]
    case "items":
      return [
        .init(name, texts(Exercise.mixed((node.sequence ?? []).compactMap(\.scalar), exercise)))
      ]
    default:
      return []
    }
  }

  /// Whether a case is hidden; unreadable cases are.
  private func isHidden(_ node: Node) -> Bool {
    guard let hidden = node["hidden"], !hidden.isNull else { return false }
    return hidden.scalar != "no" && hidden.scalar != "false"
  }

  private func texts(_ texts: [String]) -> Value { .sequence(texts.map { .scalar($0) }) }
}

extension PublicFields {
  /// The `subject.yaml` of a clone, with the public fields of the school and of the subject.
  static func subject(_ subject: Node, of school: Node) -> [Value.Pair] {
    let fields = PublicFields()
    var found = fields.fields(school, Schema.school.filter { $0.name != "late" })
    if school["format"] == nil {
      found.insert(.init("format", .plain(String(School.format))), at: 0)
    }
    for field in Schema.subject where field.visibility == .published {
      if field.name == "late" {
        let late = Schema.late.compactMap { rule -> Value.Pair? in
          let value = set(subject["late"]?[rule.name]) ?? set(school["late"]?[rule.name])
          return value.map { .init(rule.name, Value($0)) }
        }
        if !late.isEmpty { found.append(.init("late", .mapping(late))) }
      } else {
        found += fields.fields(subject, [field])
      }
    }
    return found
  }

  private static func set(_ node: Node?) -> Node? {
    node.flatMap { $0.isNull ? nil : $0 }
  }
}
