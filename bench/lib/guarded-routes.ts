import { parseConfig } from '../../src/config.ts'
import { issueKey } from '../../src/keys/key-commands.ts'
import { anyone, keyHolders } from '../../src/keys/guard.ts'
import { findKeyByPrefix } from '../../src/keys/store.ts'
import { openDeps } from '../../src/main/open-deps.ts'
import type { App } from '../../src/platform/http/app.ts'
import { buildHttp } from '../../src/platform/http/http.ts'
import { believingUs } from './fresh-caller.ts'

const keysIssued = 64

/** A route that reads a row, three times: bare, for anyone within limits, and for holders of keys; with keys for the last. */
export async function openGuardedRoutes(
  opened: AsyncDisposableStack,
  environment: NodeJS.ProcessEnv,
): Promise<{ app: App; keys: string[] }> {
  const config = parseConfig({ ...believingUs, ...environment, LOG_LEVEL: 'warn' })
  const { deps, close } = await openDeps(config)
  opened.defer(close)
  const app = buildHttp({ ...deps, trustProxy: config.trustProxy })
  const read = async () => ({ row: (await findKeyByPrefix(deps.reads, 'none')) ?? null })
  app.get('/ready', async () => ({ status: 'ready' }))
  app.get('/bare', read)
  await anyone(app, deps, (scope) => void scope.get('/limited', read))
  await keyHolders(app, deps, (scope) => void scope.get('/keyed', read))
  const keys: string[] = []
  for (let n = 0; n < keysIssued; n += 1) {
    const request = { tier: 'enterprise', label: 'bench', owner: 'bench', actor: 'bench' } as const
    keys.push((await issueKey(deps, request)).key)
  }
  return { app, keys }
}
