import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { runCommand } from '../src/main/commands.ts'
import { FIRST_DIGEST, chainDigest, createFileDigest } from '../src/outcomes/rules/day-file.ts'
import { foldSealedDays } from '../src/outcomes/track-record/fold-track-record.ts'
import { startAttestingApp } from './attesting-app.ts'
import { ask } from './harness.ts'

const options = { skip: !hasAnvil() && 'there is no anvil for this platform' }
const toBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
const never = new AbortController().signal

test('each sealed day is stamped on the chain once, and verify reads the stamp there', options, async (t) => {
  let now = new Date(Date.now() - 3 * 86_400_000)
  const environment = { MARKET_DATA_URL: 'http://127.0.0.1:9', MARKET_DATA_CHAIN: 'local' }
  const { app, deps, advance, chain, contract } = await startAttestingApp(t, { environment, clock: { now: () => now } })
  await foldSealedDays(deps, never)
  now = new Date()
  // A day before attesting was on.
  const [fileDigest, digest] = [createFileDigest().digest(), chainDigest(FIRST_DIGEST, createFileDigest().digest())]
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
  const { body: claims } = await ask(app, { url: '/api/v1/track-record/claims' })
  assert.equal(claims.sealed.stampTx, days.find(({ day }) => day === claims.fixedAt.slice(0, 10))?.stampTx)

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
