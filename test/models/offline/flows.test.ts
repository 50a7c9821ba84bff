import { describe, expect, it } from 'vitest'
import { section } from './section.ts'

const flow = (files: Readonly<Record<string, string>>): Promise<string> => section('senior/control-flow', files)

describe('a flow', () => {
  it('goes through calls that name no object, and tells overloads apart by what they take', async () => {
    const text = await flow({
      'Gson.java': [
        'public class Gson {',
        '  public String toJson(Object source) {',
        '    if (source == null) return nothing();',
        '    return toJson(source, source.getClass());',
        '  }',
        '  public String toJson(Object source, Type type) {',
        '    return writeOut(source, type);',
        '  }',
        '  private String nothing() { return ""; }',
        '  private String writeOut(Object source, Type type) {',
        '    return "x";',
        '  }',
        '}',
      ].join('\n'),
    })
    expect(text).toContain('`toJson`, at `Gson.java:4`, calls `Gson.toJson` (`Gson.java:6-8`)')
    expect(text).toContain('`toJson`, at `Gson.java:7`, calls `Gson.writeOut` (`Gson.java:10-12`)')
  })

  it('follows $this, self and parent of PHP', async () => {
    const text = await flow({
      'Client.php': [
        '<?php',
        'class Client extends Base {',
        '  public function request($uri) {',
        '    $built = $this->buildUri($uri);',
        '    self::check($built);',
        '    return parent::deliver($built);',
        '  }',
        '  private function buildUri($uri) { return $uri; }',
        '  private static function check($uri) { return $uri; }',
        '}',
      ].join('\n'),
      'Base.php': ['<?php', 'class Base {', '  public function deliver($uri) {', '    return $uri;', '  }', '}'].join('\n'),
    })
    for (const [line, name] of [
      [4, 'Client.buildUri'],
      [5, 'Client.check'],
      [6, 'Base.deliver'],
    ])
      expect(text).toContain(`\`request\`, at \`Client.php:${line}\`, calls \`${name}\``)
  })

  it('leads to the body in C, not to its prototype', async () => {
    const text = await flow({
      'jv.h': 'int jv_free(int value);\nint jv_copy(int value);\n',
      'jv.c':
        '#include "jv.h"\n\nint jv_free(int value) {\n  int left = jv_copy(value);\n  return left;\n}\n\nint jv_copy(int value) {\n  return value;\n}\n',
    })
    expect(text).toContain('calls `jv_copy` (`jv.c:8-10`)')
  })

  it('guesses no owner for a call that only hands on the same name, nor for what the language gives', async () => {
    const text = await flow({
      'a.rb':
        'class Utils\n  def self.parse_query(text)\n    default_parser.parse_query(text)\n  end\nend\n\nclass Helpers\n  def parse_query(text)\n    text\n  end\nend\n',
      'b.rs':
        'pub fn Ok(value: u8) -> u8 {\n    value\n}\n\npub fn not(value: u8) -> u8 {\n    value\n}\n\npub fn open_box() -> u8 {\n    #[cfg(not(windows))]\n    let a = 1;\n    Ok(a)\n}\n',
    })
    expect(text).not.toMatch(/calls `(?:Helpers\.parse_query|Ok|not)`/)
  })
})

it('takes no quadratic time where one name is declared again and again', async () => {
  const body = 'export function f(a: number): number { return g(a) }\nfunction g(a: number): number { return f(a) }\n'
  const start = performance.now()
  await flow({ 'a.ts': body.repeat(1_500) })
  expect(performance.now() - start).toBeLessThan(20_000)
})
