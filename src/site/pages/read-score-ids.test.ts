import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScoreIds } from './read-score-ids.ts'

const ids = Array.from({ length: 5 }, (_, at) => `01890000-0000-7000-8000-00000000000${at}`)

test('ids, links and repeated parameters name scores, each once', () => {
  const texts = [`${ids[0]},https://scores.example/score/${ids[1]}?lang=es`, ` ${ids[0]?.toUpperCase()} `, '']
  assert.deepEqual(readScoreIds(texts), { ids: ids.slice(0, 2) })
})

test('what is no id, too many ids and too long a list are refused', () => {
  for (const texts of [['nothing'], [ids.join()], ['x'.repeat(3000)]]) assert.ok('fault' in readScoreIds(texts))
})
