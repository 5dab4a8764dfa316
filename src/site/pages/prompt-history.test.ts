import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PromptFile, ReleasedFiles } from '../../signals/judge/versions.ts'
import { promptHistory } from './transparency-page.ts'

const file = (name: string, text: string) => ({ name, sha256: `hash of ${text}`, text })

function release(id: string, files: PromptFile[], modules: PromptFile[] = []): ReleasedFiles {
  const [name = '', semver = ''] = id.split('@')
  return { id, name, semver, files, modules, sha256: `hash of ${id}` }
}

test('each version is compared with the one before it of its name', () => {
  const history = promptHistory([
    release('a@1.1.0', [file('b.md', 'new\n'), file('c.md', 'same\n')], [file('scan-1.1.0.ts', 'rules\n')]),
    release(
      'a@1.0.0',
      [file('b.md', 'old\n'), file('c.md', 'same\n')],
      [file('scan-1.0.0.ts', 'rule\n'), file('words-1.0.0.ts', 'gone\n')],
    ),
    release('z@1.0.0', [file('b.md', 'other\n')]),
  ])
  assert.deepEqual(
    history.map(({ id, since }) => [id, since]),
    [
      ['a@1.1.0', 'a@1.0.0'],
      ['a@1.0.0', null],
      ['z@1.0.0', null],
    ],
  )
  assert.deepEqual(history[0]?.changes, [
    {
      file: 'b.md',
      lines: [
        { kind: 'gone', text: 'old' },
        { kind: 'new', text: 'new' },
      ],
    },
    {
      file: 'scan-1.1.0.ts',
      lines: [
        { kind: 'gone', text: 'rule' },
        { kind: 'new', text: 'rules' },
      ],
    },
    { file: 'words-1.0.0.ts', lines: [{ kind: 'gone', text: 'gone' }] },
  ])
  assert.deepEqual(history[0]?.files, [
    { name: 'b.md', sha256: 'hash of new\n' },
    { name: 'c.md', sha256: 'hash of same\n' },
    { name: 'scan-1.1.0.ts', sha256: 'hash of rules\n' },
  ])
  assert.equal(history[0]?.sha256, 'hash of a@1.1.0')
})
