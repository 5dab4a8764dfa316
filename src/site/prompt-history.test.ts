import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promptHistory } from './prompt-history.ts'

const file = (name: string, text: string) => ({ name, sha256: `hash of ${text}`, text })

test('each version is compared with the one before it of its name', () => {
  const history = promptHistory(
    [
      { id: 'a@1.1.0', name: 'a', semver: '1.1.0', files: [file('b.md', 'new\n'), file('c.md', 'same\n')] },
      { id: 'a@1.0.0', name: 'a', semver: '1.0.0', files: [file('b.md', 'old\n'), file('c.md', 'same\n')] },
      { id: 'z@1.0.0', name: 'z', semver: '1.0.0', files: [file('b.md', 'other\n')] },
    ],
    'a@1.0.0',
  )
  assert.deepEqual(
    history.map(({ id, since, isActive }) => [id, since, isActive]),
    [
      ['a@1.1.0', 'a@1.0.0', false],
      ['a@1.0.0', null, true],
      ['z@1.0.0', null, false],
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
  ])
  assert.deepEqual(history[0]?.files, [
    { name: 'b.md', sha256: 'hash of new\n' },
    { name: 'c.md', sha256: 'hash of same\n' },
  ])
})
