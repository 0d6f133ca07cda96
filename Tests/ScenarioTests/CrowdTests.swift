import Foundation
import Testing

/// A served hub and its students.
private struct Crowd {
  let stage: Stage

  /// A replacement for OpenSSH; the user name of the address selects the principal.
  private static let serve = """
    who=${1%@*}; [ $who = teacher ] && who=--teacher || who="--student $who"
    SSH_ORIGINAL_COMMAND="$2" exec teachkit hub serve "$HOME/hub" $who
    """

  /// Creates a served hub with a subject whose participants are s1, s2 …
  init(students: Int) throws {
    stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    try stage.write(Self.serve + "\n", to: "ssh.sh", as: "tina")
    try expect(
      """
      git config --global core.sshCommand "sh $HOME/ssh.sh"
      git config --global ssh.variant simple
      git config --global user.name T; git config --global user.email t@example.org
      teachkit hub init hub --quiet
      teachkit init school --name Hof --hub ssh://teacher@hub --quiet && cd school
      teachkit create class 7b --quiet; teachkit create subject math --title Math --quiet
      for n in $(seq \(students)); do echo "s$n,S$n"; done | sed 1iid,given > ../roster.csv
      teachkit import roster ../roster.csv --class 7b --quiet >/dev/null
      mkdir subjects/math/adding
      printf 'title: Adding\\nexercises:\\n  - {id: one, type: number, prompt: 1 + 1?, answer: 2}\\n' \\
        > subjects/math/adding/worksheet.yaml
      teachkit share math --with 7b --quiet; cd
      """, [])
  }

  func expect(_ script: String, _ lines: [String]) throws {
    let result = try stage.run(script, as: "tina")
    #expect(result.lines == lines)
    #expect(result.exitCode == 0)
  }

  /// Creates a student's repository with the attempts as branches 1, 2 …
  static let attempts = """
    attempts() {
      git init -q --bare $1
      for i in $(seq $2); do
        printf 'commit refs/heads/%d\\nmark :%d\\ncommitter S <s@x> 179000000%d +0000\\n' $i $i $((i % 10))
        printf 'data 8\\nHand in\\n'
        [ $i = 1 ] || echo "from :$((i - 1))"
        printf 'M 100644 inline answers.yaml\\ndata <<.\\none: %d\\n.\\n\\n' $i
      done | git -C $1 fast-import --quiet
    }
    push() {
      git -C $1 push -q ssh://$1@hub/math/mailboxes/$1.git $2:refs/heads/submit/adding 2>$1.said-$2
      grep -q '^remote: submit/adding: received 20' $1.said-$2 || cat $1.said-$2
    }
    """
}

/// A whole class that submits at the same time.
@Suite struct CrowdTests {
  @Test func sixtyConcurrentPushesSucceed() throws {
    let crowd = try Crowd(students: 60)
    defer { crowd.stage.clear() }
    try crowd.expect(
      """
      \(Crowd.attempts)
      for n in $(seq 60); do attempts s$n 1; done
      for n in $(seq 60); do push s$n 1 & done
      wait
      git -C hub/math/desk.git for-each-ref 'refs/heads/in/*' | wc -l
      for n in $(seq 60); do
        [ $(git -C hub/math/mailboxes/s$n.git rev-parse submit/adding receipts^2 receipts^1 2>/dev/null \\
          | sort -u | wc -l) = 1 ] || git -C hub/math/mailboxes/s$n.git rev-parse -q --verify receipts
      done | wc -l
      ls hub/math/receiving | grep -c pending
      cd school; teachkit collect math 2>/dev/null | grep -c math/adding
      """, ["60", "60", "0", "60"])
  }

  @Test func concurrentSubmissionsLoseNothing() throws {
    let crowd = try Crowd(students: 8)
    defer { crowd.stage.clear() }
    try crowd.expect(
      """
      \(Crowd.attempts)
      for n in $(seq 8); do
        (attempts s$n 25; for i in $(seq 25); do push s$n $i; done) &
      done
      wait
      for n in $(seq 8); do
        git -C hub/math/desk.git log --first-parent --format=%s in/s$n | grep -c 'Receive submit/adding'
      done | sort | uniq -c | tr -s ' '
      ls hub/math/receiving | grep -c pending
      git -C hub/math/desk.git fsck --strict --no-dangling
      cd school; teachkit collect math 2>/dev/null | grep -c math/adding
      """, [" 8 25", "0", "200"])
  }
}
