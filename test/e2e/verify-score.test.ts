import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { recoverTypedDataAddress } from 'viem'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { toDigest } from '../../contract/verification/claim.ts'
import { runCommand } from '../../src/main/commands.ts'
import { attestationOn, type AttestingApp, register, startAttestingApp } from '../world/attesting.ts'
import { ask, startApp, startReplica, startWorld } from '../world/app.ts'
import { seedScore } from '../world/seed.ts'
import { until } from '../world/waiting.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'

interface Verified {
  status: number
  outcomes: Record<string, string>
  kinds: Record<string, string>
  scoreId: string
}

/** A published score with all six signals measured. */
async function startPublished(t: TestContext) {
  const started = await startAttestingApp(t, { world: await startWorld(t) })
  await register(started)
  const { body: score, status } = await started.score()
  assert.deepEqual([status, score.confidence], [201, 'final'])
  const { body: attested, status: published } = await started.publish(score.id)
  assert.equal(published, 201)
  return { ...started, score, attested }
}

async function verify({ deps }: Pick<AttestingApp, 'deps'>, ...args: string[]): Promise<Verified> {
  const { status, stdout, stderr } = await runCommand(deps, ['score', 'verify', ...args, '--json'])
  assert.match(stderr, status === 0 ? /^$/ : /^NOT VERIFIED: .+\n$/)
  const { scoreId, verified, checks } = JSON.parse(stdout) as {
    scoreId: string
    verified: boolean
    checks: { name: string; outcome: string; kind: string }[]
  }
  assert.equal(verified, status === 0)
  const by = (field: 'outcome' | 'kind') => Object.fromEntries(checks.map((check) => [check.name, check[field]]))
  return { status, scoreId, outcomes: by('outcome'), kinds: by('kind') }
}

const listFailures = ({ outcomes }: Verified) => Object.keys(outcomes).filter((name) => outcomes[name] === 'failed')

test('score verify accepts a score id, a URL and an attestation id', { skip }, async (t) => {
  const { score, attested, app, ...started } = await startPublished(t)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const here = await verify(started, score.id)
  assert.deepEqual([here.status, listFailures(here)], [0, []])
  const trusted = Object.keys(here.kinds).filter((name) => here.kinds[name] === 'trust')
  assert.deepEqual(trusted, ['picture', 'judged'])
  assert.ok(Object.values(here.outcomes).every((outcome) => outcome === 'ok'))
  for (const what of [attested.attestationId, `${url}/v1/score/${score.id}`, `${url}/score/${score.id}?from=card`]) {
    const one = await verify(started, what)
    assert.deepEqual([one.status, one.scoreId], [0, score.id], what)
  }
  assert.equal((await verify(started, `${url}/score/${score.id}`)).outcomes['receipt'], 'ok')
})

test('the documented script verifies a record and rejects another', { skip }, async (t) => {
  const { score, app, url: rpc, attester, deps, environment } = await startPublished(t)
  const text = readFileSync(new URL('../../docs/attestation.md', import.meta.url), 'utf8')
  const script = /```js\n(.*?)```/s.exec(text)?.[1] ?? ''
  const run = async (service: string) => {
    const args = ['--input-type=module', '-e', script, '--', 'verify.mjs', service, score.id, rpc]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '../..') })
    return stdout
  }
  assert.equal(await run(await app.listen({ host: '127.0.0.1', port: 0 })), `the same record attested by ${attester}\n`)
  const forged = JSON.stringify({ ...score, aggregate: 99 })
  await deps.db.updateTable('scores').set({ body: forged }).where('id', '=', score.id).execute()
  const { app: fresh } = await startReplica(t, deps, { environment }) // the first one keeps what it has read
  assert.match(await run(await fresh.listen({ host: '127.0.0.1', port: 0 })), /^ANOTHER RECORD/)
})

test('score verify prints which checks are proof and which need trust', { skip }, async (t) => {
  const { score, deps } = await startPublished(t)
  const { stdout, status } = await runCommand(deps, ['score', 'verify', score.id])
  assert.equal(status, 0)
  assert.match(stdout, /^ok +proof +digest +0x[0-9a-f]{64}$/m)
  assert.match(stdout, /^ok +proof +name +name-rules@1\.2\.0 gives \d+$/m)
  assert.match(stdout, /^ok +trust +judged +meme, creator, image, risk: reported by a model or a provider/m)
  assert.match(stdout, /^verified: /m)
})

const forgeries: [what: string, path: string[], value: unknown, failing: string[]][] = [
  ['its total', ['aggregate'], 99.5, ['aggregate', 'claim', 'digest']],
  ['its band', ['band'], 'red', ['band', 'claim', 'digest']],
  ['a judged signal', ['signals', 'meme', 'score'], 3, ['aggregate', 'digest']],
  ['the name signal', ['signals', 'name', 'score'], 1, ['aggregate', 'digest', 'name']],
  ['the handle', ['submission', 'xHandle'], '@somebodyelse', ['digest', 'social']],
  ['the creator', ['submission', 'creatorAddress'], `0x${'b'.repeat(40)}`, ['digest', 'subject']],
  ['a weight', ['explanation', 'contributions', '0', 'weight'], 0.05, ['digest', 'weights']],
]
test('score verify fails for a record changed after its attestation', { skip }, async (t) => {
  const { score, deps, ...started } = await startPublished(t)
  for (const [what, path, value, failing] of forgeries) {
    const body = JSON.stringify(score)
    await sql`update scores set body = jsonb_set(body::jsonb, ${path}, ${JSON.stringify(value)}::jsonb)::text
      where id = ${score.id}`.execute(deps.db)
    const found = await verify({ ...started, deps }, score.id)
    assert.equal(found.status, 1, what)
    const failures = listFailures(found)
    for (const name of failing) assert.ok(failures.includes(name), `${what}: ${name} in ${failures.join()}`)
    await deps.db.updateTable('scores').set({ body }).where('id', '=', score.id).execute()
  }
  await deps.db
    .updateTable('images')
    .set({ bytes: Buffer.from('another') })
    .execute()
  assert.deepEqual(listFailures(await verify({ ...started, deps }, score.id)), ['picture'])
})

test('score verify fails for a false attestation', { skip }, async (t) => {
  const { score, attested, deps } = await startPublished(t)
  const responses: Record<string, object> = {
    [`/v1/score/${score.id}`]: { ...score, aggregate: 99 },
    [`/v1/score/${score.id}/attestation`]: attested,
  }
  const server = createServer((request, response) => {
    const body = responses[request.url ?? '']
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/score/${score.id}`
  assert.deepEqual(listFailures(await verify({ deps }, url)), ['digest', 'claim', 'aggregate'])
  responses[`/v1/score/${score.id}`] = score
  assert.equal((await verify({ deps }, url)).status, 0)
  const other = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  assert.deepEqual(listFailures(await verify({ deps }, url, '--attester', other)), ['attester'])
  assert.deepEqual(listFailures(await verify({ deps }, url, '--contract', other)), ['attester'])
  responses[`/v1/score/${score.id}/attestation`] = { ...attested, attestationId: `0x${'1'.repeat(64)}` }
  assert.deepEqual(listFailures(await verify({ deps }, url)), ['attestation'])
  responses[`/v1/score/${score.id}`] = { ...score, signals: {} }
  assert.equal((await runCommand(deps, ['score', 'verify', url])).status, 1)
})

test('score verify: after a change of the key only ATTESTER_FORMER is trusted too', { skip }, async (t) => {
  const { score, attester, deps, environment } = await startPublished(t)
  const changed = { ...environment, ATTESTER_KEY: `0x${'3'.repeat(64)}` }
  const verifyUnder = async (variables: Record<string, string>) => {
    const replica = await startReplica(t, deps, { environment: { ...changed, ...variables } })
    return listFailures(await verify(replica, score.id))
  }
  assert.deepEqual(await verifyUnder({}), ['attester'])
  assert.deepEqual(await verifyUnder({ ATTESTER_FORMER: `0x${'2'.repeat(40)}` }), ['attester'])
  assert.deepEqual(await verifyUnder({ ATTESTER_FORMER: `0x${'2'.repeat(40)},${attester}` }), [])
})

test('score verify fails for an unpublished score and for invalid input', { skip }, async (t) => {
  const { deps, score } = await startApp(t, { world: await startWorld(t) })
  const { id } = (await score()).body
  assert.deepEqual(listFailures(await verify({ deps }, id)), ['attestation'])
  const statusByCode = async (...args: string[]) => (await runCommand(deps, ['score', 'verify', ...args])).status
  assert.equal(await statusByCode('01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'), 1)
  assert.deepEqual(
    [await statusByCode('left-sock'), await statusByCode(), await statusByCode(id, '--attester', '0x1')],
    [2, 2, 2],
  )
})

test('an attestation is revoked once, with a public reason', { skip }, async (t) => {
  const { score, attested, deps, attestation, ...started } = await startPublished(t)
  const revoke = (...args: string[]) => runCommand(deps, ['attestation', 'revoke', ...args])
  assert.equal((await revoke(score.id)).status, 2)
  assert.equal((await revoke('01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d', '--reason', 'x')).status, 1)
  const first = await revoke(score.id, '--reason', 'The creator’s wallet was stolen')
  assert.deepEqual([first.status, first.stderr], [0, ''])
  assert.match(first.stdout, /was revoked at .*: The creator’s wallet was stolen/)
  const onChain = await attestationOn(started, attested.attestationId)
  assert.ok(onChain && onChain.revocationTime > 0)
  assert.equal((await revoke(attested.attestationId, '--reason', 'Again')).stdout, first.stdout)
  const shown = (await attestation(score.id)).body
  assert.deepEqual([shown.status, shown.revocationReason], ['revoked', 'The creator’s wallet was stolen'])
  assert.deepEqual((await started.publish(score.id)).body, shown)
  assert.deepEqual(listFailures(await verify({ deps }, score.id)), ['standing'])
})

test('a revocation that the attester can’t pay yet is pending, and happens later', { skip }, async (t) => {
  const { score, deps, chain, attester, advance, attestation } = await startPublished(t)
  const revoke = () => runCommand(deps, ['attestation', 'revoke', score.id, '--reason', 'Stolen'])
  await chain.setBalance({ address: attester, value: 0n })
  const pending = await revoke()
  assert.deepEqual([pending.status, pending.stderr], [0, ''])
  assert.match(
    pending.stdout,
    /is pending, because the attester’s account has too little money; the service completes it/,
  )
  await chain.setBalance({ address: attester, value: 10n ** 19n })
  await until(async () => {
    await advance()
    return (await attestation(score.id)).body.status === 'revoked'
  })
})

test('every score has a receipt, which marks preliminary scores', { skip }, async (t) => {
  const { app, deps, attester } = await startAttestingApp(t)
  const creatorAddress = '0xa11ce00000000000000000000000000000000001'
  for (const hasStubs of [false, true]) {
    const id = await seedScore(deps, { creatorAddress, hasStubs })
    const score = (await ask(app, { url: `/v1/score/${id}` })).body
    const { status, body: receipt } = await ask(app, { url: `/v1/score/${id}/receipt` })
    assert.deepEqual([status, receipt.digest, receipt.signer], [200, toDigest(score), attester])
    const confidence = hasStubs ? 'preliminary' : 'final'
    assert.deepEqual([receipt.confidence, receipt.typedData.message.confidence], [confidence, confidence])
    assert.deepEqual([receipt.aggregate, receipt.band], [score.aggregate, score.band])
    const { signature, typedData } = receipt
    assert.equal(await recoverTypedDataAddress({ ...typedData, signature }), attester)
    assert.deepEqual((await ask(app, { url: `/v1/score/${id.toUpperCase()}/receipt` })).body, receipt)
  }
  assert.equal((await ask(app, { url: unknownReceipt })).status, 404)
})

test('GET /v1/score/:id/receipt: digest and figures, unsigned, without an attester', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress: '0xa11ce00000000000000000000000000000000001' })
  const score = (await ask(app, { url: `/v1/score/${id}` })).body
  const { status, body: receipt } = await ask(app, { url: `/v1/score/${id}/receipt` })
  const { aggregate, band, promptVersion, confidence } = score
  assert.deepEqual(
    [status, receipt],
    [200, { scoreId: id, digest: toDigest(score), aggregate, band, promptVersion, confidence, ...unsigned }],
  )
  assert.equal((await ask(app, { url: unknownReceipt })).status, 404)
})

const unsigned = { signer: null, signature: null, typedData: null }

const unknownReceipt = '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/receipt'

test('the verification checks import no Node module', () => {
  const root = join(import.meta.dirname, '../..')
  const seen = new Set<string>()
  const outside = new Set<string>()
  const walk = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, type, path = ''] of text.matchAll(/^import (type )?[^'"]*?from '([^']+)'/gms)) {
      if (type) continue
      if (path.startsWith('.')) walk(relative(root, join(root, dirname(file), path)))
      else outside.add(path)
    }
  }
  for (const entry of ['verification/checks', 'verification/check-receipt']) walk(`contract/${entry}.ts`)
  assert.ok(seen.size > 10)
  assert.deepEqual([...outside].toSorted(), ['@noble/curves/secp256k1', '@noble/hashes/sha3', '@noble/hashes/utils'])
})

await import('../world/close-shared-db.ts')
