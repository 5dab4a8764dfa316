import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readCommit } from './read-commit.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

function folderWith(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-commit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text.replaceAll('FOLDER', folder))
  }
  return folder
}

test('the commit is read however git keeps it', (t) => {
  const cases: Record<string, string>[] = [
    { '.git/HEAD': `${commit}\n` },
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` },
    {
      '.git/HEAD': 'ref: refs/heads/a/b\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${'f'.repeat(40)} refs/heads/main\n${commit} refs/heads/a/b\n`,
    },
    {
      'root/.git': 'gitdir: FOLDER/repository/worktrees/one\n',
      'repository/worktrees/one/HEAD': 'ref: refs/heads/one\n',
      'repository/worktrees/one/commondir': '../..\n',
      'repository/refs/heads/one': `${commit}\n`,
    },
  ]
  for (const files of cases) {
    const folder = folderWith(t, files)
    assert.equal(readCommit('root/.git' in files ? join(folder, 'root') : folder), commit, Object.keys(files).join())
  }
})

test('a file COMMIT goes before what is checked out', (t) => {
  const folder = folderWith(t, { COMMIT: `${commit}\n`, '.git/HEAD': 'f'.repeat(40) })
  assert.equal(readCommit(folder), commit)
})

test('without either, or with something else in them, there is no commit', (t) => {
  for (const files of [
    {},
    { COMMIT: 'latest' },
    { '.git/HEAD': 'ref: refs/heads/main' },
    { '.git': 'gitdir: /nowhere' },
    { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': 'broken' },
  ] as Record<string, string>[])
    assert.equal(readCommit(folderWith(t, files)), null, Object.keys(files).join())
})
