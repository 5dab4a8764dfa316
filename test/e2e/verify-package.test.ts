import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { type AttestingApp, startPublished } from '../world/attesting.ts'
import { runCommand } from '../../src/main/commands.ts'
import { minify } from '../servers/packed.ts'

type Verifier = typeof import('../../verify/index.d.ts')

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'verify/dist')
const skip = !hasAnvil() && 'there is no anvil for this platform'

let verifyScore: Verifier['verifyScore']

before(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'dev/package/build-verify.ts')])
  ;({ verifyScore } = (await import(join(folder, 'index.js'))) as Verifier)
})

for (const name of ['client', 'verify'])
  test(`the package ${name}/ has the licence of the repository`, async () => {
    const packing = ['pack', '--dry-run', '--ignore-scripts', '--json']
    const { stdout } = await promisify(execFile)('npm', packing, { cwd: join(root, name) })
    const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
    assert.ok(packed?.files.some(({ path }) => path === 'LICENSE'))
    assert.equal(readFileSync(join(root, name, 'LICENSE'), 'utf8'), readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

/** Runs the command of the package. */
function run(...args: string[]) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; stdout: string; stderr: string }>()
  execFile(process.execPath, [join(folder, 'cli.js'), ...args], (error, stdout, stderr) =>
    resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
  )
  return promise
}

test('the verifier with what it needs has at most 70 KiB minified and imports nothing', async () => {
  const small = await minify(join(folder, 'index.js'))
  assert.ok(Buffer.byteLength(small) <= 70 * 1024, `${Buffer.byteLength(small)} bytes`)
  assert.doesNotMatch(small, /\bimport\s*[({"']|\bfrom\s*["']|\brequire\(/)
})

test('the verifier runs where there are Web APIs only', { skip }, async (t) => {
  const { page, rpc } = await startPublished(t)
  const web = { fetch, AbortSignal, TextEncoder, TextDecoder, URL, Uint8Array, crypto }
  const code = readFileSync(join(folder, 'index.js'), 'utf8').replace(
    /export\s*\{\s*verifyScore\s*\};?/,
    'globalThis.verifyScore = verifyScore',
  )
  const context: typeof web & Partial<Verifier> = { ...web }
  runInNewContext(code, context)
  const { verified } = (await context.verifyScore?.(page, { rpc })) ?? {}
  assert.equal(verified, true)
})

const listChecks = async ({ deps }: Pick<AttestingApp, 'deps'>, page: string) => {
  const { stdout } = await runCommand(deps, ['score', 'verify', page, '--json'])
  return (JSON.parse(stdout) as { checks: object[] }).checks
}

test('the package makes the same checks as score verify', { skip }, async (t) => {
  const { page, rpc, score, attester, contract, ...started } = await startPublished(t)
  const result = await verifyScore(page, { rpc, attesters: [attester], contract })
  assert.deepEqual(result, { scoreId: score.id, verified: true, checks: await listChecks(started, page) })
})

test('the command ends with 0 if verified, 1 for another attester, 2 for wrong usage', { skip }, async (t) => {
  const { page, rpc } = await startPublished(t)
  const good = await run(page, '--rpc', rpc)
  assert.deepEqual([good.status, good.stderr], [0, ''])
  assert.match(good.stdout, /^ok +proof +digest +0x[0-9a-f]{64}$/m)
  assert.match(good.stdout, /^verified: /m)
  const wrong = await run(page, '--rpc', rpc, '--attester', `0x${'1'.repeat(40)}`)
  assert.deepEqual([wrong.status, wrong.stderr], [1, 'NOT VERIFIED: attester, receipt\n'])
  for (const args of [
    [],
    ['nowhere'],
    [page, '--attester', '0x1'],
    [page, '--attester', ''],
    [page, '--contract', ''],
    [page, '--rpc', 'ftp://node'],
    [page, '--speed'],
  ])
    assert.equal((await run(...args)).status, 2, args.join(' '))
})

const refuse =
  (isRefused: (url: string) => boolean): typeof fetch =>
  async (url, init) =>
    typeof url === 'string' && isRefused(url)
      ? Response.json({ error: { code: 'rate_limit', message: 'Too many requests.' } }, { status: 429 })
      : fetch(url, init)

const redirect: typeof fetch = async () => new Response(null, { status: 301, headers: { location: 'https://x' } })

for (const path of ['', '/attestation', '/receipt'])
  test(`429 for …/score/:id${path} is an error, and never a missing part`, { skip }, async (t) => {
    const { page, rpc, score } = await startPublished(t)
    const fetchLimited = refuse((url) => url.endsWith(`/v1/score/${score.id}${path}`))
    await assert.rejects(verifyScore(page, { rpc, fetch: fetchLimited }), /responded with 429: Too many requests\.$/)
  })

test('a service that is down or redirects is named in the error', async () => {
  const id = '01a20193-38c6-7b0c-9572-29555c61970c'
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  await once(server.close(), 'close')
  const down = await run(`http://127.0.0.1:${port}/score/${id}`)
  assert.deepEqual([down.status, down.stderr], [1, `http://127.0.0.1:${port} could not be reached: ECONNREFUSED\n`])
  const verifying = verifyScore(`http://launch.example/score/${id}`, { fetch: redirect })
  await assert.rejects(verifying, /^Error: http:\/\/launch\.example redirects elsewhere$/)
})

test('a node of another chain, or none, is a failed check', { skip }, async (t) => {
  const { page } = await startPublished(t)
  const { verified, checks } = await verifyScore(page, { rpc: 'http://127.0.0.1:9' })
  assert.equal(verified, false)
  const failed = checks.filter(({ outcome }) => outcome === 'failed')
  assert.deepEqual(
    failed.map(({ name }) => name),
    ['attestation'],
  )
})

const hostile: [what: string, body: string, reason: RegExp][] = [
  ['no JSON', '<html>', /not valid JSON/],
  ['no score', '{"id":1}', /is not a score/],
  ['null', 'null', /is not a score/],
  ['an endless text', `"${'x'.repeat(2_000_001)}"`, /more than 2000000 bytes/],
]
for (const [what, body, reason] of hostile)
  test(`a service that responds with ${what} is an error`, async (t) => {
    const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/score/01a20193-38c6-7b0c-9572-29555c61970c`
    await assert.rejects(verifyScore(url), reason)
  })

test('what a hostile service or node writes reaches the terminal as text of one line', async (t) => {
  const id = '01a20193-38c6-7b0c-9572-29555c61970c'
  const forged = 'gone\u001b[2K\u009b1A\nok      proof  digest       0x00 \u202everified'
  const one = { score: 1, reason: '', stub: false }
  const signals = { meme: one, creator: one, image: one, name: one, social: one, risk: one }
  const submission = { name: 'a', symbol: 'a', xHandle: '@a', creatorAddress: '0x' }
  const score = { id, aggregate: 1, band: 'red', confidence: 'final', promptVersion: 'x', submission, signals }
  const responses: Record<string, object> = {
    '/score': { ...score, explanation: { contributions: [] }, stubbedSignals: [] },
    '/attestation': { attestationId: `0x${'1'.repeat(64)}`, chainId: 8453, contract: `0x${'1'.repeat(40)}` },
    '/node': { error: { message: forged } },
  }
  const server = createServer(({ url = '' }, response) =>
    response.end(JSON.stringify(responses[url.replace(`/v1/score/${id}`, '') || '/score'] ?? null)),
  ).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const checked = await run(`${base}/score/${id}`, '--rpc', `${base}/node`)
  assert.match(checked.stdout, /^failed +proof +attestation +the node could not be queried: gone \[2K 1A ok/m)
  responses['/score'] = { ...responses['/score'], id: forged }
  const refused = await run(`${base}/score/${id}`)
  assert.match(refused.stderr, /responded with another score, gone \[2K 1A ok/)
  for (const { status, stdout, stderr } of [checked, refused]) {
    assert.equal(status, 1)
    assert.doesNotMatch(stdout + stderr, /(?!\n)\p{Cc}|\u202e|^ok +proof +digest/mu)
  }
})

await import('../world/close-shared-db.ts')
