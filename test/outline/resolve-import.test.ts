import { describe, expect, it } from 'vitest'
import { createImportResolver } from '../../src/outline/resolve-import.ts'

describe('createImportResolver', () => {
  it.each([
    ['src/a/b.ts', './c.ts', ['src/a/c.ts']],
    ['src/a/b.ts', './c.js', ['src/a/c.ts']],
    ['src/a/b.ts', '..', ['src/index.ts']],
    ['src/a/b.ts', 'zod', []],
    ['src/pkg/timed.py', '.signer', ['src/pkg/signer.py']],
    ['src/pkg/sub/x.py', '..signer', ['src/pkg/signer.py']],
    ['tests/test_signer.py', 'pkg.signer', ['src/pkg/signer.py']],
    ['tests/test_signer.py', 'json', []],
    ['cmd/main.go', 'example.com/box/store', ['store/a.go', 'store/b.go']],
    ['src/main.rs', 'mod lib_part', ['src/lib_part.rs']],
    ['src/main.rs', 'crate::lib_part::Thing', ['src/lib_part.rs']],
    ['java/src/com/x/A.java', 'com.x.B', ['java/src/com/x/B.java']],
    ['src/c/a.c', 'a.h', ['src/c/a.h']],
    ['lib/box.rb', 'box/item', ['lib/box/item.rb']],
    ['lib/box.rb', './box/item', ['lib/box/item.rb']],
    ['lib/main.dart', 'package:box/names.dart', ['lib/names.dart']],
    ['lib/main.dart', 'src/parts.dart', ['lib/src/parts.dart']],
    ['lib/box_web/router.ex', 'BoxWeb.HTTPClient', ['lib/box_web/http_client.ex']],
    ['zig/main.zig', 'store.zig', ['zig/store.zig']],
    ['lua/main.lua', 'lua.box.store', ['lua/box/store.lua']],
    ['ps/main.psm1', '.\\errors.psm1', ['ps/errors.psm1']],
    ['app/Main.hs', 'Data.Box', ['src/Data/Box.hs']],
  ])('%s imports %s', (from, module, expected) => {
    const paths = [
      'src/a/b.ts',
      'src/a/c.ts',
      'src/index.ts',
      'src/pkg/timed.py',
      'src/pkg/signer.py',
      'src/pkg/sub/x.py',
      'tests/test_signer.py',
      'cmd/main.go',
      'store/a.go',
      'store/b.go',
      'store/a_test.go',
      'src/main.rs',
      'src/lib_part.rs',
      'java/src/com/x/A.java',
      'java/src/com/x/B.java',
      'src/c/a.c',
      'src/c/a.h',
      'lib/box.rb',
      'lib/box/item.rb',
      'lib/names.dart',
      'lib/src/parts.dart',
      'lib/box_web/http_client.ex',
      'zig/store.zig',
      'lua/box/store.lua',
      'ps/errors.psm1',
      'src/Data/Box.hs',
    ]
    expect(createImportResolver(paths).resolve(from, module)).toEqual(expected)
  })

  it('means nothing where it could mean two files', () => {
    const resolver = createImportResolver(['one/pkg/mod.py', 'two/pkg/mod.py', 'main.py'])
    expect(resolver.resolve('main.py', 'pkg.mod')).toEqual([])
  })
})
