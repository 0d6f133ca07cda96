import Git
import Model
import PlainYAML
import Text

/// Checks of pictures, links, and the files next to a worksheet.
extension SchoolCheck {
  func checkLinks(
    of exercise: Exercise, _ node: Node, in path: ContextPath, _ document: Document, _ file: String
  ) throws {
    let links = markdownLinks(in: exercise.prompt)
    if exercise.alt == nil, let prompt = node["prompt"],
      let picture = links.first(where: { $0.isPicture && $0.text.allSatisfy(\.isWhitespace) })
    {
      add(
        document, file, .pictureAlt,
        "the picture '\(visible(picture.target))' has no description",
        hint: "add `alt: …` to the exercise, or write ![description](\(visible(picture.target)))",
        at: document.offset(of: picture, in: prompt))
    }
    try check(links, at: node["prompt"], in: path, document, file)
    let isShown = exercise.alt != nil && !links.contains(where: \.isPicture)
    for name in exercise.namedPictures where !links.contains(where: { $0.target == name }) {
      guard let prompt = node["prompt"] else { break }
      if isShown {
        try checkFile(name, at: prompt.offset, in: path, document, file)
      } else {
        add(
          document, file, .pictureAlt, "the picture '\(visible(name))' is named, but not shown",
          hint: "write ![description](\(visible(name)))", at: prompt)
      }
    }
    for name in ["hint", "explain"] { try checkLinks(at: node[name], in: path, document, file) }
  }

  /// Checks the texts that a context of any kind has besides its exercises.
  func checkContextTexts(_ path: ContextPath, _ file: String) throws {
    guard let document = try files.document(at: file) else { return }
    let root = document.root
    checkTitle(root, document, file)
    for name in ["title", "summary"] { checkCut(root[name], "'\(name)'", document, file) }
    try checkLinks(at: root["summary"], in: path, document, file)
    if let node = root["custom"], root["type"]?.scalar != "custom" {
      add(
        document, file, .noEffect, "'custom' has no effect without `type: custom`",
        hint: "set the type, or remove the field", at: node)
    }
    if let node = root["link"], let target = node.scalar {
      try check(target, at: node.offset, in: path, document, file)
    }
    if let node = root["thumbnail"], let name = node.scalar {
      let inside = name.hasPrefix("files/") ? name : "files/\(name)"
      try checkFile(inside, at: node.offset, in: path, document, file)
      try checkThumbnail(inside, at: node, in: path, document, file)
    }
  }

  private func checkLinks(
    at node: Node?, in path: ContextPath, _ document: Document, _ file: String
  ) throws {
    guard let text = node?.scalar else { return }
    try check(markdownLinks(in: text), at: node, in: path, document, file)
  }

  private func check(
    _ links: [MarkdownLink], at node: Node?, in path: ContextPath, _ document: Document,
    _ file: String
  ) throws {
    guard let node else { return }
    for link in links {
      try check(link.target, at: document.offset(of: link, in: node), in: path, document, file)
    }
  }

  private func check(
    _ target: String, at offset: Int, in path: ContextPath, _ document: Document, _ file: String
  ) throws {
    if let name = MarkdownLink.file(target) {
      try checkFile(name, at: offset, in: path, document, file)
    } else if let problem = LinkAddress(target)?.problem {
      add(document, file, .deadLink, problem.message, hint: problem.hint, at: offset)
    } else if target.hasPrefix("/") {
      add(
        document, file, .deadLink, "'\(visible(target))' is not a valid address",
        hint: target.hasPrefix("//")
          ? "write https:\(visible(target))" : "write paths relative to this folder, as files/…",
        at: offset)
    }
  }

  /// Checks that a file exists, by its path from a context's folder, and that students get it.
  private func checkFile(
    _ name: String, at offset: Int, in path: ContextPath, _ document: Document, _ file: String
  ) throws {
    var parts = SchoolPath.folder(path).split(separator: "/").map(String.init)
    let top = 2
    for part in name.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(String(part))
        continue
      }
      guard parts.count > top else {
        add(
          document, file, .deadLink, "'\(visible(name))' is outside the subject",
          hint: "put a copy into 'files/'", at: offset)
        return
      }
      parts.removeLast()
    }
    guard let last = parts.last, parts.count > top else { return }
    let folder = parts.dropLast().joined(separator: "/")
    guard try entries(in: folder).contains(where: { $0.name == last }) else {
      let near = "\(SchoolPath.folder(path))/files"
      let isNear = try entries(in: near).contains { $0.name == last }
      let isSite =
        name.hasPrefix("www.")
        || name.contains("/") && name.prefix { $0 != "/" }.dropFirst().contains(".")
          && !name.hasPrefix("..")
      add(
        document, file, .deadLink, "no file '\(visible(name))'",
        hint: isNear
          ? "write files/\(visible(last))"
          : isSite
            ? "write https://\(visible(name))" : "put it into '\(near)/'",
        at: offset)
      return
    }
    if parts.dropFirst(top).contains(where: { $0 == "private" || $0 == "work" }) {
      add(
        document, file, .deadLink, "students don't get '\(visible(name))'",
        hint: "put what they may see into 'files/'", at: offset)
    }
  }

  /// Checks for files that can't be published: links, sockets and the like.
  func checkHandouts(_ path: ContextPath) throws {
    let folder = SchoolPath.folder(path)
    for entry in try entries(in: folder)
    where entry.kind == .folder && ["files", "starters"].contains(entry.name) {
      try checkHandouts(in: "\(folder)/\(entry.name)", depth: 0)
    }
  }

  private func checkHandouts(in folder: String, depth: Int) throws {
    guard depth < 32 else { return }
    let names = try Set(entries(in: folder).map(\.name))
    let isRepository =
      try files.source.bytes(at: "\(folder)/.git/HEAD") != nil
      // The link of a submodule or of a linked work tree.
      || files.source.bytes(at: "\(folder)/.git") != nil
      || names.isSuperset(of: ["HEAD", "objects", "refs"])
    if isRepository {
      return keep(
        Fault(
          file: folder, rule: .unpublishable,
          message: "a Git repository can't be published",
          hint: "replace it with a copy that contains only the files to publish"))
    }
    for entry in try entries(in: folder) {
      let path = "\(folder)/\(entry.name)"
      if let message = SchoolCheck.fault(ofName: entry.name) {
        keep(Fault(file: path, rule: .unpublishableName, message: message, hint: "rename it"))
      }
      switch entry.kind {
      case .file where files.source.isHardLink(path):
        keep(
          Fault(
            file: path, rule: .unpublishable, message: "it is a hard link, and never published",
            hint: "put a copy of the file in its place"))
      case .file: break
      case .folder: try checkHandouts(in: path, depth: depth + 1)
      case .other:
        keep(
          Fault(
            file: path, rule: .unpublishable,
            message: "not a regular file, so it is never published",
            hint: "replace it with a copy of its target"))
      }
    }
  }
}

extension SchoolCheck {
  /// Why a file of this name can't be published; nil if it can.
  fileprivate static func fault(ofName name: String) -> Message? {
    switch TreeFault.Kind(ofName: name) {
    case nil: nil
    case .notText: "its name is not UTF-8, and can't be published"
    default: "a file of this name can't be published: other systems would refuse it"
    }
  }
}

extension Document {
  /// The offset of a link in a text, or of the text if escapes hide the link.
  fileprivate func offset(of link: MarkdownLink, in node: Node) -> Int {
    let sign = Array("[\(link.text)](".utf8)
    let target = Array(link.target.utf8)
    let range = node.offset..<max(node.offset, node.end)
    return range.first { start in
      let rest = bytes[start..<range.upperBound]
      return rest.starts(with: sign)
        && rest.dropFirst(sign.count).drop { $0 == 0x20 || $0 == UInt8(ascii: "<") }
          .starts(with: target)
    } ?? node.offset
  }
}
