import Foundation
import Testing

@testable import Sandbox

/// Programs that try to exceed their permissions, each actually run.
@Suite(.serialized) struct HostileProgramTests {
  private let sandbox: Sandbox
  private let workspace: Folder

  init() throws {
    sandbox = try Sandbox()
    workspace = try Folder()
  }

  /// Runs a Python script in the sandbox.
  private func run(
    _ script: String, input: String = "", time: Double = 0.5, memory: Int? = 256 << 20
  ) throws -> Run {
    let folder = try workspace.folder(["main.py": script])
    return try sandbox.run(
      SandboxedProgram(
        ["/usr/bin/python3", "main.py"], in: folder, input: Array(input.utf8),
        limits: Limits(time: time, memory: memory, output: 64 << 10)))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func aHarmlessProgramRuns() throws {
    let run = try run(
      "import sys\nprint(sum(map(int, input().split())))\nprint('said', file=sys.stderr)",
      input: "1 2\n")
    #expect(run.ending == .exited(0))
    #expect(text(run.output) == "3\n")
    #expect(text(run.errors) == "said\n")
  }

  @Test(arguments: [
    ("while True: pass", Run.Ending.outOfTime),
    ("import time\ntime.sleep(1000)", .outOfTime),
    ("import signal\nsignal.signal(signal.SIGXCPU, lambda *_: None)\nwhile True: pass", .outOfTime),
    ("x = []\nwhile True: x.append('a' * 1000000)", .outOfMemory),
    ("import ctypes\nx = bytearray(b'x' * (60 << 20))\nctypes.string_at(0)", .signalled(11)),
    (
      "import ctypes\nx = [bytearray(b'x' * (1 << 20)) for i in range(215)]\nctypes.string_at(0)",
      .outOfMemory
    ),
    ("while True: print('flood' * 100)", .tooMuchOutput),
    ("f = open('big', 'w')\nwhile True: f.write('a' * 1000000)", .outOfDisk),
    ("i = 0\nwhile True:\n  open(f'/tmp/{i}', 'w').write('a' * 100000)\n  i += 1", .outOfDisk),
    ("import os\nwhile True: os.fork()", .outOfProcesses),
    (
      "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
      .outOfProcesses
    ),
    ("import sys\nsys.exit(3)", .exited(3)),
    ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", .signalled(11)),
    ("input()", .exited(1)),
  ])
  func violationsStopTheProgram(script: String, ending: Run.Ending) throws {
    #expect(try run(script).ending == ending)
  }

  @Test func muchErrorOutputDoesNotBlock() throws {
    let run = try run(
      "import sys\nfor i in range(100000): print('error' * 20, file=sys.stderr)\nprint('done')",
      time: 5)
    #expect(run.ending == .exited(0))
    #expect(text(run.output) == "done\n")
    #expect(run.errors.count <= 64 << 10)
  }

  @Test func noProcessSurvivesTheRun() throws {
    let mark = "3\(ProcessInfo.processInfo.processIdentifier)"
    let run = try run(
      """
      import os, sys
      if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
          os.execv('/usr/bin/sleep', ['sleep', '\(mark)'])
        os._exit(0)
      """)
    #expect(run.ending == .exited(0))
    let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard let bytes = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      return String(decoding: bytes, as: UTF8.self).contains(mark)
    }
    #expect(left.isEmpty)
  }

  @Test func theParentCannotBeKilled() throws {
    let run = try run(
      """
      import os, signal
      for target in [1, os.getppid(), -1]:
        try:
          os.kill(target, 9)
        except OSError as error:
          print(error.strerror)
      """)
    #expect(run.ending != .exited(0) || !run.output.isEmpty)
    #expect(try self.run("print(1)").ending == .exited(0))
  }

  @Test func secretsAreInvisible() throws {
    setenv("TEACHKIT_TEST_SECRET", "open sesame", 1)
    defer { unsetenv("TEACHKIT_TEST_SECRET") }
    let secret = try workspace.folder(["secret.txt": "open sesame"]) + "/secret.txt"
    let open = open(secret, O_RDONLY)
    defer { close(open) }
    let run = try run(
      """
      import glob, os
      seen = [os.environ]
      for place in glob.glob('/proc/[0-9]*/environ'):
        try: seen.append(open(place, 'rb').read())
        except OSError: pass
      for number in range(3, 256):
        try: seen.append(os.read(number, 1000))
        except OSError: pass
      for top in os.listdir('/'):
        for folder, _, names in os.walk('/' + top):
          if folder.startswith(('/proc', '/usr', '/dev', '/lib', '/bin', '/sbin')): break
          seen += [folder + '/' + name for name in names]
      print('sesame' in str(seen), [x for x in os.listdir('/')], os.path.exists('\(secret)'))
      print(open('/etc/passwd').read() if os.path.exists('/etc/passwd') else 'no accounts')
      """)
    let printed = text(run.output)
    #expect(run.ending == .exited(0), "\(text(run.errors))")
    #expect(printed.hasPrefix("False"))
    #expect(printed.contains("False\nno accounts"))
    #expect(!printed.contains("'home'") && !printed.contains("'root'"))
  }

  @Test func theNetworkIsUnavailable() throws {
    let run = try run(
      """
      import socket
      try:
        print([name for _, name in socket.if_nameindex()])
      except OSError: pass
      try:
        socket.create_connection(('127.0.0.1', 22), 1)
      except OSError as error:
        print('none')
      """)
    #expect(text(run.output).hasSuffix("none\n"))
  }

  @Test func otherFilesAreReadOnly() throws {
    let folder = try workspace.folder(["main.py": "open('mine', 'w').write('x')"])
    let run = try run(
      """
      import os
      for place in ['/x', '/usr/x', '/given/x', '/dev/x', '/proc/x', '/etc/x', '/sys/x']:
        try:
          open(place, 'w')
          print(place)
        except OSError: pass
      open('mine', 'w').write('x')
      open('/tmp/mine', 'w').write('x')
      """)
    #expect(run.ending == .exited(0))
    #expect(run.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["main.py"])
  }

  @Test func newNamespacesGiveNoPrivileges() throws {
    let run = try run(
      "import ctypes\nprint(ctypes.CDLL(None).unshare(0x10000000))\nimport os\nprint(os.getuid())")
    #expect(text(run.output) == "-1\n1000\n")
  }

  @Test(arguments: ["os.symlink('/etc/hostname', 'made')", "os.mkfifo('made')", "os.mkdir('made')"])
  func symlinksAreNotAcceptedAsResults(script: String) throws {
    let folder = try workspace.folder(["main.py": "import os\n\(script)"])
    let run = try sandbox.run(
      SandboxedProgram(
        ["/bin/sh", "-c", "python3 main.py && cat made"], in: folder,
        limits: Limits(time: 0.5, memory: nil, output: 1 << 20)))
    #expect(!run.succeeded)
    #expect(run.output.isEmpty)
  }

  @Test func sparseFilesAreTruncated() throws {
    let folder = try workspace.folder(["main.py": "open('made', 'w').truncate(30 << 20)"])
    let run = try sandbox.run(
      SandboxedProgram(
        ["/bin/sh", "-c", "python3 main.py && cat made"], in: folder,
        limits: Limits(time: 5, memory: nil, output: 1 << 20)))
    #expect(run.ending == .tooMuchOutput)
    #expect(run.output.count <= 1 << 20)
  }
}

/// Programs that evade the limits of a single process.
@Suite(.serialized) struct WholeRunTests {
  private let sandbox: Sandbox
  private let workspace: Folder

  init() throws {
    sandbox = try Sandbox()
    workspace = try Folder()
  }

  private func run(_ script: String, time: Double = 5) throws -> Run {
    let folder = try workspace.folder(["main.py": script])
    return try sandbox.run(
      SandboxedProgram(
        ["/usr/bin/python3", "main.py"], in: folder,
        limits: Limits(time: time, memory: 256 << 20, output: 64 << 10)))
  }

  private static let call = """
    import ctypes, errno, platform
    libc = ctypes.CDLL(None, use_errno=True)
    is_arm = platform.machine() == 'aarch64'
    def refused(intel, arm, *arguments):
      ctypes.set_errno(0)
      return libc.syscall(arm if is_arm else intel, *arguments) < 0 and ctypes.get_errno() == errno.ENOSYS

    """

  @Test func processesShareTheMemoryLimit() throws {
    let run = try run(
      """
      import os, time
      for _ in range(8):
        if os.fork() == 0:
          data = bytearray(b'x' * (90 << 20))
          time.sleep(20)
          os._exit(0)
      time.sleep(20)
      """)
    #expect(run.ending == .outOfMemory)
  }

  @Test func sharedPagesCountOnce() throws {
    let run = try run(
      """
      import os, time
      data = bytearray(b'x' * (100 << 20))
      for _ in range(8):
        if os.fork() == 0:
          time.sleep(0.5)
          os._exit(0)
      for _ in range(8): os.wait()
      """)
    #expect(run.ending == .exited(0), "\(String(decoding: run.errors, as: UTF8.self))")
  }

  @Test func orphansCountTowardsTheTimeLimit() throws {
    let run = try run(
      """
      import os, time
      for _ in range(3):
        if os.fork() == 0:
          os.setsid()
          if os.fork() == 0:
            while True: pass
          os._exit(0)
        os.wait()
      time.sleep(3)
      """, time: 1)
    #expect(run.ending == .outOfTime)
  }

  @Test func memoryOutsideProcessesIsRefused() throws {
    let run = try run(
      Self.call + """
        print(refused(29, 194, 0, 1 << 20, 0o1600), refused(319, 279, b'x', 0))
        print(refused(68, 186, 0, 0o1600), refused(425, 425, 1, None))
        """)
    #expect(String(decoding: run.output, as: UTF8.self) == "True True\nTrue True\n")
  }

  /// Memory that belongs to no process: shared mappings and what remains of them, buffers of
  /// sockets, and files.
  @Test(arguments: [
    ("map(0x21, -1)", Run.Ending.exited(0)),
    ("map(1, os.open('/dev/zero', os.O_RDWR))", .exited(1)),
    (
      """
      for child in range(20):
        if os.fork(): continue
        for pair in range(100):
          for end in socket.socketpair():
            kept.append(end)
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 << 20)
            try:
              while True: end.send(b'x' * 4096)
            except BlockingIOError: pass
        break
      time.sleep(9)
      """, .outOfMemory
    ),
    (
      """
      for folder in ['/tmp', '/dev/shm', '/work']:
        open(folder + '/made', 'w').write('x' * (24 << 20))
      time.sleep(9)
      """, .outOfDisk
    ),
    ("for n in range(100000): open(f'/tmp/{n}', 'w')\ntime.sleep(9)", .outOfDisk),
  ])
  func memoryWithoutAProcessIsLimited(script: String, ending: Run.Ending) throws {
    let run = try run(
      """
      import ctypes, os, socket, time
      kept = []
      system = ctypes.CDLL(None)
      system.mmap.restype = ctypes.c_void_p
      def map(flags, file):
        place = system.mmap(None, ctypes.c_size_t(1 << 20), 3, flags, file, ctypes.c_long(0))
        if place != ctypes.c_void_p(-1).value: os._exit(9)

      """ + script)
    #expect(run.ending == ending, "\(String(decoding: run.errors, as: UTF8.self))")
  }

  @Test func keyringsAreInaccessible() throws {
    let run = try run(
      """
      for file in ['/proc/keys', '/proc/key-users']:
        try: print(open(file).read())
        except OSError: pass

      """ + Self.call + """
        session = -3
        print(refused(250, 219, 0, session, 0), refused(249, 218, b'user', b'x', None, 0))
        print(refused(248, 217, b'user', b'x', b'x', 1, session))
        """)
    #expect(String(decoding: run.output, as: UTF8.self) == "True True\nTrue\n")
  }

  @Test func otherSocketFamiliesAreRefused() throws {
    let run = try run(
      """
      import errno, socket
      for family in [2, 10, 16, 17, 31, 38, 40, 44]:
        for kind in [1, 2, 3, 5]:
          try:
            socket.socket(family, kind)
            print('open', family)
          except OSError as error:
            if error.errno != errno.EAFNOSUPPORT: print(family, error)
      socket.socket(socket.AF_UNIX).close()
      left, right = socket.socketpair()
      """)
    #expect(run.ending == .exited(0))
    #expect(run.output.isEmpty, "\(String(decoding: run.output, as: UTF8.self))")
  }
}

/// Test programs.
@Suite(.serialized) struct TesterTests {
  private func run(tester: String, _ program: String) throws -> Run {
    let sandbox = try Sandbox()
    let workspace = try Folder()
    let limits = Limits(time: 0.5, memory: 256 << 20, output: 1 << 16)
    func prepared(_ script: String) throws -> SandboxedProgram {
      SandboxedProgram(
        ["/usr/bin/python3", "-u", "main.py"], in: try workspace.folder(["main.py": script]),
        limits: limits)
    }
    return try sandbox.run(try prepared(tester), testing: try prepared(program))
  }

  private static let doubling = """
    import os, sys
    report = os.fdopen(3, 'w')
    print(4)
    print('ok' if sys.stdin.readline().strip() == '8' else 'not ok', file=report)
    """

  @Test func programAndTesterCommunicate() throws {
    let run = try run(tester: Self.doubling, "print(2 * int(input()))")
    #expect(run.ending == .exited(0))
    #expect(run.output == Array("ok\n".utf8))
  }

  /// A score printed by the program is only output; it has no other channel.
  @Test(arguments: [
    "print('ok')", "import os\nos.write(3, b'ok\\n')", "import sys\nsys.exit(1)",
    "import os\nfor n in range(3, 256):\n  try: os.write(n, b'ok\\n')\n  except OSError: pass",
  ])
  func theProgramCannotForgeReports(program: String) throws {
    let run = try run(tester: Self.doubling, program)
    #expect(run.output == Array("not ok\n".utf8))
  }

  /// With a shared pipe, the program could read the tester's errors.
  @Test func theProgramCannotReadTheTestersErrors() throws {
    let run = try run(
      tester: """
        import os, sys, time
        report = os.fdopen(3, 'w')
        sys.stderr.write('the answer is 8\\n')
        time.sleep(0.3)
        print(4)
        print('ok' if sys.stdin.readline().strip() == '8' else 'not ok', file=report)
        """,
      """
      import os, re
      os.set_blocking(2, False)
      input()
      try: said = os.read(os.open('/proc/self/fd/2', os.O_RDONLY | os.O_NONBLOCK), 100).decode()
      except OSError: said = ''
      print(8 if 'answer' in said else 0)
      """)
    #expect(run.output == Array("not ok\n".utf8))
    #expect(String(decoding: run.errors, as: UTF8.self).contains("the answer is 8"))
  }

  @Test func limitsOfTheTestedProgramAreReported() throws {
    let run = try run(
      tester: "import sys\nsys.exit(len(sys.stdin.read()))",
      """
      import os, time
      for _ in range(4):
        if os.fork() == 0:
          data = bytearray(b'x' * (120 << 20))
          time.sleep(9)
      time.sleep(9)
      """)
    #expect(run.testedLimit == .outOfMemory)
    #expect(run.ending == .exited(0))
  }

  @Test func silentProgramsTimeOut() throws {
    let run = try run(tester: Self.doubling, "import time\ntime.sleep(1000)")
    #expect(run.ending == .outOfTime)
    #expect(run.output.isEmpty)
  }

  @Test func muchErrorOutputDoesNotBlock() throws {
    let run = try run(
      tester: Self.doubling,
      "import sys\nsys.stderr.write('x' * 1000000)\nprint(2 * int(input()))")
    #expect(run.output == Array("ok\n".utf8))
  }
}

/// A folder of programs that unprivileged users may read.
private final class Folder {
  private let path: String
  private var count = 0

  init() throws {
    path = NSTemporaryDirectory() + "/teachkit-sandbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  func folder(_ files: [String: String]) throws -> String {
    count += 1
    let folder = "\(path)/\(count)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }
    return folder
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
