import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type ServiceProcess, startService } from './processes.ts'
import { copyTemplate, openTestDb } from './test-db.ts'

/** Starts the service in a process of its own, on a database of its own: a server's or the embedded one. */
export async function startOwnService(
  t: Pick<TestContext, 'after'>,
  environment: NodeJS.ProcessEnv,
  program?: string,
): Promise<ServiceProcess & { stop: () => Promise<void> }> {
  const service = await startService(t, { ...(await openStorage(t)), ...environment }, program)
  const stop = async () => {
    service.process.kill('SIGTERM')
    if (service.process.exitCode === null) await once(service.process, 'exit')
  }
  return { ...service, stop }
}

async function openStorage(t: Pick<TestContext, 'after'>): Promise<NodeJS.ProcessEnv> {
  if (process.env.TEST_DATABASE_URL) {
    const { url, close } = await openTestDb()
    t.after(close)
    return { DATABASE_URL: url ?? '', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  }
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-own-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  return { DATA_DIR: folder }
}
