import Git
import Model
import Text

/// What is wrong with an attempt as such.
public enum AttemptFault: Error, Hashable, Sendable {
  /// Something beside `answers.yaml`, `activity.yaml` and `work/`.
  case unexpected(String)
  /// A published file or folder that was never published so.
  case changedPublished(String)
  /// It says that it is for another school.
  case otherSchool
}

/// What a submission may be.
public struct SubmissionRules: Sendable {
  /// What its trees may hold.
  public var trees: TreeRules
  /// How much may come at once from one branch.
  public var limits: ObjectCopy.Limits
  /// How many branches a mailbox may have: more than any subject has had work.
  public var branches = 10_000
  /// The identifier of the school for which they are; nil where it isn't known.
  public var school: String?

  public init(
    trees: TreeRules = .attempt(),
    limits: ObjectCopy.Limits = .init(
      objects: SubmissionLimits.attemptObjects, bytes: SubmissionLimits.attemptBytes),
    school: String? = nil
  ) {
    self.trees = trees
    self.limits = limits
    self.school = school
  }

  /// Looks at one attempt: its root holds the student's files of that work, and perhaps published
  /// ones as they are or once were published. One that names no school is taken to be for this one.
  ///
  /// - Parameters:
  ///   - work: the path below the subject, with slashes.
  ///   - published: what was published.
  /// - Throws: `TreeFault`, `AttemptFault`, and `GitError` for what can't be read.
  public func check(
    _ commit: Commit, of work: String, in source: some ObjectSource,
    beside published: PublishedEntries
  ) throws {
    if let school, let named = commit.trailer(HubTrailer.school), named != school {
      throw AttemptFault.otherSchool
    }
    try trees.check(commit.tree, in: source)
    for entry in try source.tree(commit.tree) {
      switch entry.name {
      case "answers.yaml" where entry.mode != .tree, "activity.yaml" where entry.mode != .tree,
        "work" where entry.mode == .tree:
        continue
      case PublishedEntries.sheet, "files", "starters":
        guard try published.contains(entry, of: work) else {
          throw AttemptFault.changedPublished(entry.name)
        }
      default:
        throw AttemptFault.unexpected(entry.name)
      }
    }
  }
}

extension TreeRules {
  /// Rules for names and kinds of entries alone, or for the number of files as well.
  public static func names(
    files: Int = SubmissionLimits.files, bytes: Int = SubmissionLimits.attemptBytes
  ) -> TreeRules {
    TreeRules(files: files, bytes: bytes) { caseFolded(nfc($0)) }
  }

  /// Rules for what a student submits.
  public static func attempt(files: Int = SubmissionLimits.files) -> TreeRules {
    var rules = names(files: files)
    rules.fileBytes = [
      "answers.yaml": SubmissionLimits.answers, "activity.yaml": SubmissionLimits.answers,
    ]
    return rules
  }
}
