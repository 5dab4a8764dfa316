import { Pool } from 'undici'
import { freshCaller } from './fresh-caller.ts'
import type { OutsideWorld } from './outside-world.ts'
import type { Started } from './processes.ts'

export interface Scored {
  id: string
  /** From the request's first byte to the answer's last. */
  ms: number
}

/** A client that has launches scored over connections that it keeps. */
export function openScorer(opened: AsyncDisposableStack, { url }: Pick<Started, 'url'>, world: OutsideWorld) {
  const pool = new Pool(url, { connections: 256 })
  opened.defer(() => pool.close())
  return async (n: number): Promise<Scored> => {
    const body = JSON.stringify(world.submission(n))
    const since = performance.now()
    const response = await pool.request({
      method: 'POST',
      path: '/v1/score',
      headers: { 'content-type': 'application/json', ...freshCaller() },
      body,
    })
    const text = await response.body.text()
    const ms = performance.now() - since
    if (response.statusCode !== 201) throw new Error(`launch ${n} was not scored: ${response.statusCode} ${text}`)
    const { id, hasStubs } = JSON.parse(text) as { id: string; hasStubs: boolean }
    if (hasStubs) throw new Error(`launch ${n} has stubs`)
    return { id, ms }
  }
}
