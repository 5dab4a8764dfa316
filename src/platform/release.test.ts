import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findCommit } from './release.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-commit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-C', at, '-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  })

function createRepository(t: TestContext): { folder: string; head: string } {
  const folder = createFolder(t)
  git(folder, 'init', '--quiet')
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'first')
  return { folder, head: git(folder, 'rev-parse', 'HEAD').trim() }
}

test('the commit of a checkout is its HEAD', async (t) => {
  const { folder, head } = createRepository(t)
  assert.equal(await findCommit(folder), head)
})

test('the commit of a worktree is its own HEAD', async (t) => {
  const { folder } = createRepository(t)
  const tree = join(createFolder(t), 'tree')
  git(folder, 'worktree', 'add', '--quiet', '-b', 'other', tree)
  git(tree, 'commit', '--quiet', '--allow-empty', '-m', 'second')
  assert.equal(await findCommit(tree), git(tree, 'rev-parse', 'HEAD').trim())
})

test('a file COMMIT goes before the checkout', async (t) => {
  const { folder } = createRepository(t)
  writeFileSync(join(folder, 'COMMIT'), `${commit}\n`)
  assert.equal(await findCommit(folder), commit)
})

test('without a commit in COMMIT and without a repository there is none', async (t) => {
  const folder = createFolder(t)
  assert.equal(await findCommit(folder), null)
  writeFileSync(join(folder, 'COMMIT'), 'latest')
  assert.equal(await findCommit(folder), null)
})

test('a repository around the folder is not its own', async (t) => {
  const { folder } = createRepository(t)
  mkdirSync(join(folder, 'inside'))
  assert.equal(await findCommit(join(folder, 'inside')), null)
})
