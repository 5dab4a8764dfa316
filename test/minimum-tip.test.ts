import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { type Hex, numberToHex, parseTransaction } from 'viem'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { inspectAttester } from '../src/attestation/inspect-attester.ts'
import { register, startAttestingApp } from './world/attesting.ts'
import { until, handClock } from './world/waiting.ts'
import { ask } from './world/app.ts'
import { reportedCase } from './fixtures/providers.ts'
import { seedScore } from './world/seed.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const never = new AbortController().signal
const gwei = 10n ** 9n

/** A node whose pool takes no transaction below a tip, and what it suggests. */
interface Picky {
  minTip: bigint
  suggestion: bigint
  /** Words with which it refuses one below. */
  refuse: (tip: bigint, minTip: bigint) => object
  /** The answer to `eth_maxPriorityFeePerGas`, where it isn't the suggestion. */
  onTip?: object
  hidesReceipts?: boolean
}

const asGeth = (tip: bigint, minTip: bigint) => ({
  code: -32000,
  message: `transaction underpriced: gas tip cap ${tip}, minimum needed ${minTip}`,
})
const withoutFigure = () => ({ code: -32000, message: 'transaction underpriced' })

interface Call {
  id: number
  method: string
  params: [Hex]
}

/** Passes calls on to the chain, as such a node would answer them. */
async function startPicky(t: TestContext, target: string, node: Picky): Promise<string> {
  const answer = async (body: string): Promise<string> => {
    const { id, method, params } = JSON.parse(body) as Call // only our own client calls
    const respond = (more: object) => JSON.stringify({ jsonrpc: '2.0', id, ...more })
    if (method === 'eth_maxPriorityFeePerGas') return respond(node.onTip ?? { result: numberToHex(node.suggestion) })
    if (method === 'eth_getTransactionReceipt' && node.hidesReceipts) return respond({ result: null })
    if (method === 'eth_sendRawTransaction') {
      const { maxPriorityFeePerGas: tip = 0n } = parseTransaction(params[0])
      if (tip < node.minTip) return respond({ error: node.refuse(tip, node.minTip) })
    }
    const response = await fetch(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return response.text()
  }
  const server = createServer((request, response) => {
    text(request)
      .then(answer)
      .then((body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
}

async function start(t: TestContext, node: Picky, environment: Record<string, string> = {}) {
  const clock = handClock(new Date().toISOString())
  const proxy = (target: string) => startPicky(t, target, node)
  const started = await startAttestingApp(t, { proxy, clock, environment, publishWaitMs: 1500 })
  const { minTip } = node
  node.minTip = 0n
  await register(started)
  node.minTip = minTip
  const scoreId = await seedScore(started.deps, { creatorAddress })
  const later = async (ms: number) => {
    clock.move(ms)
    await started.advance()
  }
  /** A round may end before its transaction is in a block. */
  const untilPublished = (id: string) =>
    until(async () => {
      await later(0)
      return (await started.attestation(id)).status === 200
    })
  const tips = async () => {
    const rows = await started.deps.db
      .selectFrom('attestation_transactions')
      .select('tip')
      .where('nonce', '=', '1')
      .orderBy('signed_at')
      .execute()
    return rows.map(({ tip }) => BigInt(tip))
  }
  const toState = async () => (await ask(started.app, { url: '/ready' })).body.checks.attester.state
  return { ...started, clock, scoreId, later, untilPublished, tips, toState }
}

test('POST publish: the tip that a refusal states is used at once', { skip }, async (t) => {
  const reported = reportedCase('04-underpriced-minimum-tip')
  const { message } = (reported['eth_sendRawTransaction'] as { error: { message: string } }).error
  const node = { minTip: 3n * gwei, suggestion: gwei, refuse: () => ({ code: -32000, message }) }
  const { publish, scoreId, tips, untilPublished } = await start(t, node)
  await publish(scoreId)
  await untilPublished(scoreId)
  assert.deepEqual(await tips(), [gwei, 3n * gwei])
})

test('POST publish: a minimum that is known is used by the next transaction', { skip }, async (t) => {
  const node: Picky = { minTip: 3n * gwei, suggestion: gwei, refuse: asGeth }
  const { deps, publish, scoreId, later, untilPublished } = await start(t, node)
  await publish(scoreId)
  await later(0)
  await later(0)
  const next = await seedScore(deps, { creatorAddress })
  await publish(next)
  await untilPublished(next)
  const rows = await deps.db.selectFrom('attestation_transactions').select('tip').where('nonce', '=', '2').execute()
  assert.deepEqual(
    rows.map(({ tip }) => tip),
    [String(3n * gwei)],
  )
})

test('a transaction below the pool’s minimum is told as stuck, and follows the market', { skip }, async (t) => {
  const node: Picky = { minTip: 4n * gwei, suggestion: gwei, refuse: withoutFigure }
  const { deps, app, publish, scoreId, later, tips, toState, logged, untilPublished } = await start(t, node)
  assert.equal((await publish(scoreId)).status, 202)
  assert.equal(await toState(), 'ok')
  for (let round = 0; round < 13; round++) await later(61_000)
  assert.equal((await tips()).length, 10)
  await inspectAttester(deps, never)
  assert.equal(await toState(), 'stuck')
  assert.equal((await ask(app, { url: '/ready' })).status, 200)
  assert.match(logged(), /a transaction of the attester is stuck/)
  const behind = await seedScore(deps, { creatorAddress })
  const pending = await publish(behind)
  assert.equal(pending.status, 202)
  assert.match(pending.body.notice, /later ones wait behind it/)
  node.suggestion = 5n * gwei
  await later(61_000)
  await untilPublished(scoreId)
  await later(61_000)
  await untilPublished(behind)
  assert.equal(await toState(), 'ok')
})

test('a transaction that was included while the process slept is not told as stuck', { skip }, async (t) => {
  const node: Picky = { minTip: 0n, suggestion: gwei, refuse: withoutFigure }
  const { deps, publish, scoreId, clock, logged, untilPublished } = await start(t, node)
  node.hidesReceipts = true
  assert.equal((await publish(scoreId)).status, 202)
  node.hidesReceipts = false
  clock.move(3_600_000)
  await inspectAttester(deps, never)
  await untilPublished(scoreId)
  assert.doesNotMatch(logged(), /is stuck/)
})

test('CHAIN_MIN_TIP: no transaction is signed below it', { skip }, async (t) => {
  const node: Picky = { minTip: 3n * gwei, suggestion: gwei, refuse: withoutFigure }
  const { publish, scoreId, tips, untilPublished } = await start(t, node, { CHAIN_MIN_TIP: '3gwei' })
  await publish(scoreId)
  await untilPublished(scoreId)
  assert.deepEqual(await tips(), [3n * gwei])
})

test('POST publish: a node that doesn’t suggest tips is asked for its gas price', { skip }, async (t) => {
  const [onTip = {}] = reportedCase('10-unsupported-priority-fee')['eth_maxPriorityFeePerGas'] as object[]
  for (const error of [
    onTip,
    { error: { code: -32603, message: 'unsupported' } },
    { error: { code: 1, message: '' } },
  ]) {
    const node: Picky = { minTip: 0n, suggestion: gwei, refuse: withoutFigure, onTip: error }
    const { publish, scoreId, untilPublished } = await start(t, node)
    await publish(scoreId)
    await untilPublished(scoreId)
  }
})
