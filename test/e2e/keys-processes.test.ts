import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ApiKey } from '../../contract/schemas/own-scores.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { runCli, startService } from '../servers/processes.ts'
import { openTestDb } from '../world/database.ts'
import { closeAfter } from '../world/waiting.ts'

interface Issued {
  prefix: string
  key: string
}

/** The tool in a process of its own, its answer parsed. */
async function keys(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const { status, stdout, stderr } = await runCli(['keys', ...args, '--json'], environment)
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

const issue = (environment: NodeJS.ProcessEnv): Promise<Issued> =>
  keys(environment, 'issue', '--tier', 'pro', '--label', 'Acme', '--owner', 'ops')

/** From an address of its own, where the service believes this machine's proxies. */
async function ask(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': freshAddress() }
  const response = await fetch(`${url}/api/v1/graduates`, { headers })
  const { error } = (await response.json()) as { error?: { code: string } }
  return error?.code ?? 'let in'
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'launchscore-keys-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('keys: commands against a running embedded server take effect at once', async (t) => {
  const environment = { DATA_DIR: folder(t), LOG_LEVEL: 'info' }
  const { url, process } = await startService(t, environment)
  const first = await issue(environment)
  assert.equal(await ask(url, first.key), 'let in')
  const second: Issued = await keys(environment, 'rotate', first.prefix)
  assert.deepEqual([await ask(url, first.key), await ask(url, second.key)], ['let in', 'let in'])
  await keys(environment, 'revoke', first.prefix)
  assert.deepEqual([await ask(url, first.key), await ask(url, second.key)], ['revoked', 'let in'])
  process.kill('SIGTERM')
  await once(process, 'exit')
  const list = (await keys(environment, 'list')) as ApiKey[]
  assert.deepEqual(
    list.map(({ prefix, revokedAt }) => [prefix, revokedAt !== null]),
    [
      [second.prefix, false],
      [first.prefix, true],
    ],
  )
  for (const { lastUsedAt } of list) assert.ok(Math.abs(Date.now() - Date.parse(String(lastUsedAt))) < 60_000)
})

const endings: [what: string, args: (prefix: string) => string[]][] = [
  ['a revocation', (prefix) => ['revoke', prefix]],
  ['a rotation without grace', (prefix) => ['rotate', prefix, '--grace', '0']],
]
for (const [what, argsFor] of endings)
  test(`on a server ${what} by another process reaches replicas within a second`, async (t) => {
    const database = await openTestDb()
    closeAfter(t, database.close)
    if (!database.url) return t.skip('embedded, there is one process')
    const environment = { DATABASE_URL: database.url, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' }
    const busy = await startService(t, environment)
    const idle = await startService(t, environment)
    const { key, prefix } = await issue(environment)
    assert.equal(await ask(idle.url, key), 'let in')
    const letIn = lastLetIn(busy.url, key)
    await keys(environment, ...argsFor(prefix))
    const { revokedAt } = await keys(environment, 'show', prefix)
    assert.ok((await letIn) <= Date.parse(revokedAt) + 1000)
    assert.equal(await ask(idle.url, key), 'revoked')
  })

/** Asks without a pause until the key is revoked; when the last request that was let in had been sent. */
async function lastLetIn(url: string, key: string): Promise<number> {
  for (let sentAt = Date.now(), letIn = 0; ; sentAt = Date.now()) {
    if ((await ask(url, key)) === 'revoked') return letIn
    letIn = sentAt
  }
}
