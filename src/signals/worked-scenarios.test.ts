import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startGoplus } from '../../dev/stand-ins/goplus.ts'
import { startTxlist } from '../../dev/stand-ins/txlist.ts'
import type { TxRow } from '../../dev/stand-ins/wallet-rows.ts'
import { frozenClock, guardFor, providerBody } from '../../test/fixtures/providers.ts'
import { makeDeps, oneChain } from '../../test/world/deps.ts'
import { UpstreamError } from '../platform/errors.ts'
import { createCreatorData } from '../providers/creator-data/creator-data-txlist.ts'
import { createGoplusRisk, goplusLegacy } from '../providers/token-risk/token-risk-goplus.ts'
import { type Facts, toLegacyFacts } from './facts.ts'
import { gatherFacts } from './gather-facts.ts'
import { scoreCreator } from './rules/creator-1.1.0.ts'
import { scoreRisk } from './rules/risk-1.0.0.ts'
import type { Measured } from './schemas.ts'

interface Scenario {
  scenario: string
  configured: string[]
  inputs: {
    creatorAddress: string
    txlist: string | null
    txlistFirst?: string | null
    pageSize?: number
    addressSecurity: string | null
    priorTokenSecurity?: string
    tokenSecurity?: string
    contractAddress?: string
  }
  facts?: Record<string, unknown>
  creator?: Record<string, unknown>
  risk?: Record<string, unknown>
  request?: { provider: string; class: string }
}

const { scenarios } = providerBody('expected') as { scenarios: Scenario[] }

for (const scenario of scenarios.filter(({ request }) => !request)) {
  test(`facts and scores are as worked out for: ${scenario.scenario}`, async (t) => {
    const facts = atRuleLevel(scenario, await gather(t, scenario))
    matches(flat(facts), scenario.facts)
    matches(toOutcome(scoreCreator({ ...facts, otherDeployer: null, isSigned: true })), scenario.creator)
    matches(toOutcome(scoreRisk(facts)), scenario.risk)
  })
}

for (const { request, ...scenario } of scenarios.filter(({ request }) => request)) {
  test(`a configured provider that fails leaves no facts: ${scenario.scenario}`, async (t) => {
    await assert.rejects(gather(t, scenario), (error) => {
      assert.ok(error instanceof UpstreamError)
      assert.deepEqual([error.provider, error.fault], [request?.provider, request?.class])
      return true
    })
  })
}

/** All that the scenario tells is so; what it doesn't tell may be there. */
function matches(actual: object, told: Record<string, unknown> = {}): void {
  const names = Object.keys(told)
  assert.notEqual(names.length, 0)
  assert.deepEqual(Object.fromEntries(Object.entries(actual).filter(([name]) => names.includes(name))), told)
}

/** In a request the oldest transaction is always known: only the rules can be shown a wallet without. */
function atRuleLevel({ inputs }: Scenario, facts: Facts): Facts {
  return inputs.txlistFirst === null && facts.wallet
    ? { ...facts, wallet: { ...facts.wallet, walletAgeDays: null } }
    : facts
}

async function gather(t: TestContext, { inputs, configured }: Scenario): Promise<Facts> {
  const creatorData = configured.includes('creator') ? await toCreatorData(t, inputs) : null
  const tokenRisk = configured.includes('risk') ? await toTokenRisk(t, inputs) : null
  const deps = makeDeps({ ...oneChain({ creatorData, tokenRisk }), clock: frozenClock })
  const { creatorAddress, contractAddress = null } = inputs
  const submission = { name: 'Left Sock', symbol: 'SOCK', creatorAddress, contractAddress }
  return toLegacyFacts(await gatherFacts(deps, submission, t.signal), goplusLegacy)
}

async function toCreatorData(t: TestContext, { txlist, txlistFirst, creatorAddress, pageSize }: Scenario['inputs']) {
  const bodies = [txlist, txlistFirst].map((name) => (name ? providerBody(name) : {}) as { result?: unknown })
  const rows = bodies.flatMap(({ result }) => (Array.isArray(result) ? (result as TxRow[]) : []))
  const server = await startTxlist({
    wallets: { [creatorAddress]: rows },
    flavour: txlist?.startsWith('blockscout') ? 'blockscout' : 'etherscan',
    findFault: () => (txlist?.includes('rate-limited') ? { body: bodies[0] } : undefined),
  })
  t.after(server.close)
  const { url } = server
  const guard = guardFor('creator')
  const options = { url, key: null, chainParam: 'chainid', chainId: 1, timeoutMs: 20_000, guard, clock: frozenClock }
  return createCreatorData(pageSize === undefined ? options : { ...options, pageSize })
}

async function toTokenRisk(t: TestContext, { creatorAddress, ...inputs }: Scenario['inputs']) {
  const { result } = providerBody(inputs.addressSecurity ?? '') as { result?: Record<string, string> }
  const tokens = [inputs.priorTokenSecurity, inputs.tokenSecurity].flatMap((name) => (name ? [providerBody(name)] : []))
  const server = await startGoplus({
    addresses: result ? { [creatorAddress]: result } : {},
    tokens: Object.assign({}, ...tokens.map((body) => (body as { result: object }).result)) as Record<string, object>,
    findFault: () => (result ? undefined : 'rate limit'),
  })
  t.after(server.close)
  const { url } = server
  return createGoplusRisk({
    url,
    key: null,
    chainId: 1,
    timeoutMs: 20_000,
    guard: guardFor('risk'),
    clock: frozenClock,
  })
}

/** Without lists nobody knows anything of the deployer's record. */
const noLists = {
  priorHoneypots: null,
  maliciousContracts: null,
  ruggedTokens: null,
  honeypotRelated: null,
  addressFlags: null,
  evidenceState: null,
  evidenceClean: false,
  evidence: null,
}

const flat = ({ wallet, lists }: Facts) => ({ ...wallet, ...(lists ?? noLists) })

const toOutcome = ({ reading, evidence }: Measured) => ({
  ...(evidence as object | null),
  score: reading.score,
  stub: reading.stub,
})
