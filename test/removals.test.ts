import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startJsonServer } from '../dev/stand-ins/json-server.ts'
import { closeAfter } from './close-after.ts'
import { hourMs, poolOf, seedWatches, start, startObserving, toToken } from './observing.ts'

const pool = `0x9a14${'0'.repeat(36)}`
const burn = '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496'
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const ofWallet = `0xa11ce${'1'.padStart(35, '0')}`
const stranger = `0xb0b${'2'.padStart(37, '0')}`

for (const [sender, by] of [
  [ofWallet, 'insider'],
  [stranger, 'other'],
] as const)
  test(`liquidity that ${sender === ofWallet ? 'the launch’s wallet' : 'anyone else'} took out is told as ${by}`, async (t) => {
    // 6.5 of 6.667 WETH; the quote's address is the lower one, so its amount comes first.
    const log = {
      address: pool,
      topics: [burn],
      data: `0x${word(65n * 10n ** 17n)}${word(10n ** 24n)}`,
      blockNumber: '0x200',
      transactionHash: `0x${'5'.repeat(64)}`,
    }
    const receipt = { ...log, status: '0x1', from: sender, contractAddress: null, logs: [] }
    const answers: Record<string, unknown> = {
      eth_chainId: '0x2105',
      eth_blockNumber: '0x300',
      eth_getLogs: [log],
      eth_getTransactionReceipt: receipt,
    }
    const respond = (asked: { body: string }) => {
      const { id, method, params } = JSON.parse(asked.body)
      const ofCall = params[0]?.data === '0x313ce567' ? `0x${word(18n)}` : `0x${word(10n ** 17n)}`
      return { body: { jsonrpc: '2.0', id, result: method === 'eth_call' ? ofCall : answers[method] } }
    }
    const node = await startJsonServer({ path: '', respond })
    closeAfter(t, node.close)
    const world = await startObserving(t, { CHAIN_RPC_URL: node.url })
    await seedWatches(world.deps.db, 1)
    world.tokens[toToken(1)] = [poolOf(20_000)]
    await world.look()
    world.setTime(new Date(start.getTime() + 2 * hourMs))
    world.tokens[toToken(1)] = [poolOf(300)]
    await world.look()
    const rows = await world.deps.db.selectFrom('observations').selectAll().orderBy('seen_at').execute()
    assert.deepEqual(
      rows.map(({ removal_share, removal_by, removal_tx, chain_depth }) => [
        removal_share,
        removal_by,
        removal_tx,
        chain_depth,
      ]),
      [
        [null, null, null, null],
        ['0.975', by, `0x${'5'.repeat(64)}`, '300'],
      ],
    )
  })
