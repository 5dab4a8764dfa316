import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { recoverTypedDataAddress } from 'viem'
import { type Verification, verifyScore } from '../../client/src/index.ts'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { runCommand } from '../../src/main/commands.ts'
import { startPublished } from '../world/attesting.ts'
import { minify } from '../servers/packed.ts'

const root = join(import.meta.dirname, '../..')
const skip = !hasAnvil() && 'there is no anvil for this platform'

/** Requests whose responses are changed as texts. */
const changing =
  (change: (text: string) => string): typeof fetch =>
  async (...request) => {
    const response = await fetch(...request)
    return new Response(change(await response.text()), { status: response.status })
  }

const listFailed = ({ checks }: Verification) =>
  checks.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : []))

test('the client has at most 13 KiB minified and compressed, and imports nothing', async () => {
  await promisify(execFile)(process.execPath, [join(root, 'dev/package/build-client.ts')])
  const code = await minify(join(root, 'client/dist/index.js'))
  const bytes = gzipSync(code, { level: 9 }).length
  assert.ok(bytes <= 13 * 1024, `${bytes} bytes`)
  assert.doesNotMatch(code, /\bimport\s*[({"']|\bfrom\s*["']|\brequire\(/)
})

test('verifyScore of the client makes the checks of score verify but for the rules', { skip }, async (t) => {
  const { page, rpc, attester, contract, deps } = await startPublished(t)
  const options = { rpc, attesters: [attester], contract }
  const { verified, checks } = await verifyScore(page, { ...options, recoverTypedDataAddress })
  const { stdout } = await runCommand(deps, ['score', 'verify', page, '--json'])
  const service = (JSON.parse(stdout) as Verification).checks
  const rules = ['name', 'social']
  const others = (all: Verification['checks']) => all.filter(({ name }) => !rules.includes(name))
  assert.equal(verified, true)
  assert.deepEqual(
    checks.map(({ name }) => name),
    service.map(({ name }) => name),
  )
  assert.deepEqual(others(checks), others(service))
  for (const { name, outcome } of checks)
    assert.equal(outcome === 'skipped', [...rules, 'picture'].includes(name), name)
  const without = await verifyScore(page, options)
  assert.deepEqual([without.verified, without.checks.at(-1)?.outcome], [true, 'skipped'])
})

test('verifyScore fails for a changed record, another attester or a false sum', { skip }, async (t) => {
  const { page, rpc } = await startPublished(t)
  const verify = async (options: object) => {
    const result = await verifyScore(page, { rpc, recoverTypedDataAddress, ...options })
    assert.equal(result.verified, false)
    return listFailed(result)
  }
  const renamed = changing((text) => text.replaceAll('"symbol":"', '"symbol":"X'))
  assert.deepEqual(await verify({ fetch: renamed }), ['digest', 'receipt'])
  assert.deepEqual(await verify({ attesters: [`0x${'1'.repeat(40)}`] }), ['attester', 'receipt'])
  const better = changing((text) => text.replace(/"aggregate":[\d.]+/, '"aggregate":99'))
  assert.deepEqual(await verify({ fetch: better }), ['digest', 'claim', 'aggregate', 'receipt'])
  assert.deepEqual(await verify({ rpc: 'http://127.0.0.1:9' }), ['attestation'])
})

const none: typeof fetch = () => Promise.resolve(new Response('', { status: 404 }))

test('verifyScore throws for an address of no score, and for an unknown score', async () => {
  await assert.rejects(verifyScore('https://launchscore.example'), /is not the URL of a score/)
  const page = 'https://launchscore.example/score/01a20193-38c6-7b0c-9572-29555c61970c'
  await assert.rejects(verifyScore(page, { fetch: none }), /has no score/)
})

await import('../world/close-shared-db.ts')
