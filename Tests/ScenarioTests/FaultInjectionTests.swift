import Foundation
import Testing

/// A class of two whose system calls fail, one at a time. Every submission that was reported to a
/// student as submitted must finally be recorded and graded.
///
/// `strace` injects the failures into teachkit and every program that it starts. `FAULTS=1` tries
/// every call, `FAULTS=5` every fifth; the default is a few calls of each command.
@Suite(.serialized, .enabled(if: canTrace)) struct FaultInjectionTests {
  /// The calls that change something or that every operation depends on.
  private static let calls = [
    "clone", "clone3", "execve", "fchmod", "flock", "fsync", "ftruncate", "link", "linkat",
    "mkdir", "mkdirat", "openat", "pipe2", "pwrite64", "read", "rename", "renameat", "unlink",
    "unlinkat", "vfork", "write",
  ]
  private static let stride =
    ProcessInfo.processInfo.environment["FAULTS"].flatMap { Int($0) }

  @Test(arguments: ["folder", "served", "web", "bundle"])
  func nothingIsLost(hub: String) throws {
    let stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    defer {
      _ = try? stage.run("cd; [ ! -e server ] || kill $(cat server)", as: "tina")
      stage.clear()
    }
    try stage.write(Self.world, to: "world.sh", as: "tina")
    func run(_ script: String) throws -> [String] {
      try stage.run("cd; kind=\(hub); . ./world.sh; \(script)", as: "tina").lines
    }
    #expect(try run("world") == [])
    // Bundle files don't support `share` and `return`.
    let commands = ["submit", "collect"] + (hub == "bundle" ? [] : ["share", "return"])
    for command in commands {
      let counts = try run("points \(command) \(Self.calls.joined(separator: ","))")
      #expect(!counts.isEmpty)
      var faults: [String] = []
      for line in counts {
        let words = line.split(separator: " ")
        guard words.count == 2, let most = Int(words[1]) else {
          Issue.record("\(line)")
          continue
        }
        for number in 1...max(1, most) {
          for fault in Self.faults(of: String(words[0])) {
            faults.append("\(command) \(words[0]) \(fault) \(number)")
          }
        }
      }
      let step = Self.stride ?? max(1, faults.count / 6)
      // The selection varies with the calls but is the same for the same calls.
      for place in Swift.stride(from: step / 2, to: faults.count, by: step) {
        let found = try run("fault \(faults[place])")
        #expect(found == [], "\(hub): \(faults[place])")
      }
    }
  }

  /// The errors that a call can return, and the death of the calling process.
  private static func faults(of call: String) -> [String] {
    let error =
      switch call {
      case "clone", "clone3", "vfork", "pipe2": "EAGAIN"
      case "rename", "renameat", "unlink", "unlinkat", "fchmod", "openat": "EACCES"
      case "write", "pwrite64", "ftruncate", "link", "linkat", "mkdir", "mkdirat": "ENOSPC"
      case "flock": "ENOLCK"
      default: "EIO"
      }
    return ["error=\(error)", "signal=KILL"]
  }

  /// A class works through a week, in which a call of each command fails.
  ///
  /// `FAULTS=1` has 30 students and five days.
  @Test(arguments: ["folder", "served", "web"])
  func everythingSubmittedInAWeekIsGraded(hub: String) throws {
    let stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    defer {
      _ = try? stage.run("cd; [ ! -e server ] || kill $(cat server)", as: "tina")
      stage.clear()
    }
    try stage.write(Self.world, to: "world.sh", as: "tina")
    let size = Self.stride == nil ? "2 1" : "30 5"
    let result = try stage.run(
      "cd; kind=\(hub); . ./world.sh; calls='\(Self.faults)'; week \(size)", as: "tina",
      limit: 7200)
    #expect(result.lines == [])
    #expect(result.exitCode == 0)
  }

  /// All calls with their faults, as `strace` writes them.
  private static let faults = calls.flatMap { call in faults(of: call).map { "\(call):\($0)" } }
    .joined(separator: " ")

  /// A command reports an error if no thread can be started.
  @Test func commandsFailWithoutThreads() throws {
    let stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    defer { stage.clear() }
    try stage.write(Self.world, to: "world.sh", as: "tina")
    let result = try stage.run(
      """
      cd; kind=folder; . ./world.sh; world; cd ~/w/school
      timeout -s KILL 20 strace -f -qq -e inject=clone3,clone:error=EAGAIN -o /dev/null \
        teachkit collect math
      """, as: "tina")
    #expect(
      result.lines.first
        == "teachkit: error: cannot start a thread: Resource temporarily unavailable [ioFailure]")
    #expect(result.exitCode == 74)
  }

  @Test func commandsFailWithoutMemory() throws {
    let stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    defer { stage.clear() }
    try stage.write(Self.world, to: "world.sh", as: "tina")
    let result = try stage.run(
      """
      cd; kind=served; . ./world.sh; world; cd ~/w/school
      for most in $(seq 60000 4000 120000); do
        (ulimit -v $most; timeout -s KILL 20 teachkit share math --yes) > said 2>&1
        case $? in 0|69|74) ;; *) echo "$most: exit $?"; cat said;; esac
        grep -q 'cannot start a thread: ' said && refused=yes
      done
      echo $refused
      """, as: "tina")
    #expect(result.lines == ["yes"])
  }

  /// The folder `Tests/Faults`.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Faults").path

  /// Shell functions: `world` creates a school, a hub and two clones; `points` counts the calls of
  /// a command; `fault` makes one of them fail, repeats the failed command, and prints remaining
  /// problems.
  private static let world = #"""
    quiet() { "$@" > ~/said 2>&1 || { echo "$*: exit $?"; cat ~/said; return 1; }; }
    address() {
      case $kind in
      served) echo "ssh://$1@hub$2";;
      web) echo "http://$1:secret@127.0.0.1:$(cat ~/port)/hub$2";;
      *) echo "$HOME/w/hub$2";;
      esac
    }
    settle() {
      cat > ssh.sh <<'END'
    who=${1%@*}; [ $who = teacher ] && who=--teacher || who="--student $who"
    SSH_ORIGINAL_COMMAND="$2" exec teachkit hub serve "$HOME/w/hub" $who
    END
      git config --global core.sshCommand "sh $HOME/ssh.sh"
      git config --global ssh.variant simple
      git config --global user.name T; git config --global user.email t@example.org
      mkdir w; cd w
      case $kind in served | web) teachkit hub init hub --quiet;; esac
      if [ $kind = web ]; then
        echo 'teachers: [teacher]' >> hub/hub.yaml
        (cd; exec timeout 7200 python3 \#(folder)/web.py $HOME/w/hub $HOME/port) > ~/web.log 2>&1 &
        echo $! > ~/server
        while [ ! -e ~/port ]; do sleep 0.1; done
      fi
      teachkit init school --name Hof --hub $(address teacher) --quiet; cd school
      teachkit create class 7b --quiet; teachkit create subject math --title Math --quiet
      for n in $(seq $1); do teachkit create student s$n --class 7b --quiet; done
      cd ..
    }
    world() {
      settle 2; cd school
      mkdir subjects/math/adding
      printf 'title: Adding\nexercises:\n  - {id: one, type: number, prompt: 1 + 1?, answer: 2}\n' \
        > subjects/math/adding/worksheet.yaml
      teachkit share math --with 7b --quiet; cd ..
      for s in s1 s2; do teachkit clone $(address $s /math) $s --student $s --quiet; done
      (cd s1; teachkit answer adding/one 3 --quiet; teachkit submit adding --quiet)
      (cd school; for c in collect grade return; do teachkit $c math --quiet >/dev/null; done)
      (cd s1; teachkit pull --quiet > /dev/null; teachkit answer adding/one 2 --quiet)
      (cd s2; teachkit answer adding/one 2 --quiet; teachkit submit adding --quiet $(file s2))
      cp -a ~/w ~/w.submit
      (cd s1; run submit --quiet); cp -a ~/w ~/w.collect
      (cd school; sed -i 's/Adding/Sums/' subjects/math/adding/worksheet.yaml
        git commit -qam title); cp -a ~/w ~/w.share
      (cd school; run collect; run grade) > /dev/null 2>&1; cp -a ~/w ~/w.return
    }
    file() { if [ $kind = bundle ]; then echo --bundle $HOME/w/$1.bundle; fi; }
    run() {
      command=$1; shift
      case $command-$kind in
      submit-*) $trace teachkit submit adding $(file s1) "$@";;
      collect-bundle) $trace teachkit collect math --bundle $HOME/w/s*.bundle "$@";;
      *) $trace teachkit $command math "$@";;
      esac
    }
    restore() {
      cd; rm -rf w; cp -a w.$1 w
      case $1 in submit) cd w/s1;; *) cd w/school;; esac
    }
    points() {
      restore $1; trace="strace -f -qq -e trace=$2 -o $HOME/trace" run $1 > ~/said 2>&1; trace=
      sed -n 's/^\([0-9]*\) *\([a-z_0-9]*\)(.*/\1 \2/p' ~/trace | sort | uniq -c |
        awk '$1 > most[$3] { most[$3] = $1 } END { for (n in most) print n, most[n] }' | sort
    }
    fault() {
      restore $1
      trace="timeout -s KILL 30 strace -f -qq -e inject=$2:$3:when=$4 -o /dev/null"
      run $1 > ~/out 2>&1; code=$?; trace=
      case $3-$code in error*-13?) echo "ended with $code"; tail -3 ~/out;; esac
      # Without its arguments, which Swift reads from /proc, teachkit only prints its help.
      if [ $1 = submit ] && ! grep -q '^submitted' ~/out; then quiet run submit; fi
      cd ~/w/school
      if [ $1 = share ]; then quiet run share; fi
      quiet run collect && quiet run grade && { [ $kind = bundle ] || quiet run return; }
      for s in s1 s2; do
        tip=$(git -C ../$s rev-parse submit/adding)
        for ledger in received grades; do
          grep -q "^$s: .*commit: $tip" $ledger/math/adding.yaml || echo "$s: $tip: not $ledger"
        done
        (cd ../$s; quiet teachkit pull)
        [ $kind = bundle ] || (cd ../$s; teachkit feedback adding | grep -q '1 of 1') ||
          echo "$s: no feedback"
      done
      git status --short; git fsck --strict --no-dangling 2>&1 | grep -v '^notice'
      find .git -name '*.lock' ! -path '*/teachkit/*' ! -path '*/refs/*'
      find ~/w -name '*.pending' -o -name '.restoring*' -o -name 'index.teachkit*'
    }
    # Runs a command with a fault, and again without if it failed
    faulty() {
      turn=$((turn * 1103515245 + 12345 & 0x7fffffff))
      set -- $((turn / 65536 % 60 + 1)) $(echo $calls | cut -d ' ' -f $((turn / 256 % count + 1))) "$@"
      : > ~/said
      inject="${2%%:*}:${2#*:}:when=$1"; shift 2
      timeout -s KILL 60 strace -f -qq -e inject="$inject" -o /dev/null "$@" > ~/out 2>&1 ||
        quiet "$@"
    }
    # week STUDENTS DAYS
    week() {
      turn=1 count=$(echo $calls | wc -w); : > ~/submitted
      settle $1
      (cd school; teachkit share math --with 7b --yes --quiet)
      for n in $(seq $1); do teachkit clone $(address s$n /math) s$n --student s$n --quiet; done
      for day in $(seq $2); do
        mkdir school/subjects/math/day$day
        printf 'title: Day\nexercises:\n  - {id: one, type: number, prompt: 1 + 1?, answer: 2}\n' \
          > school/subjects/math/day$day/worksheet.yaml
        cd school; faulty teachkit share math --yes; cd ..
        for n in $(seq $1); do
          cd s$n; quiet teachkit pull; teachkit answer day$day/one 2 --quiet
          faulty teachkit submit day$day --yes
          # Without its arguments, which Swift reads from /proc, teachkit only prints its help.
          grep -q '^submitted' ~/out || [ -s ~/said ] || quiet teachkit submit day$day --yes
          echo "s$n day$day $(git rev-parse submit/day$day)" >> ~/submitted; cd ..
        done
        cd school; faulty teachkit collect math; faulty teachkit grade math; faulty teachkit return math --yes
        cd ..
      done
      cd school; for c in "share --yes" collect grade "return --yes"; do quiet teachkit $c math; done
      while read -r student work tip; do
        for ledger in received grades; do
          grep -q "^$student: .*commit: $tip" $ledger/math/$work.yaml || echo "$student: $work: not $ledger"
        done
        (cd ../$student; teachkit pull --quiet > /dev/null; teachkit feedback $work | grep -q '1 of 1') ||
          echo "$student: $work: no feedback"
      done < ~/submitted
      [ $(wc -l < ~/submitted) = $(($1 * $2)) ] || echo "$(wc -l < ~/submitted) submissions"
      git status --short
    }
    """#
}

/// Whether processes may be traced; containers can forbid it.
private let canTrace =
  (try? Shell.run(["/usr/bin/strace", "-qq", "-o", "/dev/null", "/bin/true"], environment: [:]))?
  .exitCode == 0
