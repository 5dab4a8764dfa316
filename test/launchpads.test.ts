import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import { startJsonServer } from '../dev/stand-ins/json-server.ts'
import { runCommand } from '../src/main/commands.ts'
import { ConfigError } from '../src/platform/env.ts'
import { findCreation, findGraduation } from '../src/providers/launchpads/find-creation.ts'
import {
  type Launchpad,
  listLaunchpads,
  openLaunchpadFiles,
  type Place,
} from '../src/providers/launchpads/launchpads.ts'
import { isSameName } from '../src/tokens/rules/fold-name.ts'
import { startApp } from './world/app.ts'
import { closeAfter } from './world/waiting.ts'

const files = openLaunchpadFiles(null)
const all = files.flatMap(({ chainId, launchpads }) => launchpads.map((launchpad) => ({ chainId, launchpad })))
const toWord = (address: string) => address.slice(2).padStart(64, '0')
const token = `0x${'7'.repeat(40)}`
const creator = `0x${'c'.repeat(40)}`

/** A log with these addresses at these places; a tuple begins behind the words. */
function toLog(address: string, topic0: string, places: [Place, string][]) {
  const topics = [topic0, `0x${toWord('0x01')}`, `0x${toWord('0x02')}`, `0x${toWord('0x03')}`]
  const words = Array.from({ length: 32 }, () => toWord('0x00'))
  for (const [place, value] of places) {
    if ('topic' in place) topics[place.topic] = `0x${toWord(value)}`
    if ('word' in place) words[place.word] = toWord(value)
    if (!('tuple' in place)) continue
    words[place.tuple.word] = (16 * 32).toString(16).padStart(64, '0')
    words[16 + place.tuple.field] = toWord(value)
  }
  return { address, topics, data: `0x${words.join('')}` }
}

/** A creation by the launchpad's event at each of its factories. */
const listCreations = ({ contracts, events }: Launchpad) =>
  contracts
    .filter(({ role }) => role === 'factory')
    .flatMap(({ address }) =>
      events.map((event) => {
        const named = typeof event.creator === 'object' && !('getter' in event.creator) ? event.creator : null
        const places: [Place, string][] = [
          [event.token, token],
          ...(named ? [[named, creator] as [Place, string]] : []),
        ]
        return { event, log: toLog(address, event.topic0, places) }
      }),
    )

test('the event of each launchpad is recognised at each of its factories, with token and creator', () => {
  for (const { chainId, launchpad } of all)
    for (const { event, log } of listCreations(launchpad)) {
      const found = findCreation(log, listLaunchpads(files, chainId))
      assert.deepEqual([found?.launchpad.id, found?.token], [launchpad.id, token])
      if (typeof event.creator === 'object' && !('getter' in event.creator))
        assert.deepEqual(found?.creator, { address: creator }, launchpad.id)
    }
})

test('a launchpad or a relay that an event names is not the creator', () => {
  for (const { chainId, launchpad } of all)
    for (const { event, log } of listCreations(launchpad))
      for (const { address } of launchpad.contracts) {
        const text = JSON.stringify(log).replaceAll(creator.slice(2), address.slice(2))
        const found = findCreation(JSON.parse(text) as typeof log, listLaunchpads(files, chainId))
        if (typeof event.creator === 'object' && !('getter' in event.creator)) assert.equal(found?.creator, 'sender')
      }
})

test('a graduation has a successor only if that is another token', () => {
  const virtuals = listLaunchpads(files, 8453).find(({ id }) => id === 'virtuals-v5')
  assert.ok(virtuals)
  const [graduation] = virtuals.graduations
  assert.ok(graduation?.successor)
  const find = (successor: string) =>
    findGraduation(
      toLog(virtuals.contracts[0]?.address ?? '', graduation.topic0, [
        [graduation.token, token],
        [graduation.successor ?? { word: 0 }, successor],
      ]),
      [virtuals],
    )
  assert.equal(find(creator)?.successor, creator)
  assert.equal(find(token)?.successor, null)
  assert.equal(find(`0x${'0'.repeat(40)}`)?.successor, null)
})

const hex = (length: number) =>
  fc.uint8Array({ minLength: length / 2, maxLength: length / 2 }).map((bytes) => Buffer.from(bytes).toString('hex'))

test('no log breaks the reading of launchpads', () => {
  const log = fc.record({
    address: fc.constantFrom(...all.flatMap(({ launchpad }) => launchpad.contracts.map(({ address }) => address))),
    topics: fc
      .tuple(
        fc.constantFrom(...all.flatMap(({ launchpad }) => launchpad.events.map(({ topic0 }) => topic0))),
        fc.array(
          hex(64).map((word) => `0x${word}`),
          { maxLength: 3 },
        ),
      )
      .map(([first, rest]) => [first, ...rest]),
    data: fc
      .array(
        fc.oneof(
          hex(64),
          fc.nat(2048).map((offset) => offset.toString(16).padStart(64, '0')),
        ),
        { maxLength: 20 },
      )
      .map((words) => `0x${words.join('')}`),
  })
  fc.assert(
    fc.property(log, (log) => {
      const found = findCreation(
        log,
        all.map(({ launchpad }) => launchpad),
      )
      if (found) assert.match(found.token, /^0x(?!0{40})[0-9a-f]{40}$/)
    }),
  )
})

test('names are compared without what the launchpad puts around them', () => {
  const affix = { prefix: 'fun ', suffix: ' by Virtuals' }
  const frog = { name: 'Frog', symbol: 'FROG' }
  for (const name of ['Frog', 'fun Frog', 'Frog by Virtuals', 'fun Frog by Virtuals'])
    assert.ok(isSameName(frog, { name, symbol: 'frog' }, affix), name)
  assert.ok(!isSameName(frog, { name: 'Frog by Virtuals', symbol: 'frog' }))
  assert.ok(!isSameName(frog, { name: ' by Virtuals', symbol: 'frog' }, affix))
})

const folderWith = (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'launchpads-'))
  writeFileSync(join(folder, 'own.json'), text)
  return folder
}
const base = readFileSync(join(import.meta.dirname, '../launchpads/base.json'), 'utf8')

test('a fault in LAUNCHPADS_DIR is named with its file and field', () => {
  const cases: [string, RegExp][] = [
    [join(tmpdir(), 'no-such-folder'), /LAUNCHPADS_DIR: .*no-such-folder/],
    [folderWith('{'), /own\.json is no JSON/],
    [folderWith('{}'), /own\.json/],
    [folderWith(base.replace('"topic0": "0xcd', '"topic0": "0xzz')), /own\.json: \/launchpads\/0\/events\/0\/topic0/],
    [folderWith(base.replace('"id": "clanker-v1"', '"id": "clanker-v0"')), /clanker-v0 of chain 8453/],
  ]
  for (const [folder, message] of cases)
    assert.throws(
      () => openLaunchpadFiles(folder),
      (error) => error instanceof ConfigError && message.test(error.message),
      folder,
    )
})

test('a launchpad of LAUNCHPADS_DIR replaces the built-in one with its id', () => {
  const own = JSON.parse(base) as { launchpads: { id: string; name: string }[] }
  own.launchpads = own.launchpads.filter(({ id }) => id === 'clanker-v5').map((one) => ({ ...one, name: 'Mine' }))
  const found = listLaunchpads(openLaunchpadFiles(folderWith(JSON.stringify(own))), 8453)
  assert.deepEqual(
    found.filter(({ id }) => id === 'clanker-v5').map(({ name }) => name),
    ['Mine'],
  )
  assert.equal(found.length, listLaunchpads(files, 8453).length)
})

const head = 5_000_000
const bonding = '0x1a540088125d00dd3990f9da45ca0859af4d3b01'

/** A node of Base with 200 ms a block, which gives out 500 blocks at a time. */
async function startNode(t: TestContext, tokenInfo: string | null) {
  const creations = new Map(
    listLaunchpads(files, 8453)
      .filter(({ id }) => id === 'clanker-v4' || id === 'virtuals-v5')
      .flatMap((launchpad) => listCreations(launchpad).map(({ log }) => [log.address, log] as const)),
  )
  const answer = (method: string, params: unknown[]): object => {
    if (method === 'eth_chainId') return { result: '0x2105' }
    if (method === 'eth_blockNumber') return { result: `0x${head.toString(16)}` }
    if (method === 'eth_getCode') return { result: '0x6001' }
    if (method === 'eth_getBlockByNumber')
      return { result: { timestamp: `0x${(1_764_000_000 + Math.floor(Number(params[0]) / 5)).toString(16)}` } }
    if (method === 'eth_getLogs') {
      const [{ fromBlock, toBlock, address }] = params as [{ fromBlock: string; toBlock: string; address: string[] }]
      if (Number(toBlock) - Number(fromBlock) >= 500)
        return { error: { code: -32600, message: 'You can make eth_getLogs requests with up to a 500 block range.' } }
      const block = head - 700
      const isThere = Number(fromBlock) <= block && block <= Number(toBlock)
      const found = isThere ? address.flatMap((one) => creations.get(one) ?? []) : []
      const place = { blockNumber: `0x${block.toString(16)}`, transactionHash: `0x${'f'.repeat(64)}` }
      return { result: found.map((log) => ({ ...log, ...place })) }
    }
    const [{ to }] = params as [{ to: string }]
    if (to === bonding)
      return tokenInfo === null ? { error: { code: 3, message: 'execution reverted' } } : { result: tokenInfo }
    return { result: `0x${toWord('0x20')}${toWord('0x00')}` }
  }
  const server = await startJsonServer({
    path: '',
    respond: (asked) => {
      const { id, method, params } = JSON.parse(asked.body) as { id: number; method: string; params: unknown[] }
      return { body: { jsonrpc: '2.0', id, ...answer(method, params) } }
    },
  })
  closeAfter(t, server.close)
  return server.url
}

test('launchpads check tells which launchpads answer as described', async (t) => {
  const { deps } = await startApp(t, { environment: { CHAIN_RPC_URL: await startNode(t, `0x${toWord(creator)}`) } })
  const good = await runCommand(deps, ['launchpads', 'check', '--json'])
  assert.deepEqual([good.status, good.stderr], [0, ''])
  const { launchpads } = JSON.parse(good.stdout) as { launchpads: { launchpad: string; status: string }[] }
  const statusOf = (id: string) => launchpads.find(({ launchpad }) => launchpad === id)?.status
  assert.deepEqual([statusOf('clanker-v4'), statusOf('virtuals-v5'), statusOf('streme')], ['ok', 'ok', 'nothing found'])
  assert.equal((await runCommand(deps, ['launchpads', 'check', '--chain', '56'])).status, 2)
})

test('launchpads check ends with 1 where a function does not answer', async (t) => {
  const { deps } = await startApp(t, { environment: { CHAIN_RPC_URL: await startNode(t, null) } })
  const { status, stdout, stderr } = await runCommand(deps, ['launchpads', 'check', '--chain', '8453'])
  assert.equal(status, 1)
  assert.match(stdout, /8453 +virtuals-v5 +does not answer as described +tokenInfo\(\) names no creator/)
  assert.match(stdout, /8453 +clanker-v4 +ok/)
  assert.match(stderr, /^1 of \d+ launchpads do not answer as described$/m)
})
