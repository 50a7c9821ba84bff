import { expect, it } from 'vitest'
import { parseRemote } from '../../src/repository/remote.ts'

const GITHUB = { webUrl: 'https://github.com/octo/my.repo', name: 'my.repo' }

it.each([
  'https://github.com/octo/my.repo',
  'https://github.com/octo/my.repo.git',
  'https://github.com/octo/my.repo/',
  'https://user:token@github.com/octo/my.repo.git',
  'https://x-access-token:a@b@GitHub.com/octo/my.repo.git',
  'http://www.github.com/octo/my.repo',
  'git://github.com/octo/my.repo.git',
  'ssh://git@github.com/octo/my.repo.git',
  'ssh://git@github.com:22/octo/my.repo.git',
  'ssh://git@ssh.github.com:443/octo/my.repo.git',
  'git+ssh://git@github.com/octo/my.repo.git',
  'git@github.com:octo/my.repo.git',
  'git@github.com:/octo/my.repo.git',
  'org-42@github.com:octo/my.repo',
  'github.com:octo/my.repo.git',
])('%s is on GitHub', (address) => {
  expect(parseRemote(address)).toEqual(GITHUB)
})

it.each([
  ['https://gitlab.com/a/b/c.git', 'c'],
  ['git@bitbucket.org:a/c.git', 'c'],
  ['https://github.com.evil.example/a/c', 'c'],
  ['https://notgithub.com/a/c', 'c'],
  ['https://evil.example/github.com/c', 'c'],
  ['https://github.com/a/b/c', 'c'],
  ['https://github.com/a', 'a'],
  ['https://github.com/a/<b>', '<b>'],
  ['/srv/git/c.git', null],
  ['file:///srv/git/c.git', null],
  ['../c', null],
  ['C:\\c', null],
  ['', null],
])('%s is not', (address, name) => {
  expect(parseRemote(address)).toEqual({ webUrl: null, name })
})
