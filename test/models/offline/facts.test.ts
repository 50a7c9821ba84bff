import { describe, expect, it } from 'vitest'
import { section } from './section.ts'

describe('extension points', () => {
  it('are interfaces with what they ask for and who implements them, in Go by their methods', async () => {
    const text = await section('senior/extending', {
      'hooks.go':
        'package log\n\n// Hook is fired on each entry.\ntype Hook interface {\n\tLevels() []Level\n\tFire(*Entry) error\n}\n',
      'syslog.go':
        'package log\n\ntype SyslogHook struct {\n\tw int\n}\n\nfunc (h *SyslogHook) Levels() []Level {\n\treturn nil\n}\n\nfunc (h *SyslogHook) Fire(e *Entry) error {\n\th.w++\n\treturn nil\n}\n\ntype Half struct{ w int }\n\nfunc (h *Half) Fire(e *Entry) error { return nil }\n',
    })
    expect(text).toContain(
      '- `Hook` (`hooks.go:4-7`) asks for `Levels` and `Fire`; `SyslogHook` (`syslog.go:3-5`) implements it. Hook is fired on each entry.',
    )
    // The struct alone shows nothing: the method is the worked place.
    expect(text).toContain('`SyslogHook.Levels` shows how it is done for `Hook`')
    expect(text).not.toContain('`Half`')
  })

  it('are abstract members of a class; a trait of PHP asks only for what it leaves abstract', async () => {
    const java =
      'public abstract class Adapter {\n  public abstract void write(Object value);\n  public String name() {\n    return "x";\n  }\n}\n'
    const child = 'public class Float extends Adapter {\n  public void write(Object value) {\n    count();\n  }\n}\n'
    expect(await section('senior/extending', { 'Adapter.java': java, 'Float.java': child })).toContain(
      '`Adapter` (`Adapter.java:1-6`) asks for `write`; `Float` (`Float.java:1-5`) implements it.',
    )
    const trait =
      '<?php\ntrait Sends {\n  abstract public function request($a);\n  public function get($a) {\n    return $this->request($a);\n  }\n}\n'
    expect(await section('senior/extending', { 'Sends.php': trait })).toContain('asks for `request`.')
  })
})

describe('names', () => {
  it('are told whole, or not at all', async () => {
    const options =
      'export interface Options {\n  validate: Check\n  readonly variant: string\n  value: number\n  webSocketFactory?: (url: string) => WebSocket\n  socket: WebSocket\n}\n'
    const client = 'export class Client {\n  options: Options\n  open(url: string) {\n    return new WebSocket(url)\n  }\n}\n'
    const files = { 'src/options.ts': options, 'src/client.ts': client }
    const state = await section('senior/data-and-state', files)
    expect(state).toContain('`validate`, `variant`, `value`, `webSocketFactory` and `socket`')
    const boundary = await section('architect/interfaces-and-integrations', files)
    expect(boundary).toContain('`Client.open` calls out with `WebSocket` at `src/client.ts:4`')
    expect(boundary.match(/calls out with/g)).toHaveLength(1)
  })
})

describe('settings', () => {
  const id = 'senior/configuration-and-dependencies'

  it('are environment variables, each once, with who reads them and what holds without', async () => {
    const text = await section(id, {
      'a.py':
        'import os\n\n\ndef limit():\n    return os.environ.get("BOX_LIMIT", "10")\n\n\ndef again():\n    return os.getenv("BOX_LIMIT")\n',
      'b.js': "export function port() {\n  return process.env.PORT || '8080'\n}\n",
      'docs/x.md': '# X\n\nSet it with os.environ["BOX_DOCS"] in your code.\n',
    })
    expect(text).toContain(
      '- the environment variable BOX_LIMIT, read in `limit` at `a.py:5` and `again` at `a.py:9`; without it, `10`\n',
    )
    expect(text).toContain('- the environment variable PORT, read in `port` at `b.js:2`; without it, `8080`\n')
    expect(text).not.toContain('variable BOX_DOCS')
  })

  it('are the methods of a builder and the constants of a class of options', async () => {
    const text = await section(id, {
      'BoxBuilder.java':
        'public class BoxBuilder {\n  public BoxBuilder() {}\n  public BoxBuilder setSize(int size) {\n    return this;\n  }\n  public BoxBuilder lenient() {\n    return this;\n  }\n  public Box create() {\n    return null;\n  }\n}\n',
      'RequestOptions.php': "<?php\nclass RequestOptions {\n  public const AUTH = 'auth';\n  public const BODY = 'body';\n}\n",
    })
    expect(text).toContain('`BoxBuilder` is set up with `setSize` and `lenient` (`BoxBuilder.java:1-12`)')
    expect(text).toContain('`RequestOptions` holds `AUTH` and `BODY` (`RequestOptions.php:2-5`)')
  })

  it('list dependencies with who imports them, and count those that are left', async () => {
    const names = Array.from({ length: 17 }, (_, at) => `"dep-${at}": "1"`)
    const text = await section(id, {
      'package.json': `{\n"name": "box",\n"dependencies": {\n${names.join(',\n')}\n}\n}`,
      'src/a.ts': "import { x } from 'dep-0/sub'\nexport const y = x\n",
      'test/a.test.ts': "import { x } from 'dep-1'\n",
    })
    expect(text).toContain('At run time it needs 17 packages (`package.json:4-20`).')
    expect(text).toContain('- dep-0 1 (`package.json:4`), imported by `src/a.ts`')
    expect(text).toContain('- dep-1 1 (`package.json:5`), imported by the test `test/a.test.ts`')
    expect(text).toContain('- and 2 more\n')
  })

  it('are not said to be needed at run time where the manifest does not tell', async () => {
    const go = 'module example.com/box\n\ngo 1.23\n\nrequire (\n\tgithub.com/a/testify v1.0.0\n)\n'
    const text = await section(id, { 'go.mod': go })
    expect(text).toContain('`go.mod` requires one module (`go.mod:6`). It does not tell those that only tests need')
    expect(await section(id, { 'package.json': '{"name":"box","workspaces":["a"]}' })).not.toContain('declares no dependency')
  })
})

describe('errors', () => {
  it('are told with what they build on and where they are raised; in Go they are values', async () => {
    const text = await section('senior/errors-and-edges', {
      'a.ts':
        'export class BoxError extends Error {}\n\nexport function open() {\n  if (!ready) throw new BoxError("no")\n}\n\nexport function close() {\n  throw new BoxError("no")\n}\n',
      'b.go': 'package b\n\nimport "errors"\n\nvar ErrShut = errors.New("shut")\n\nfunc Open() error {\n\treturn ErrShut\n}\n',
      'c.rs': 'impl Error {\n    pub fn a() {}\n}\n\nimpl Display for Error {\n    fn b() {}\n}\n',
    })
    expect(text).toContain(
      '`BoxError` (`a.ts:1`). It builds on `Error`. It is raised in `open` at `a.ts:4` and `close` at `a.ts:8`.',
    )
    expect(text).toContain('`ErrShut` (`b.go:5`), a value to compare with. It is raised in `Open` at `b.go:8`.')
    expect(text).not.toContain('`Error` (`c.rs')
  })

  it('are quoted as cut where the next line goes on', async () => {
    const python = 'def load():\n    raise BadPayload(\n        "Could not load it because"\n        " of another."\n    )\n'
    expect(await section('senior/errors-and-edges', { 'a.py': python })).toContain('saying “Could not load it because …”')
  })
})

describe('tests', () => {
  const id = 'beginner/first-change'
  const ci = (command: string): string =>
    `on: push\njobs:\n  test:\n    steps:\n      - run: chmod -R o-w /opt/tools\n      - run: ${command}\n`

  it('are run by what tests, not by what a job of that name prepares', async () => {
    const text = await section(id, { '.github/workflows/a.yml': ci('bundle exec rake') })
    expect(text).toContain('```sh\nbundle exec rake\n```')
    expect(text).not.toContain('chmod')
  })

  it.each([
    [
      'mocha test/',
      'test/a.test.js',
      "it('opens the box', () => {\n  open()\n})\n",
      'mocha runs the cases whose names match what follows `-g`, such as “opens the box”.',
    ],
    [
      'go test ./...',
      'a_test.go',
      'package a\n\nfunc TestOpen(t *testing.T) {\n\topen()\n}\n',
      'match what follows `-run`, such as `TestOpen`.',
    ],
    [
      'mvn test',
      'src/test/java/BoxTest.java',
      'class BoxTest {\n  @Test\n  public void opens() {\n    open();\n  }\n}\n',
      '`-Dtest=` names, such as `BoxTest`.',
    ],
  ])('%s runs one alone', async (command, path, code, told) => {
    expect(await section(id, { '.github/workflows/a.yml': ci(command), [path]: code })).toContain(told)
  })

  it('are no helpers that are named so', async () => {
    const c = 'static void test_err_cb(void *data, int e) {\n  free(data);\n}\n\nstatic void test_start(void) {\n  run();\n}\n'
    const text = await section('senior/build-test-release', { 'tests/a_test.c': c, Makefile: 'test:\n\ttrue\n' })
    expect(text).toContain('holds one case, the first being `test_start`')
    const js = 'function shouldHaveBody(x) {\n  return x\n}\n'
    expect(await section('senior/build-test-release', { 'test/a.test.js': js })).not.toContain('shouldHaveBody')
  })
})

describe('parts', () => {
  it('are not what lies beside them in another language', async () => {
    const files = { 'src/a.c': 'int open(void) {\n  return 1;\n}\n', 'docs/build.py': 'def build():\n    pass\n' }
    const paths = ['src/a.c', 'src/b.c', 'src/c.c', 'src/d.c', 'src/e.c', 'docs/build.py']
    expect(await section('architect/building-blocks', files, paths)).not.toContain('`docs/build.py`. ')
    expect(await section('architect/building-blocks', { 'docs/build.py': files['docs/build.py'] }, paths)).toContain(
      '`docs/build.py`. ',
    )
  })

  it('say how long a file is', async () => {
    const text = await section('architect/risks-and-decisions', { 'a.py': `${'x = 1\n'.repeat(400)}` })
    expect(text).toContain('`a.py` has 400 lines\n')
  })
})

describe('state', () => {
  const id = 'senior/data-and-state'

  it('is what a class of Ruby declares and sets, and what a struct of C holds', async () => {
    const ruby =
      'class Signer\n  attr_reader :key, :salt\n\n  def initialize(key)\n    @key = key\n    count = 1\n    @rounds = count\n  end\nend\n'
    const c = 'typedef struct jv {\n  unsigned char kind_flags;\n  struct jv_refcnt* ptr;\n  double numbers[4];\n} jv;\n'
    const text = await section(id, { 'signer.rb': ruby, 'jv.c': c })
    expect(text).toContain('`Signer` (`signer.rb:1-9`) holds `key`, `salt` and `rounds` (`signer.rb:2-7`)')
    expect(text).toContain('holds `kind_flags`, `ptr` and `numbers` (`jv.c:2-4`)')
  })

  it('tells what an assertion demands', async () => {
    const c = 'int pop(int n) {\n  assert(n > 0);\n  return n;\n}\n'
    expect(await section(id, { 'stack.c': c })).toContain('`pop` demands `n > 0` (`stack.c:2`)')
  })
})

it('shows functions of C before its macros', async () => {
  const c = '#define BINOP(name) \\\n  run(name)\n\nint binop_plus(int a) {\n  return a;\n}\n'
  const text = await section('senior/entry-points-and-api', { 'builtin.c': c })
  expect(text).toContain('```c\nint binop_plus(int a)\n```')
  expect(await section('senior/entry-points-and-api', { 'only.h': '#define BINOP(name) \\\n  run(name)\n' })).not.toMatch(/\\$/m)
})

it('takes what a program prints for no example of its use', async () => {
  const readme =
    '# Box\n\nBox logs what happens to it, in order.\n\n```bash\ntime="1" level=debug\ntime="2" level=info\n```\n\n```go\nbox.Info("a")\nbox.Warn("b")\n```\n'
  const text = await section('beginner/what-it-is', { 'README.md': readme })
  expect(text).toContain('```go\nbox.Info("a")')
  expect(text).not.toContain('level=debug')
})

describe('what speaks of something else', () => {
  it('introduces nothing: a README in a hidden folder or of an example', async () => {
    const hidden = { '.changeset/README.md': '# Changesets\n\nHello and welcome to this folder of changes.\n' }
    expect(await section('beginner/what-it-is', hidden)).toContain('hold no introduction in prose to box')
    const both = {
      'libs/a/README.md': '# A\n\nThe part that speaks of itself alone.\n',
      'README.md': '# Box\n\nBox keeps all things in order.\n',
    }
    expect(await section('beginner/what-it-is', both)).toContain('> Box keeps all things in order.')
  })

  it('is no change of the whole: the changelog of an example', async () => {
    const log = '# 1.0\n\n- Something was changed in here.\n'
    expect(await section('senior/purpose-and-scope', { 'examples/a/CHANGELOG.md': log })).not.toContain('Where it is moving')
    expect(await section('senior/purpose-and-scope', { 'CHANGELOG.md': log })).toContain('Something was changed in here.')
  })

  it('is no package that somebody installs: the root of a monorepo', async () => {
    const root = '{"name":"box","private":true,"devDependencies":{"a":"1"}}'
    const id = 'senior/configuration-and-dependencies'
    expect(await section(id, { 'package.json': root }, ['package.json', 'libs/a/package.json'])).not.toContain('whoever installs')
    expect(await section(id, { 'package.json': root }, ['package.json'])).toContain('whoever installs')
  })

  it('is no word of the code: a comment to a tool', async () => {
    const code =
      '// eslint-disable-next-line no-explicit-any\nexport class Send {}\n\n/** Keeps one value. */\nexport class Keep {}\n'
    const text = await section('beginner/key-ideas', { 'a.ts': code })
    expect(text).toContain('`Keep` (`a.ts:5`): Keeps one value.')
    expect(text).not.toContain('eslint-disable')
  })
})

it('leaves out what only announces a list', async () => {
  const docs = '# Concepts\n\n## The File\n\nThe file holds all of it in one place. To use it do this:\n\n- a\n- b\n'
  const text = await section('beginner/key-ideas', { 'docs/concepts.md': docs })
  expect(text).toContain('**The File**: The file holds all of it in one place. (')
})

describe('neighbours', () => {
  it('are packages that are imported from elsewhere, each once', async () => {
    const text = await section('architect/context-and-goals', {
      'src/main/java/com/acme/Box.java':
        'package com.acme;\n\nimport com.acme.inner.Lid;\nimport java.util.List;\nimport java.util.Map;\n\npublic class Box {}\n',
      'src/main/java/com/acme/inner/Lid.java': 'package com.acme.inner;\n\npublic class Lid {}\n',
      'src/a.rs': 'use std::env;\nuse std::fs;\nuse crate::b;\n',
      'src/Client.php': '<?php\nuse Acme\\Inner\\Lid;\nuse Psr\\Http\\Message\\UriInterface;\nclass Client {}\n',
      'src/Inner/Lid.php': '<?php\nclass Lid {}\n',
    })
    expect(text).toContain('Among what the sources import from outside are java.util, std and Psr\\\\Http.')
  })

  it('share no sentence between two qualities', async () => {
    const readme = '# Box\n\nBox is fast and robust in all that it does. It is secure, since it checks each key.\n'
    const text = await section('architect/context-and-goals', { 'README.md': readme })
    expect(text).toContain('**Performance**: Box is fast and robust')
    expect(text).not.toContain('**Reliability**')
  })
})

it('puts none of many functions at the centre of a file', async () => {
  const functions = ['open', 'close', 'read', 'write'].map((name) => `/** To ${name} it here. */\nexport function ${name}() {}\n`)
  const code = `import x from 'x'\n\n${functions.join('\n')}`
  const text = await section('architect/building-blocks', { 'src/many.ts': code, 'src/open.ts': code })
  expect(text).toContain('`src/many.ts`. Interface: `open`, `close`, `read` and `write`')
  expect(text).toContain('`src/open.ts`. At its centre stands `open`')
})

it('lists no more errors than a page can hold', async () => {
  const code = Array.from({ length: 40 }, (_, at) => `export class E${at}Error extends Error {}\n`).join('')
  const told = (await section('senior/errors-and-edges', { 'a.ts': code })).match(/^- `E\d+Error`/gm)
  expect(told).toHaveLength(8)
})

it('reads nothing first that lies beside the matter', async () => {
  const files = {
    'src/a.c': 'int open_box(void) {\n  return 1;\n}\n',
    'docs/build.py': 'def build():\n    pass\n',
    'docs/index.html.j2': '<p>\n</p>\n',
  }
  const paths = ['src/a.c', 'src/b.c', 'src/c.c', 'src/d.c', 'src/e.c', 'docs/build.py', 'docs/index.html.j2']
  const text = await section('beginner/lay-of-the-land', files, paths)
  const order = text.slice(text.indexOf('### Read in this order'))
  expect(order).toContain('1. `src/a.c`: begin at `open_box`')
  expect(order).not.toMatch(/`docs\//)
})
