import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeployerOf } from './is-deployer-of.ts'

const [wallet, contract, other] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
const toReport = (fields: Record<string, string>) => ({ fields, isPartial: false })
const toHistory = (...addresses: string[]) => ({
  oldestAt: 0,
  sentCount: 1,
  deployed: addresses.map((address) => ({ address, at: 0, isToken: false })),
  isComplete: true,
})

type Case = [title: string, isDeployer: boolean, reports: Parameters<typeof isDeployerOf>[1], contract?: null]

const cases: Case[] = [
  ['the report names it as the creator', true, { history: null, report: toReport({ creator_address: wallet }) }],
  ['in another case', true, { history: null, report: toReport({ creator_address: `0x${'A'.repeat(40)}` }) }],
  ['the report names it as the owner', true, { history: null, report: toReport({ owner_address: wallet }) }],
  ['the chain shows that it deployed the contract', true, { history: toHistory(other, contract), report: null }],
  [
    'the report names others',
    false,
    { history: null, report: toReport({ creator_address: other, owner_address: '' }) },
  ],
  ['the chain shows other contracts', false, { history: toHistory(other), report: null }],
  ['nobody was asked', false, { history: null, report: null }],
  [
    'no contract is named',
    false,
    { history: toHistory(contract), report: toReport({ creator_address: wallet }) },
    null,
  ],
]
for (const [title, isDeployer, reports, contractAddress = contract] of cases)
  test(`a wallet ${isDeployer ? 'deployed' : 'is not known to have deployed'} a contract: ${title}`, () =>
    assert.equal(isDeployerOf({ creatorAddress: wallet, contractAddress }, reports), isDeployer))
