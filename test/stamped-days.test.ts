import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { richKeys } from '../dev/stand-ins/eas.ts'
import { runCommand } from '../src/main/commands.ts'
import { encodeTimestamp } from '../src/providers/chain/eas.ts'
import { firstDigest, chainDigest, createFileDigest } from '../src/record/rules/day-file.ts'
import { foldSealedDays } from '../src/record/fold-track-record.ts'
import { finalAfterFour, startAttestingApp } from './world/attesting.ts'
import { ask } from './world/app.ts'

const options = { skip: !hasAnvil() && 'there is no anvil for this platform' }
const toBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
const stranger = privateKeyToAccount(richKeys.deployer)
const never = new AbortController().signal

test('each sealed day is stamped on the chain once, and verify reads the stamp there', options, async (t) => {
  const environment = { MARKET_DATA_URL: 'http://127.0.0.1:9', MARKET_DATA_CHAIN: 'local' }
  const { app, deps, advance, chain, contract } = await startAttestingApp(t, { environment })
  // A day before attesting was on.
  const [fileDigest, digest] = [createFileDigest().digest(), chainDigest(firstDigest, createFileDigest().digest())]
  await sql`insert into record_days (day, lines, bytes, file_digest, digest, sealed_at)
    select (now() at time zone 'utc')::date - 4, 0, 0, ${toBytes(fileDigest)}, ${toBytes(digest)}, now()`.execute(
    deps.db,
  )
  await foldSealedDays(deps, never)
  await foldSealedDays(deps, never)
  const { body: before } = await ask(app, { url: '/api/v1/track-record/days' })
  assert.ok(before.days.length >= 3)
  assert.ok((before.days as { stampTx: string | null }[]).every(({ stampTx }) => stampTx === null))

  for (let round = 0; round < 4; round += 1) {
    await advance()
    await chain.mine({ blocks: 1 })
  }
  await advance()
  const { body } = await ask(app, { url: '/api/v1/track-record/days' })
  const [first, ...days] = body.days as { day: string; digest: string; stampTx: string }[]
  for (const { stampTx } of days) assert.match(stampTx, /^0x[0-9a-f]{64}$/)
  const logs = await chain.getLogs({ address: contract, fromBlock: 0n })
  const stamped = logs.filter(({ topics }) => days.some(({ digest }) => topics[1] === digest))
  assert.equal(stamped.length, days.length)

  const last = days.at(-1)
  const { body: record } = await ask(app, { url: '/api/v1/track-record' })
  assert.deepEqual(record.sealed, { day: last?.day, digest: last?.digest, stampTx: last?.stampTx })

  const verify = async (day = '') => runCommand(deps, ['outcome', 'verify', day, '--json'])
  const good = await verify(last?.day)
  assert.deepEqual([good.status, good.stderr], [0, ''])
  const { stampTx, stampedAt } = JSON.parse(good.stdout) as { stampTx: string; stampedAt: string }
  assert.equal(stampTx, last?.stampTx)
  assert.ok(Math.abs(Date.parse(stampedAt) - Date.now()) < 3_600_000)
  assert.equal((await verify(first?.day)).status, 0)
  // A stamp that the chain doesn't have.
  await sql`insert into attestation_jobs (id, kind, subject, state, next_attempt_at, chain_id, signer, nonce, tx_hash, queued_at)
    values (gen_random_uuid(), 'stamp', ${digest}, 'final', now(), 1, '0x01', 1, '0x02', now())`.execute(deps.db)
  const missing = await verify(first?.day)
  assert.equal(missing.status, 1)
  assert.match(missing.stdout, /the chain has no stamp of 0x/)
})

/** A sealed day whose digest waits for its stamp. */
async function sealDay(t: TestContext, chain: string[] = []) {
  // at noon, when the day before has been sealed
  let now = new Date(Math.floor(Date.now() / 86_400_000 - 2) * 86_400_000 + 43_200_000)
  const environment = { MARKET_DATA_URL: 'http://127.0.0.1:9', MARKET_DATA_CHAIN: 'local', CHAIN_CONFIRMATIONS: '1' }
  const clock = { now: () => now }
  const world = await startAttestingApp(t, { environment, clock, chain: [...finalAfterFour, ...chain] })
  await foldSealedDays(world.deps, never)
  now = new Date(now.getTime() + 86_400_000)
  await foldSealedDays(world.deps, never)
  const readDay = async () => {
    const { body } = await ask(world.app, { url: '/api/v1/track-record/days' })
    return (body as { days: { day: string; digest: Hex; stampTx: Hex | null }[] }).days[0]
  }
  const day = await readDay()
  assert.ok(day)
  /** A publishing round some time later, with a block for what it sent. */
  const round = async () => {
    await world.advance()
    await world.chain.mine({ blocks: 1 })
    now = new Date(now.getTime() + 60_000)
  }
  return { ...world, day, readDay, round }
}

test('a day that a stranger stamped first names that transaction once it is final', options, async (t) => {
  const { chain, contract, attester, deps, day, readDay, round } = await sealDay(t)
  await chain.mine({ blocks: 20 })
  const theirs = await chain.sendTransaction({ account: stranger, to: contract, data: encodeTimestamp(day.digest) })
  await chain.mine({ blocks: 1 })
  await round()
  assert.equal((await readDay())?.stampTx, null)
  for (let n = 0; n < 4; n += 1) await round()
  assert.equal((await readDay())?.stampTx, theirs)
  const verified = await runCommand(deps, ['outcome', 'verify', day.day, '--json'])
  assert.equal(verified.status, 0, verified.stderr)
  assert.equal((JSON.parse(verified.stdout) as { stampTx: string }).stampTx, theirs)
  const logs = await chain.getLogs({ address: contract, fromBlock: 0n })
  assert.equal(logs.filter(({ topics }) => topics[1] === day.digest).length, 1)
  assert.ok((await chain.getTransactionCount({ address: attester })) <= 1) // the schema's registration
})

test('if a stranger’s stamp comes first in the block, the day names its transaction', options, async (t) => {
  const { chain, contract, deps, day, readDay, round, advance } = await sealDay(t)
  await chain.setAutomine(false)
  await advance()
  const { rows } = await sql<{ nonce: string | null }>`
    select nonce from attestation_jobs where kind = 'stamp'`.execute(deps.db)
  assert.notEqual(rows[0]?.nonce, null)
  const fees = { account: stranger, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 12n }
  const theirs = await chain.sendTransaction({
    to: contract,
    data: encodeTimestamp(day.digest),
    gas: 100_000n,
    ...fees,
  })
  await chain.mine({ blocks: 1 })
  for (let n = 0; n < 10; n += 1) await round()
  assert.equal((await readDay())?.stampTx, theirs)
})
