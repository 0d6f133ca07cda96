import Model
import PlainYAML

extension Document {
  /// The other side's guidance records, with new ids for those that both sides gave to different
  /// records.
  func numberingGuidance(after ours: Document, _ base: Document) throws -> Document {
    func ids(_ document: Document) -> [String] {
      (document.root.sequence ?? []).compactMap { $0["id"]?.scalar }
    }
    let known = Set(ids(base))
    let records = Dictionary(
      (ours.root.sequence ?? []).map { ($0["id"]?.scalar, $0) },
      uniquingKeysWith: { first, _ in first })
    var used = ids(ours) + ids(self)
    var document = self
    for (index, item) in (root.sequence ?? []).enumerated() {
      guard let id = item["id"]?.scalar, !known.contains(id), let other = records[id], other != item
      else { continue }
      let new = GuidanceRecord.nextID(after: used)
      used.append(new)
      document = try document.setting([.index(index), .key("id")], to: .scalar(new))
    }
    return document
  }
}
