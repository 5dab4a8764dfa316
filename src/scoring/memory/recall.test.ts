import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Candidate } from './store.ts'
import { selectEarlier } from './recall.ts'

const dayMs = 24 * 3600 * 1000
const submittedAt = new Date('2026-11-22T12:00:00.000Z')
const subject = { name: 'leftsock', symbol: 'sock', creatorAddress: 'honest', submittedAt }

/** Candidates as the database gives them, the oldest first. */
const inOrder = (candidates: Candidate[]) =>
  candidates.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())

const candidates = (
  creators: fc.Arbitrary<string>,
  weight: fc.Arbitrary<Pick<Candidate, 'creatorScore' | 'isLaunched'>>,
) =>
  fc.array(
    fc
      .tuple(
        fc.record({
          resemblance: fc.constantFrom<Candidate['resemblance']>('picture', 'name', 'similar_name'),
          submissionId: fc.uuid(),
          scoreId: fc.uuid(),
          name: fc.constantFrom('leftsock', 'leftsocks', 'toast'),
          symbol: fc.constantFrom('sock', 'toast'),
          creatorAddress: creators,
          isEnrolled: fc.boolean(),
          createdAt: fc.integer({ min: 0, max: 100 }).map((days) => new Date(submittedAt.getTime() - days * dayMs)),
        }),
        weight,
      )
      .map(([candidate, weighed]) => ({ ...candidate, ...weighed })),
    { maxLength: 12 },
  )

const strangers = fc.constantFrom('one', 'two', 'three')
const weightless = candidates(
  strangers,
  fc.record({ creatorScore: fc.option(fc.integer({ min: 0, max: 49 })), isLaunched: fc.constant(false) }),
)
const any = candidates(
  fc.constantFrom('one', 'two', 'honest'),
  fc.record({ creatorScore: fc.option(fc.integer({ min: 0, max: 100 })), isLaunched: fc.boolean() }),
)

const listGrave = (given: Candidate[]) =>
  selectEarlier(inOrder(given), subject)
    .earlier.filter(({ follows }) => follows !== 'fact')
    .map(({ resemblance, follows }) => `${resemblance} ${follows}`)

test('nothing that strangers without weight do has another consequence than facts', () => {
  fc.assert(fc.property(weightless, (given) => assert.deepEqual(listGrave(given), [])))
})

test('strangers without weight neither add nor take away a consequence of what has weight', () => {
  fc.assert(
    fc.property(any, weightless, (given, added) => assert.deepEqual(listGrave([...given, ...added]), listGrave(given))),
  )
})

test('a creator’s own submission answers everything that came after it', () => {
  fc.assert(
    fc.property(any, (given) => {
      const own = { ...given[0], resemblance: 'picture', creatorAddress: 'honest', createdAt: new Date(0) } as Candidate
      assert.ok(!listGrave([own, ...given]).some((one) => one.startsWith('picture')))
    }),
  )
})

test('at most one of each kind is named, and none by the creator', () => {
  fc.assert(
    fc.property(any, (given) => {
      const { earlier } = selectEarlier(inOrder(given), subject)
      const kinds = earlier.map(({ resemblance }) => resemblance)
      assert.equal(new Set(kinds).size, kinds.length)
      const own = new Set(
        given.filter(({ creatorAddress }) => creatorAddress === 'honest').map(({ scoreId }) => scoreId),
      )
      assert.ok(earlier.every(({ scoreId }) => !own.has(scoreId)))
    }),
  )
})
