import type { Deps } from '../../deps.ts'
import { countOtherVersions } from './record-store.ts'

/**
 * Logs in the background how many records have a prompt version that this release lacks; they are shown, but can't be
 * replayed. Returns a function that waits for it.
 */
export function warnOfMissingVersions({ reads, log, activePrompt, versions }: Deps): () => Promise<void> {
  const warn = async () => {
    await activePrompt() // logs that the active version is missing
    const released = versions.list().map(({ id }) => id)
    for (const { version, records } of await countOtherVersions(reads, released))
      log.warn(
        { version, records },
        `${records} records have the prompt version ${version}, which this release lacks: use the previous release to replay them`,
      )
  }
  const warning = warn().catch((error: unknown) => log.warn({ err: error }, 'can’t look for missing prompt versions'))
  return () => warning
}
