// A guide never claims more than its evidence.
import { describe, expect, it } from 'vitest'
import { section } from './section.ts'

const README = (words: string): string => `# Box\n\nBox keeps things in order, for you.\n\n## More\n\n${words}\n`

describe('sentences chosen by a word', () => {
  const about = async (id: string, words: string) => section(id, { 'README.md': README(words) })

  it('speak of the project itself', async () => {
    const goals = 'architect/context-and-goals'
    expect(await about(goals, 'Box is robust against crashes of the machine.')).toContain('**Reliability**: Box is robust')
    expect(await about(goals, 'This library is robust. It recovers from crashes as well.')).toContain('**Reliability**')
    for (const words of [
      'If you still want to use Box and avoid these crashes, use another format.',
      'Kotlin Serialization is fast and efficient for Kotlin.',
      'Some approaches, such as org.json.simple, are not robust at all.',
      'Box is not as fast as Kotlin Serialization.',
      'The Box philosophy is to be small and robust for everyone.',
      'Unlike a panic, it recovers without further help.',
    ])
      expect(await about(goals, words), words).not.toContain('Qualities')
  })

  it('are limits and choices only of the project', async () => {
    const purpose = 'senior/purpose-and-scope'
    expect(await about(purpose, 'Box does not support log rotation of any kind.')).toContain('What it does not promise')
    expect(await about(purpose, 'Box does not provide rotation. It should be done by an external program.')).not.toContain(
      'external',
    )
    expect(await about('architect/solution-strategy', 'Lists of keys are passed rather than one key alone.')).not.toContain(
      'In its own words',
    )
  })
})

describe('what is only guessed', () => {
  it('is not told', async () => {
    const files = {
      'pyproject.toml': '[project]\nname = "box"\ndescription = "Keeps things"\nlicense = "MIT"\n\n[tool.mypy]\nstrict = true\n',
      LICENSE: 'MIT License\n\nPermission is granted, subject to the following conditions.\n',
      'README.md': README('Nothing more.'),
      '.github/workflows/publish.yml':
        'on: push\njobs:\n  out:\n    environment: publish\n    steps:\n      - run: twine upload\n',
      'src/box.py': 'import json\n',
    }
    const strategy = await section('architect/solution-strategy', files)
    expect(strategy).not.toMatch(/supply chain|before anything runs/)
    const constraints = await section('architect/constraints', files)
    expect(constraints).toContain('it opens with “MIT License” (')
    expect(constraints).not.toContain('conditions begin')
    expect(await section('beginner/what-it-is', files)).toContain('“Keeps things” (')
    const operations = await section('architect/deployment-and-operations', files)
    expect(operations).toContain('name an environment at `.github/workflows/publish.yml:4`')
    expect(operations).not.toContain('protected')
  })

  it('is not told of folders', async () => {
    const paths = ['docs/conf.py', 'docs/Makefile', 'src/box.py']
    expect(await section('beginner/lay-of-the-land', { 'src/box.py': 'x = 1\n' }, paths)).not.toContain('Without code')
  })
})

describe('flows', () => {
  const go = (body: string): string =>
    `package box\n\n// Opens it.\nfunc Open() {\n${body}\n}\n\nfunc prepare() {\n\tcheckAll()\n}\n\nfunc checkAll() {\n\tlookTwice()\n}\n\nfunc lookTwice() {\n}\n\nfunc giveBack() {\n}\n`
  const flow = async (path: string, content: string) => section('senior/control-flow', { [path]: content })

  it('leave out what Go puts off, and what a function within begins', async () => {
    const text = await flow('box.go', go('\tdefer giveBack()\n\tgo func() {\n\t\tlookTwice()\n\t}()\n\tprepare()'))
    expect(text).toContain('`Open`, at `box.go:9`, calls `prepare`')
    expect(text).not.toContain('giveBack')
    expect(text).not.toContain('`Open`, at `box.go:7`')
  })

  it('know the receiver that is named like its type', async () => {
    const content =
      'package box\n\ntype Logger struct {\n}\n\ntype Entry struct {\n}\n\ntype Other struct {\n}\n\nfunc (logger *Logger) Panic() {\n\tlogger.prepare()\n\tentry := fresh()\n\tentry.Panic()\n}\n\nfunc (logger *Logger) prepare() {\n}\n\nfunc fresh() *Entry {\n\treturn nil\n}\n\nfunc (entry *Entry) Panic() {\n\tstop()\n}\n\nfunc (other *Other) Panic() {\n}\n\nfunc stop() {\n}\n'
    expect(await flow('box.go', content)).toContain('`Panic`, at `box.go:15`, calls `Entry.Panic`')
  })

  it('promise no result', async () => {
    const text = await flow('box.go', go('\tprepare()'))
    expect(text).toContain('sequenceDiagram')
    expect(text).not.toContain('result')
    expect(await section('beginner/follow-one', { 'box.go': go('\tprepare()') })).not.toContain('result')
  })

  it('follow no class within a method, and choose no overload', async () => {
    const content = `public class Box {
  /** Opens it. */
  public Reader open(String key) {
    prepareAll();
    handOver(key);
    return new Reader() {
      public void read() {
        lookInside();
      }
    };
  }

  private void prepareAll() {
    int count = 0;
  }

  private void lookInside() {
    int count = 0;
  }

  void handOver(String key) {
    int count = 0;
  }

  void handOver(Object key) {
    int count = 0;
  }
}
`
    const text = await flow('Box.java', content)
    expect(text).toContain('calls `Box.prepareAll` (`Box.java:13-15`)')
    expect(text).toContain('calls `Box.handOver`, one of several by this name.')
    expect(text).not.toContain('lookInside')
  })

  it('do not end with an error that the same function catches', async () => {
    const content =
      'class Bad(Exception):\n    pass\n\n\ndef look(key):\n    return key\n\n\ndef check(key):\n    look(key)\n    return key\n\n\ndef open_it(key):\n    """Opens it."""\n    check(key)\n    try:\n        raise Bad("it is not there")\n    except Bad:\n        return None\n'
    expect(await flow('box.py', content)).not.toContain('gives up')
    expect(await section('senior/errors-and-edges', { 'box.py': content })).not.toContain('fails with')
    expect(await section('senior/errors-and-edges', { 'box.py': content.replace('except Bad', 'finally') })).toContain(
      'fails with',
    )
  })
})

describe('who leans on whom within one package', () => {
  it('goes by names that stand alone', async () => {
    const files = {
      'a.go':
        'package box\n\ntype Entry struct {\n\tLevel string\n}\n\ntype Writer interface {\n\tPrint(text string)\n}\n\nfunc (entry *Entry) write() {\n\tentry.Panic()\n\tother := Entry{Level: "x"}\n\tother.Print()\n}\n',
      'b.go': 'package box\n\nfunc Panic() {\n}\n\nfunc Print() {\n}\n\ntype Level int\n',
      'c.go': 'package box\n\nfunc begin() {\n\tPanic()\n}\n',
    }
    const text = await section('senior/architecture', files)
    expect(text).toContain('`c.go`: It leans on `b.go`')
    expect(text).not.toMatch(/`a\.go`: .*leans on/)
  })
})

describe('what is told of the code', () => {
  it('names who uses a file on every page, instead of counting', async () => {
    const files = {
      'src/lid.ts': 'export const lid = 1\n',
      'src/a.ts': "import { lid } from './lid.ts'\nexport const a = lid\n",
      'src/b.ts': "import { lid } from './lid.ts'\nexport const b = lid\n",
    }
    for (const id of ['senior/architecture', 'architect/solution-strategy', 'architect/risks-and-decisions'])
      expect(await section(id, files), id).toContain('`src/a.ts` and `src/b.ts` use `src/lid.ts`')
  })

  it('calls only what cannot be set again fixed', async () => {
    const go =
      'package box\n\nvar current = 1\n\nvar (\n\tErrorKey = "error"\n)\n\nconst (\n\tLongest = 25\n)\n\n// Open opens.\nfunc Open() {\n}\n'
    const text = await section('senior/data-and-state', { 'box.go': go })
    expect(text).toContain('`Longest`')
    expect(text).not.toMatch(/`current`|`ErrorKey`/)
    expect(await section('senior/data-and-state', { 'box.py': 'LONGEST = 25\nalias = str\n' })).not.toContain('alias')
  })

  it('takes only calls of a logger for reports', async () => {
    const id = 'architect/deployment-and-operations'
    const go = 'package box\n\nfunc open(logger *Logger) {\n\tlogger.pool.Get()\n\tlogger.Put(1)\n}\n'
    expect(await section(id, { 'box.go': go })).not.toContain('reports on itself')
    const told = go.replace('logger.Put(1)', 'logger.Info("open")')
    expect(await section(id, { 'box.go': told })).toContain('reports on itself at `box.go:5`')
    expect(await section(id, { 'box.go': told, 'go.mod': 'module example.org/acme/boxlog\n' })).not.toContain('reports on itself')
  })

  it('says only of what is empty that it has no body', async () => {
    const java = `public class Box {
  abstract static class Fields {
    private final int count = 1;

    abstract int create(int count);

    int read() {
      return create(count);
    }
  }
}
`
    const text = await section('senior/extending', { 'Box.java': java })
    expect(text).not.toContain('`Box.Fields` has no body')
    const python =
      'class Box:\n    def open(self, key):\n        if key:\n            return key\n        raise NotImplementedError()\n\n    def shut(self):\n        """Shuts it."""\n        raise NotImplementedError()\n'
    const told = await section('senior/extending', { 'box.py': python })
    expect(told).not.toContain('`Box.open` has no body')
  })

  it('is silent on a changelog that ends before the version of the manifest', async () => {
    const files = (version: string) => ({
      'package.json': `{"name":"box","version":"${version}"}`,
      'CHANGELOG.md': '# Changes\n\n## Version 2.10\n\n- Opens the box faster than ever before.\n',
    })
    for (const id of ['senior/purpose-and-scope', 'senior/build-test-release', 'architect/risks-and-decisions']) {
      expect(await section(id, files('2.10.0')), id).toContain('Version 2.10')
      expect(await section(id, files('2.13.1')), id).not.toMatch(/newest entry|Opens the box/)
    }
  })
})

describe('commands for tests', () => {
  it('are those for all of them, if there are any', async () => {
    const ci =
      'on: push\njobs:\n  test:\n    steps:\n      - run: mvn verify --activate-profiles proguard\n      - run: mvn verify --batch-mode\n'
    expect(await section('beginner/first-change', { '.github/workflows/a.yml': ci })).toContain(
      '```sh\nmvn verify --batch-mode\n',
    )
  })

  it('hand a path on only where they say so', async () => {
    const files = {
      'tox.ini': '[testenv]\ndeps = pytest\ncommands = pytest {posargs}\n',
      '.github/workflows/a.yml': 'on: push\njobs:\n  test:\n    steps:\n      - run: tox run\n',
      'tests/test_box.py': 'def test_open():\n    assert 1\n',
      'pyproject.toml': '[project]\nname = "box"\n\n[dependency-groups]\ndev = ["pytest"]\n',
    }
    const text = await section('beginner/first-change', files)
    expect(text).not.toContain('-k')
    expect(text).toMatch(
      /What follows `--` is handed on to the tests: pytest runs one file|pytest runs one file whose path follows the command/,
    )
    const silent = { ...files, 'tox.ini': '[testenv]\ncommands = pytest\n' }
    expect(await section('beginner/first-change', silent)).not.toMatch(/`--`/)
  })
})

describe('what happens first', () => {
  it('is what is called for an argument', async () => {
    const content =
      'def wrap(value):\n    return value\n\n\ndef build(value):\n    return value\n\n\ndef hand_out(value):\n    """Hands it out."""\n    return wrap(build(value))\n'
    expect(await section('senior/control-flow', { 'box.py': content })).toMatch(/2\. .*calls `build`.*\n3\. .*calls `wrap`/)
  })

  it('is not done by a class or a constant', async () => {
    const content =
      'class Box {\n  static final Reader BYTES = new Reader() {\n    public void read() {\n      throw new UnsupportedOperationException("no way to read");\n    }\n  };\n}\n'
    expect(await section('senior/errors-and-edges', { 'Box.java': content })).not.toMatch(/`(?:BYTES|Box)` fails/)
  })
})

describe('imports of Go', () => {
  it('take the standard library for no folder of the repository', async () => {
    const text = await section('senior/architecture', {
      'go.mod': 'module example.org/box\n\ngo 1.23\n',
      'hooks/slog/level.go': 'package slog\n\nimport "log/slog"\n\nfunc Level() slog.Level {\n\treturn 0\n}\n',
      'hooks/slog/handler.go': 'package slog\n\ntype Handler struct {\n}\n',
    })
    expect(text).not.toContain('leans on')
  })
})

describe('a project on its own upkeep', () => {
  it('is a risk, and no limit of what it does', async () => {
    const files = {
      'README.md': README(
        'Box is currently in maintenance mode; large new features will not be added.\n\nBox can work with things that you do not own.',
      ),
    }
    expect(await section('architect/risks-and-decisions', files)).toContain('Box is currently in maintenance mode')
    expect(await section('senior/purpose-and-scope', files)).not.toContain('does not promise')
  })
})

describe('the command for the tests', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as a workflow writes it
  const FILLED = 'mvn verify javadoc:jar ${{ matrix.extra }}'

  it('is rather one with braces than one for a part', async () => {
    const ci = `on: push\njobs:\n  test:\n    steps:\n      - run: mvn clean test --projects box -Pproguard\n      - run: ${FILLED}\n`
    expect(await section('beginner/first-run', { '.github/workflows/a.yml': ci })).toContain(`\`\`\`sh\n${FILLED}\n`)
  })

  it('is what success is told of', async () => {
    const text = await section('beginner/first-run', { 'tests/test_box.py': 'def test_open():\n    assert 1\n' })
    expect(text).not.toContain('Success')
  })
})

describe('what stands on its own', () => {
  it('is all that is told of comments', async () => {
    const files = {
      'a.py':
        'def read(key):\n    """This must always be compatible with older versions.\n\n    """\n    return key\n\n\ndef write(key):\n    """Keys must always be compatible with older versions."""\n    return key\n',
    }
    for (const id of ['architect/cross-cutting-concepts', 'architect/data-and-persistence']) {
      const text = await section(id, files)
      expect(text, id).toContain('- `write`: Keys must always be')
      expect(text, id).not.toContain('- This must always be')
    }
  })

  it('takes no tag of another workflow for what ships it', async () => {
    const publish = 'on: workflow_dispatch\njobs:\n  out:\n    steps:\n      - run: twine upload dist/*\n'
    const other = 'on:\n  push:\n    tags: ["*"]\njobs:\n  docs:\n    steps:\n      - run: make html\n'
    const id = 'senior/build-test-release'
    const text = await section(id, { '.github/workflows/a.yml': other, '.github/workflows/b.yml': publish })
    expect(text).toContain('It is shipped by')
    expect(text).not.toContain('A pushed tag')
  })

  it('sends an error that is raised to nobody', async () => {
    const content =
      'class Bad(Exception):\n    pass\n\n\ndef check(key):\n    return key\n\n\ndef open_it(key):\n    """Opens it."""\n    check(key)\n    raise Bad("it is not there")\n'
    const text = await section('senior/control-flow', { 'box.py': content })
    expect(text).toContain('gives up with `Bad`')
    expect(text).not.toMatch(/->>p\d: Bad/)
  })
})

describe('interfaces', () => {
  it('stand in the order of how many files name them', async () => {
    const files = {
      'rare.ts':
        'export interface Rare {\n  open(): void\n}\nexport class One implements Rare {\n  open(): void {}\n}\nexport class Two implements Rare {\n  open(): void {}\n}\n',
      'often.ts': 'export interface Often {\n  shut(): void\n}\nexport class Three implements Often {\n  shut(): void {}\n}\n',
      'a.ts': "import type { Often } from './often.ts'\nexport function use(one: Often): void {\n  one.shut()\n}\n",
    }
    expect(await section('senior/extending', files)).toMatch(/`Often` [^\n]*\n- `Rare`/)
  })
})
