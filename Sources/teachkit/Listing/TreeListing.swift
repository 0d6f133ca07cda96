import Course
import Model
import Reports
import Storage
import Text

/// Contexts as a tree.
struct TreeListing: Report {
  struct Row: Sendable {
    let path: String
    let identifier: String
    let depth: Int
    let title: String
    let type: String
    let hasChildren: Bool
    let isAssignable: Bool
  }

  private(set) var rows: [Row] = []

  /// - Parameter roots: subjects and contexts, each listed with its content.
  init(_ roots: [ContextPath], in files: SchoolFiles) throws {
    let locator = Locator(files)
    for root in roots {
      if root.components.isEmpty {
        let subject = try files.subject(root.subject)
        try append(
          root, depth: 0, title: subject.title, type: "subject", isAssignable: true, files, locator)
      } else {
        try append(try files.context(root), depth: 0, files, locator)
      }
    }
  }

  private mutating func append(
    _ context: Context, depth: Int, _ files: SchoolFiles, _ locator: Locator
  ) throws {
    try append(
      context.path, depth: depth, title: context.title,
      type: context.custom ?? context.type.rawValue, isAssignable: context.assignable, files,
      locator)
  }

  private mutating func append(
    _ path: ContextPath, depth: Int, title: String, type: String, isAssignable: Bool,
    _ files: SchoolFiles, _ locator: Locator
  ) throws {
    guard path.components.count <= Identifier.deepestContext else { return }
    let children = try files.children(of: path)
    rows.append(
      Row(
        path: locator.shown(.context(path)), identifier: path.identifier, depth: depth,
        title: title, type: type, hasChildren: !children.isEmpty, isAssignable: isAssignable))
    for child in children { try append(child, depth: depth + 1, files, locator) }
  }

  func text(_ layout: Layout) -> String {
    let names = rows.map { row in
      String(repeating: "  ", count: row.depth) + visible(row.identifier)
        + (row.hasChildren ? "/" : "")
    }
    let width = names.reduce(0) { max($0, displayWidth($1)) }
    return zip(rows, names).reduce(into: "") { text, line in
      let (row, name) = line
      let notes = row.type + (row.isAssignable ? "" : ", not assignable")
      text += layout.isTerminal ? padded(name, to: width) : name
      text += (layout.isTerminal ? "  " : "\t") + layout.paint(visible(row.title), .strong)
      text += (layout.isTerminal ? "  " : "\t") + layout.paint(notes, .quiet) + "\n"
    }
  }

  var json: JSONValue {
    Self.envelope(
      "tree", "items",
      .array(
        rows.map { row in
          [
            "path": .string(row.path), "depth": .integer(row.depth),
            "title": .string(row.title), "type": .string(row.type),
            "children": .boolean(row.hasChildren), "assignable": .boolean(row.isAssignable),
          ]
        }))
  }
}
