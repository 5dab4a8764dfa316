import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScoreIds } from './score-page.ts'

const ids = Array.from({ length: 5 }, (_, at) => `01890000-0000-7000-8000-00000000000${at}`)

test('ids, links and repeated parameters name scores, each once', () => {
  const texts = [`${ids[0]},https://scores.example/score/${ids[1]}?lang=es`, ` ${ids[0]?.toUpperCase()} `, '']
  assert.deepEqual(readScoreIds(texts), { ids: ids.slice(0, 2), fault: null, rest: '' })
})

test('a fault leaves the scores that are named, and what is typed', () => {
  const [first = ''] = ids
  assert.deepEqual(readScoreIds([first, 'nothing']), { ids: [first], fault: 'unreadable', rest: 'nothing' })
  assert.deepEqual(readScoreIds(ids), { ids: ids.slice(0, 4), fault: 'too-many', rest: ids[4] })
  assert.deepEqual(readScoreIds(['x'.repeat(3000)]), { ids: [], fault: 'too-long', rest: '' })
})
