import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFacts } from '../../test/fixtures/providers.ts'
import { isDeployerOf } from './gather-facts.ts'

const [wallet, contract, other] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
const toHistory = (...addresses: string[]) => ({
  oldestAt: 0,
  sentCount: 1,
  deployed: addresses.map((address) => ({ address, at: 0, isToken: false })),
  isComplete: true,
})

type Case = [title: string, isDeployer: boolean, reports: Parameters<typeof isDeployerOf>[1], contract?: null]

const cases: Case[] = [
  ['the report names it as the creator', true, { history: null, facts: tokenFacts({ creator: wallet }) }],
  ['the report names it as the owner', true, { history: null, facts: tokenFacts({ owner: wallet }) }],
  ['the chain shows that it deployed the contract', true, { history: toHistory(other, contract), facts: null }],
  ['the report names others', false, { history: null, facts: tokenFacts({ creator: other, owner: null }) }],
  ['the chain shows other contracts', false, { history: toHistory(other), facts: null }],
  ['nobody was asked', false, { history: null, facts: null }],
  ['no contract is named', false, { history: toHistory(contract), facts: tokenFacts({ creator: wallet }) }, null],
]
for (const [title, isDeployer, reports, contractAddress = contract] of cases)
  test(`a wallet ${isDeployer ? 'deployed' : 'is not known to have deployed'} a contract: ${title}`, () =>
    assert.equal(isDeployerOf({ creatorAddress: wallet, contractAddress }, reports), isDeployer))
