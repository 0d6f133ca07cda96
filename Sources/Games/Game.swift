import Model

/// A game: deterministic for its questions and seed, and advanced by events and time alone.
public protocol Game: Sendable {
  /// The score, and the phase that the game is in.
  var board: Scoreboard { get }

  /// What the player sees of the question; nil if the game is over.
  var view: GameView? { get }

  /// Handles the player's move; moves that don't fit the phase change nothing.
  mutating func handle(_ move: GameMove)

  /// Lets time pass. Without calls, the player has all the time there is.
  mutating func tick(milliseconds: Int)
}

/// A player's move.
public enum GameMove: Hashable, Sendable {
  /// Picks one of the choices by its place.
  case choose(Int)
  /// Takes the answer that leaves next, or lets it pass at once.
  case take, letPass
  /// Answers with a text; an empty one turns the card over.
  case write(String)
  /// Says, of a card that was turned over, whether the player knew the answer.
  case judge(Bool)
  /// Goes on after an answer or a round.
  case goOn
  /// Ends the game; a question without an answer doesn't count.
  case end
}

/// An answer on its way.
public struct PassingAnswer: Hashable, Sendable {
  public let text: String
  /// From 0 to 1.
  public let position: Double
}

/// The question as a player sees it.
public struct GameView: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// Answers to choose from.
    case choices([String])
    /// Answers on their way, the one that leaves next first.
    case passing([PassingAnswer])
    /// A card, and the answers to choose from, if the author wrote some; the solution once it is
    /// turned over.
    case card(choices: [String], solution: String?)
  }

  public let prompt: String
  public let content: Content
  /// The remaining share of the time; nil without a limit.
  public let timeLeft: Double?
}
