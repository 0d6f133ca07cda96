import Foundation
import Testing

/// Commands with a fault at one of their disk operations: the process is killed, the disk is full,
/// or the power fails.
///
/// No fault may need manual repair: later commands must work, and repeating the command must lead
/// to its normal result.
@Suite(.serialized) struct DiskFaultTests {
  /// The distance between tested operations. `STRESS=1` tests each one, which needs a release
  /// binary.
  private static let stride =
    ProcessInfo.processInfo.environment["STRESS"].flatMap { Int($0) } ?? 60

  /// The folder `Tests/Faults`.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Faults").path

  /// A school whose subject is shared through a folder, with submissions to collect, grade and
  /// return, and a clone ready to pull and submit.
  private static let setup = """
    set -e
    cc -shared -fPIC -O1 -o faults.so \(folder)/faults.c -ldl -lpthread
    mkdir run && cd run && teachkit init school --name Hof --zone UTC --hub hub --quiet && cd school
    teachkit create class 7b --quiet
    for n in ada ben cleo; do teachkit create student $n --class 7b --quiet; done
    teachkit create subject math --title Maths --class 7b --quiet
    for w in one two many; do
      mkdir -p subjects/math/$w/files subjects/math/$w/starters; echo a > subjects/math/$w/files/a.txt
      echo b > subjects/math/$w/starters/b.txt
      printf 'title: %s\\nexercises:\\n  - {id: sum, type: number, prompt: 1 + 1?, answer: 2}\\n' $w \\
        > subjects/math/$w/worksheet.yaml
    done
    for n in $(seq 20); do echo $n > subjects/math/many/files/$n.txt; done
    teachkit share math --with ada ben --yes --quiet
    for w in one two; do teachkit assign math/$w --to 7b --due 2027-01-01 --quiet; done
    cd ..; printf 'Vorname,Familienname\nDora,Frei\nAda,Stark\n' > roster.csv
    printf '#!/bin/sh\nsed -i "s/title: .*/title: Edited/" "$1"\n' > ../editor; chmod +x ../editor
    teachkit clone hub/math --student ada --quiet ada; teachkit clone hub/math --student ben --quiet ben
    (cd ben; teachkit answer one/sum 3 --quiet; teachkit submit one --yes --quiet)
    cd school; teachkit collect --quiet; teachkit grade --quiet >/dev/null
    cd ../ben; teachkit answer two/sum 2 --quiet; teachkit submit two --yes --quiet
    cd ../school; teachkit collect --quiet; teachkit set math/two title=Due --quiet; teachkit share math --yes --quiet
    cd ../ben; teachkit answer one/sum 4 --quiet; teachkit submit one --yes --quiet
    cd ../ada; teachkit answer one/sum 2 --quiet; cd ../..
    cp -a run base
    cat > state.sh <<'.'
    ls; for r in school ada; do git -C $r rev-parse HEAD^{tree}; git -C $r status --porcelain; done
    for r in hub/math/*.git hub/math/*/*.git; do
      git -C $r for-each-ref --format='%(refname)' | while read -r ref; do
        echo "$r $ref $(git -C $r rev-parse "$ref^{tree}" 2>/dev/null || true)"; done
    done
    git -C hub/math/subject.git log --format=%s -n 2 main
    (cd ada; find . -name .git -prune -o -type f -print | sort | xargs cat)
    .
    """

  private static let modes = ["kill", "fail", "data", "names"]

  /// The commands that change a school, a clone or a hub, with their folders.
  private static let commands = [
    ("school", "teachkit create student dora --class 7b"),
    ("school", "teachkit create worksheet math/three --title Three"),
    ("school", "teachkit set math/one title=Uno"),
    ("school", "teachkit rename math/many lots"),
    ("school", "teachkit move math/many math/one"),
    ("school", "teachkit delete math/many --yes"),
    ("school", "teachkit assign math/many --to 7b --due 2027-01-02"),
    ("school", "teachkit share math --with cleo --yes"),
    ("school", "teachkit collect"),
    ("school", "teachkit grade math"),
    ("school", "teachkit return math"),
    ("school", "teachkit unshare math --yes"),
    ("school", "teachkit import roster ../roster.csv --class 7b --yes"),
    ("school", "teachkit copy math/many math/more"),
    ("school", "teachkit edit math/many"),
    ("school", "teachkit mark math/one ben sum=1"),
    ("school", "teachkit excuse ada math/two --why ill"),
    ("school", "teachkit extend math/one --for ben --until 2027-01-05"),
    ("school", "teachkit undo"),
    ("school", "teachkit restore math/two@HEAD~1"),
    ("school", "teachkit share math --purge --yes"),
    ("school", "teachkit backup ../school.backup"),
    ("school", "teachkit forget ben --yes"),
    ("ada", "teachkit answer one/sum 4"),
    ("ada", "teachkit submit one --yes"),
    ("ada", "teachkit pull"),
  ]

  @Test(arguments: commands) func noRepairIsNeededAfterDiskFaults(folder: String, command: String)
    throws
  {
    let stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    defer { stage.clear() }
    let setup = try stage.run(Self.setup, as: "tina")
    try #require(setup.exitCode == 0, "\(setup.lines)")
    for mode in Self.modes {
      let result = try stage.run(
        "sh \(Self.folder)/campaign.sh $HOME/faults.so \(mode) \(Self.stride) \(folder) '\(command)'",
        as: "tina")
      #expect(result.lines == [])
      #expect(result.exitCode == 0)
    }
  }
}
