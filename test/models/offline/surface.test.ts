import { expect, it } from 'vitest'
import { fullName, surfaceOf } from '../../../src/models/offline/surface.ts'
import { outlineOf } from '../../../src/syntax/outline-of.ts'

const offered = async (path: string, text: string): Promise<readonly string[]> => {
  const outline = await outlineOf(path, text)
  return surfaceOf({ outline }).map((symbol) => fullName({ file: { outline }, symbol }))
}

it('looks through a module of Ruby', async () => {
  expect(await offered('a.rb', 'module Box\n  class Signer\n    def sign\n    end\n  end\nend\n')).toEqual(['Signer'])
  const both = 'module Box\n  module Utils\n    def escape(s)\n    end\n    class Context\n    end\n  end\nend\n'
  expect(await offered('a.rb', both)).toEqual(['Utils', 'Context'])
  expect(await offered('a.rb', 'module Box\n  PATH = 1\nend\n')).toEqual(['PATH'])
})

it('takes what is hung on an object, and what an impl adds, for the surface of the file', async () => {
  expect(await offered('a.js', 'var app = {}\n\napp.use = function use(fn) {\n  return fn\n}\n')).toContain('app.use')
  expect(await offered('a.rs', 'impl Error {\n    pub fn new() -> Self {\n        todo()\n    }\n}\n')).toEqual(['Error.new'])
})

it('leaves members to their class', async () => {
  expect(await offered('a.py', 'class Signer:\n    def sign(self):\n        pass\n')).toEqual(['Signer'])
  expect(await offered('a.py', 'class _Hidden:\n    def sign(self):\n        pass\n')).toEqual([])
})
