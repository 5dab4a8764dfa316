import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFacts } from '../../test/fixtures/providers.ts'
import { findOtherDeployer } from './gather-facts.ts'

const creatorAddress = `0x${'a'.repeat(40)}`
const other = `0x${'b'.repeat(40)}`
const contractAddress = `0x${'c'.repeat(40)}`
const deployed = (address: string) => ({
  oldestAt: 1,
  sentCount: 1,
  deployed: [{ address, at: 1, isToken: true }],
  isComplete: true,
})

type Reports = Parameters<typeof findOtherDeployer>[1]
const cases: [name: string, reports: Reports, deployer: string | null][] = [
  ['no facts', { history: null, facts: null }, null],
  ['no deployer reported', { history: null, facts: tokenFacts({}) }, null],
  ['the creator', { history: null, facts: tokenFacts({ creator: creatorAddress }) }, null],
  ['another wallet', { history: null, facts: tokenFacts({ creator: other }) }, other],
  [
    'another wallet, which handed the creator the ownership',
    { history: null, facts: tokenFacts({ creator: other, owner: creatorAddress }) },
    other,
  ],
  [
    'another wallet, but the chain shows the creator’s deployment',
    { history: deployed(contractAddress), facts: tokenFacts({ creator: other }) },
    null,
  ],
  [
    'another wallet, and the creator deployed something else',
    { history: deployed(other), facts: tokenFacts({ creator: other }) },
    other,
  ],
]

for (const [name, reports, deployer] of cases)
  test(`${name}: ${deployer ?? 'none'}`, () =>
    assert.equal(findOtherDeployer({ creatorAddress, contractAddress }, reports), deployer))
