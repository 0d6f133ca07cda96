import Exchange
import Git
import Grading
import Model

/// Reads answers in the terms of the current worksheets, whichever version was answered.
public final class AnswerReader {
  private let versions: WorksheetVersions?
  private let names: WorkNames
  private var presents: [ContextPath: AnswerTranslator] = [:]
  private var pasts: [ContextPath: (versions: [Worksheet], translator: AnswerTranslator)] = [:]

  /// - Parameter versions: nil if nothing is known about earlier versions.
  public init(_ versions: WorksheetVersions?, _ names: WorkNames) {
    self.versions = versions
    self.names = names
  }

  /// The version that a submission claims to answer.
  public struct Origin {
    /// The published commit that the student had.
    public let base: ObjectID?
    public let claimed: Instant?

    public init(base: ObjectID?, claimed: Instant?) {
      self.base = base
      self.claimed = claimed
    }
  }

  /// The version of a worksheet that a submission answers; nil if there is none.
  public func version(for origin: Origin, of worksheet: Worksheet) throws -> Worksheet? {
    let path = worksheet.path
    return try versions?.version(
      at: origin.base, by: origin.claimed, of: path, names: names.names(of: path))
  }

  /// Translates the answers of a submission.
  ///
  /// Earlier versions are only read if the student's version has different entries, or if an answer
  /// names none of its entries.
  /// - Parameters:
  ///   - paths: returns the submitted files below `work/`.
  public func translate(
    _ answers: [String: AnswerValue], of origin: Origin, to worksheet: Worksheet,
    paths: () throws -> [String]
  ) throws -> AnswerTranslator.Translation {
    let seen = try version(for: origin, of: worksheet)
    if seen.map(worksheet.isAnsweredLike) ?? true {
      let present = presents[worksheet.path] ?? AnswerTranslator(present: worksheet)
      presents[worksheet.path] = present
      let translation = present.translate(answers)
      if translation.unknownChoices.isEmpty { return translation }
    }
    let paths = try paths()
    let (past, translator) = try past(of: worksheet)
    var translation: AnswerTranslator.Translation
    if let seen, !(past + [worksheet]).contains(seen) {
      // A colleague published it from a state that isn't in the history of this branch.
      translation = AnswerTranslator(past: past + [seen], present: worksheet)
        .translate(answers, paths: paths, seen: past.count)
    } else {
      let place = seen.flatMap { (past + [worksheet]).lastIndex(of: $0) }
      translation = translator.translate(answers, paths: paths, seen: place)
    }
    if let base = origin.base, try versions?.isPublished(base) == false {
      for exercise in translation.unknownChoices { translation.changed[exercise] = .version }
    }
    return translation
  }

  private func past(
    of worksheet: Worksheet
  ) throws -> (versions: [Worksheet], translator: AnswerTranslator) {
    let path = worksheet.path
    if let known = pasts[path] { return known }
    let versions = try versions?.versions(of: path, names: names.names(of: path)) ?? []
    let past = (versions, AnswerTranslator(past: versions, present: worksheet))
    pasts[path] = past
    return past
  }
}

extension Submission {
  public var origin: AnswerReader.Origin { .init(base: base, claimed: claimed) }
}
