import Git
import Model
import Text

/// A problem with an attempt.
public enum AttemptFault: Error, Hashable, Sendable {
  /// A file other than `answers.yaml`, `activity.yaml` and `work/`.
  case unexpected(String)
  /// A published file or folder in a version that was never published.
  case changedPublished(String)
  /// The attempt is for another school.
  case otherSchool
}

/// The rules for submissions.
public struct SubmissionRules: Sendable {
  /// The rules for its trees.
  public var trees: TreeRules
  /// The limits of one branch.
  public var limits: ObjectCopy.Limits
  /// The maximum number of branches of a mailbox, more than any subject has worksheets.
  public var branches = 10_000
  /// The unique id of the school; nil if unknown.
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

  /// Checks an attempt: its root may contain the student's files for the work, and published files
  /// in any published version. An attempt without a school counts for this one.
  ///
  /// - Parameters:
  ///   - work: the path below the subject, with slashes.
  ///   - published: the published files.
  /// - Throws: `TreeFault`, `AttemptFault`, and `GitError` for unreadable objects.
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
  /// The rules for names and types of entries, and optionally for the number of files.
  public static func names(
    files: Int = SubmissionLimits.files, bytes: Int = SubmissionLimits.attemptBytes
  ) -> TreeRules {
    TreeRules(files: files, bytes: bytes) { caseFolded(nfc($0)) }
  }

  /// Rules for submissions.
  public static func attempt(files: Int = SubmissionLimits.files) -> TreeRules {
    var rules = names(files: files)
    rules.fileBytes = [
      "answers.yaml": SubmissionLimits.answers, "activity.yaml": SubmissionLimits.answers,
    ]
    return rules
  }
}
