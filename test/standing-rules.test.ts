import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type ModelSubmission,
  type ModelWorld,
  type Standing,
  keepRows,
  listStandings,
  toPlace,
} from './world/rankings.ts'
import type { SeededScore } from './world/seed.ts'

// The model's rules. test/rankings.test.ts compares what the database does with them.

const owner = '0xowner'
const token = '0xtoken'

const makeScore = (submissionId: string, at: number, over: Partial<SeededScore> = {}): SeededScore => ({
  id: `${submissionId}-${at}`,
  submissionId,
  aggregateX100: 7000,
  createdAt: new Date(at),
  hasStubs: false,
  major: 1,
  isCurrent: true,
  reportedDeployer: null,
  warnings: [],
  ...over,
})

const makeSubmission = (over: Partial<ModelSubmission> = {}): ModelSubmission => ({
  identity: '0a',
  creator: owner,
  contract: null,
  picture: 'logo',
  signedAt: null,
  network: 'n',
  isHidden: false,
  outcome: null,
  ...over,
})

/** A world of submissions with a score each, by their names; scores have the order of the list as their time. */
function makeWorld(all: Record<string, Partial<ModelSubmission> & { deployer?: string }>): ModelWorld {
  const entries = Object.entries(all)
  const deployer = entries.map(([, one]) => one.deployer).findLast((one) => one !== undefined)
  return {
    submissions: Object.fromEntries(entries.map(([id, one]) => [id, makeSubmission(one)])),
    scores: entries.map(([id, one], at) => makeScore(id, at, { reportedDeployer: one.deployer ?? null })),
    contracts: { deployers: deployer === undefined ? {} : { [token]: deployer }, critical: [] },
  }
}

const namesOf = (standings: Standing[]) => standings.map(({ score }) => score.submissionId).toSorted()

const standing: [title: string, world: Parameters<typeof makeWorld>[0], stand: string[]][] = [
  ['nobody signed: the newest stands', { a: {}, b: { creator: 'b' } }, ['b']],
  ['the signed one stands, not a newer unsigned one', { a: { signedAt: 1 }, b: { creator: 'b' } }, ['a']],
  ['nor an unsigned one that names the same wallet', { a: { signedAt: 1 }, b: {} }, ['a']],
  [
    'another creator’s signed copy is a launch of its own',
    { a: { signedAt: 1 }, b: { creator: 'b', signedAt: 2 } },
    ['a', 'b'],
  ],
  ['of a creator’s signed submissions the newest stands', { a: { signedAt: 1 }, b: { signedAt: 2 } }, ['b']],
  [
    'a copy that was scored later but signed first',
    { b: { creator: 'b', signedAt: 2 }, a: { signedAt: 1 } },
    ['a', 'b'],
  ],
  [
    'the next one stands for a take-down',
    { a: { signedAt: 1, isHidden: true }, b: { creator: 'b', signedAt: 2 } },
    ['b'],
  ],
  [
    'a take-down of all signed ones lets an unsigned one stand',
    { a: { signedAt: 1, isHidden: true }, b: { creator: 'b' } },
    ['b'],
  ],
]
for (const [title, world, stand] of standing)
  test(`standing: ${title}`, () => assert.deepEqual(namesOf(listStandings(makeWorld(world))), stand))

test('standing: the first enrolled creator is the original, and the others are copies', () => {
  const all = listStandings(
    makeWorld({ b: { creator: 'b', signedAt: 2 }, a: { signedAt: 1 }, c: { creator: 'c', signedAt: 3 } }),
  )
  const copies = all.map(({ score, isCopy }) => [score.submissionId, isCopy])
  assert.deepEqual(Object.fromEntries(copies), { a: false, b: true, c: true })
  assert.deepEqual(new Set(all.map((one) => [one.isCopy, toPlace(one)].join())), new Set(['false,0', 'true,1']))
})

const of = (n: number, over: Partial<ModelSubmission> = {}) => ({
  identity: `0${n}`,
  creator: `c${n}`,
  picture: `p${n}`,
  ...over,
})
const named = { contract: token }
const rows: [title: string, world: Parameters<typeof makeWorld>[0], kept: string[]][] = [
  ['one a contract: signed before unsigned', { a: of(1, { ...named, signedAt: 1 }), b: of(2, named) }, ['a']],
  [
    'one a contract: who signed first',
    { b: of(2, { ...named, signedAt: 2 }), a: of(1, { ...named, signedAt: 1 }) },
    ['a'],
  ],
  [
    'one a contract: a score that names the reported deployer before a signature that he contradicts',
    { a: of(1, { ...named, signedAt: 1 }), b: { ...of(2, named), deployer: 'c2' } },
    ['b'],
  ],
  [
    'one a contract: a contradicted signature before a score that names somebody',
    { a: { ...of(1, { ...named, signedAt: 1 }), deployer: 'd' }, b: of(2, named) },
    ['a'],
  ],
  [
    'one a contract: the deployer’s own signature before an earlier one',
    { a: of(1, { ...named, signedAt: 1 }), b: { ...of(2, { ...named, signedAt: 2 }), deployer: 'c2' } },
    ['b'],
  ],
  [
    'one a picture and creator',
    { a: of(1, { signedAt: 1 }), b: of(2, { creator: 'c1', picture: 'p1', signedAt: 2 }) },
    ['b'],
  ],
  [
    'signed launches with one picture by several creators',
    { a: of(1, { signedAt: 1 }), b: of(2, { picture: 'p1', signedAt: 2, network: 'm' }) },
    ['a', 'b'],
  ],
  [
    'three a creator, the last signed',
    Object.fromEntries([1, 2, 3, 4].map((n) => [`s${n}`, of(n, { creator: 'c', signedAt: n })])),
    ['s2', 's3', 's4'],
  ],
  ['one an unsigned creator', { a: of(1, { creator: 'c' }), b: of(2, { creator: 'c' }) }, ['b']],
  [
    'an unsigned score takes no row of the wallet that it names',
    {
      ...Object.fromEntries([1, 2, 3].map((n) => [`s${n}`, of(n, { creator: 'c', signedAt: n })])),
      z: of(4, { creator: 'c' }),
    },
    ['s1', 's2', 's3'],
  ],
  [
    'ten unsigned a picture',
    Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`u${10 + n}`, of(n, { identity: `${10 + n}`, picture: 'p' })]),
    ),
    Array.from({ length: 10 }, (_, n) => `u${12 + n}`),
  ],
  [
    'three signed a picture and network',
    Object.fromEntries([1, 2, 3, 4].map((n) => [`s${n}`, of(n, { picture: 'p', signedAt: n })])),
    ['s1', 's2', 's3'],
  ],
]
for (const [title, world, kept] of rows)
  test(`rows: ${title}`, () => assert.deepEqual(namesOf(keepRows(listStandings(makeWorld(world)))), kept))

/** What a reader sees of the launch `0a`. */
function show(world: ModelWorld) {
  const [row] = keepRows(listStandings(world)).filter(({ launch }) => launch === '0a')
  return row && { score: row.score.id, isCopy: row.isCopy, place: toPlace(row), speaks: row.speaks }
}

/** What strangers can send: any name, picture, contract and wallet, and signatures of wallets of their own. */
const strangers = fc.array(
  fc.record({
    identity: fc.constantFrom('0a', '0b', '0c'),
    creator: fc.constantFrom(owner, 's1', 's2', 's3'),
    contract: fc.constantFrom(null, token, '0xother'),
    picture: fc.constantFrom('logo', 'other'),
    network: fc.constantFrom('n', 'm'),
    isSigned: fc.boolean(),
    reported: fc.boolean(),
  }),
  { maxLength: 25 },
)

test('nothing that strangers send changes what a signed original shows', () => {
  fc.assert(
    fc.property(strangers, fc.constantFrom(null, owner), fc.boolean(), (sent, deployer, hasContract) => {
      const contract = hasContract ? token : null
      const own = { own: { contract, signedAt: 1, ...(deployer && { deployer }) } }
      const theirs = sent.map(({ isSigned, reported, ...submission }, n) => {
        const isOwn = submission.creator === owner
        const signed = { ...submission, signedAt: isSigned && !isOwn ? n + 2 : null }
        // the providers report the same deployer to everybody
        return [
          `t${n}`,
          { ...signed, ...(reported && deployer && submission.contract === token && { deployer }) },
        ] as const
      })
      const before = show(makeWorld(own))
      assert.deepEqual(before?.isCopy, false)
      assert.deepEqual(show(makeWorld({ ...own, ...Object.fromEntries(theirs) })), before)
    }),
    { numRuns: 500 },
  )
})
