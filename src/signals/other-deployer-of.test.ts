import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOtherDeployer } from './other-deployer-of.ts'

const creatorAddress = `0x${'a'.repeat(40)}`
const other = `0x${'b'.repeat(40)}`
const contractAddress = `0x${'c'.repeat(40)}`
const report = (fields: Record<string, string>) => ({ fields, isPartial: false })
const deployed = (address: string) => ({
  oldestAt: 1,
  sentCount: 1,
  deployed: [{ address, at: 1, isToken: true }],
  isComplete: true,
})

type Reports = Parameters<typeof findOtherDeployer>[1]
const cases: [name: string, reports: Reports, deployer: string | null][] = [
  ['no report', { history: null, report: null }, null],
  ['no deployer in the report', { history: null, report: report({}) }, null],
  ['the zero address', { history: null, report: report({ creator_address: `0x${'0'.repeat(40)}` }) }, null],
  ['the creator, in another case', { history: null, report: report({ creator_address: `0x${'A'.repeat(40)}` }) }, null],
  ['another wallet', { history: null, report: report({ creator_address: other }) }, other],
  [
    'another wallet, which handed the creator the ownership',
    { history: null, report: report({ creator_address: other, owner_address: creatorAddress }) },
    other,
  ],
  [
    'another wallet, but the chain shows the creator’s deployment',
    { history: deployed(contractAddress), report: report({ creator_address: other }) },
    null,
  ],
  [
    'another wallet, and the creator deployed something else',
    { history: deployed(other), report: report({ creator_address: other }) },
    other,
  ],
]

for (const [name, reports, deployer] of cases)
  test(`${name}: ${deployer ?? 'none'}`, () =>
    assert.equal(findOtherDeployer({ creatorAddress, contractAddress }, reports), deployer))
