import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { createLineBuckets } from './line-buckets.ts'

const listFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('launchscore-record-'))

for (const [where, maxHeld] of [
  ['in memory', 1_000_000],
  ['on the disk', 50],
] as const)
  test(`lines held ${where} come back by launch, in their order, and leave no file`, async () => {
    const before = listFolders()
    const buckets = createLineBuckets(maxHeld)
    const ids = Array.from({ length: 40 }, (_, index) => `id-${(index * 37).toString(16).padStart(3, '0')}`)
    for (let round = 0; round < 5; round += 1) for (const id of ids) await buckets.add(id, `${id} ${round} é`)
    const seen = new Map<string, string[]>()
    for await (const lines of buckets.read()) {
      const own = new Set(lines.map((line) => line.slice(0, 6)))
      for (const id of own) {
        assert.ok(!seen.has(id), `${id} comes in two parts`)
        seen.set(
          id,
          lines.filter((line) => line.startsWith(id)),
        )
      }
    }
    assert.equal(listFolders().length > before.length, maxHeld === 50)
    await buckets.close()
    assert.deepEqual(listFolders(), before)
    for (const id of ids)
      assert.deepEqual(
        seen.get(id),
        [0, 1, 2, 3, 4].map((round) => `${id} ${round} é`),
      )
    assert.equal(seen.size, ids.length)
  })
