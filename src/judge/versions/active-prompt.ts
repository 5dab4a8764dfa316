import type { Deps } from '../../deps.ts'
import type { NotificationListener } from '../../database/listener.ts'
import { createCoalesce } from '../../platform/caching/coalesce.ts'
import { activationChannel, findActivation } from './activation-store.ts'
import type { PromptVersion } from '../prompts.ts'

interface ActivePromptDeps extends Pick<Deps, 'reads' | 'log' | 'versions'> {
  elapsedMs: () => number
  listener: NotificationListener
}

/** How long a cached value is used without asking. */
const freshMs = 900

/** Read again in any case, because an operator may change the table by hand. */
const maxMs = 60_000

/** The version activated last, or the newest released one. */
export function createActivePrompt({
  reads,
  log,
  versions,
  elapsedMs,
  listener,
}: ActivePromptDeps): Deps['activePrompt'] {
  const coalesce = createCoalesce<PromptVersion>()
  let known: { prompt: PromptVersion; readAt: number } | undefined
  let changes = 0
  let missing: string | undefined
  const forget = () => {
    changes += 1
    known = undefined
  }
  listener.subscribe(activationChannel, { onNotification: forget, onGap: forget })

  const toPrompt = (version: string | undefined): PromptVersion => {
    const prompt = version === undefined ? versions.newest() : versions.find(version)
    if (prompt) return prompt
    if (missing !== version) log.error({ version }, 'this release lacks the active prompt version; it uses its newest')
    missing = version
    return versions.newest()
  }
  const read = async (): Promise<PromptVersion> => {
    const [changesBefore, readAt] = [changes, elapsedMs()]
    const prompt = toPrompt((await findActivation(reads))?.version)
    if (changes === changesBefore) known = { prompt, readAt }
    return prompt
  }
  const isFresh = (readAt: number): boolean => {
    const now = elapsedMs()
    return now - Math.max(readAt, listener.currentUntil()) <= freshMs && now - readAt <= maxMs
  }
  return () =>
    known && isFresh(known.readAt) ? known.prompt : coalesce(String(changes), read, new AbortController().signal)
}
