import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { applyMutant, guardKinds, readMutants } from './mutants/mutants.ts'

const root = join(import.meta.dirname, '..')
const mutants = readMutants()

test('each mutation has a unique id, a kind and existing tests', () => {
  assert.ok(mutants.length > 0)
  assert.equal(new Set(mutants.map(({ id }) => id)).size, mutants.length)
  for (const { id, guards, tests } of mutants) {
    assert.ok(guardKinds.includes(guards), id)
    assert.ok(tests.length > 0, id)
    for (const file of tests) assert.ok(existsSync(join(root, file)), `${id}: there is no ${file}`)
  }
})

test('every mutation applies to exactly one place and still parses', () => {
  const failed = mutants.flatMap((mutant) => {
    const fault = findFault(mutant)
    return fault ? [`${mutant.id} (${mutant.file}): ${fault}`] : []
  })
  assert.deepEqual(failed, [])
})

function findFault(mutant: (typeof mutants)[number]): string | undefined {
  const path = join(root, mutant.file)
  if (!existsSync(path)) return 'the file is gone'
  const text = readFileSync(path, 'utf8')
  const mutated = applyMutant(mutant, text)
  if (mutated === undefined) return '`find` must occur exactly once'
  if (mutated === text) return 'it changes nothing'
  try {
    if (path.endsWith('.ts')) stripTypeScriptTypes(mutated)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}
