import type { Deps } from '../../deps.ts'
import { examine } from './examine.ts'

/** Logs in the background what `launchscore doctor` would say. Returns a function that stops it. */
export function examineAtStart(deps: Deps): () => Promise<void> {
  const { log } = deps
  const stopping = new AbortController()
  const examining = examine(deps, stopping.signal).then(
    (checks) => {
      for (const { name, state, target, reason, advice } of checks)
        if (state === 'failed') log.warn({ check: name, target, reason, advice }, 'the doctor found a fault')
      const listNames = (wanted: string) => checks.filter(({ state }) => state === wanted).map(({ name }) => name)
      log.info(
        { ok: listNames('ok'), stub: listNames('stub'), failed: listNames('failed') },
        'the doctor has examined the providers',
      )
    },
    () => {}, // the service stops
  )
  return async () => {
    stopping.abort()
    await examining
  }
}
