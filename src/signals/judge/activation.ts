import { isReadable, normaliseText } from '../../../contract/text.ts'
import type { NotificationListener } from '../../database/listener.ts'
import type { Deps } from '../../deps.ts'
import { createCoalesce } from '../../platform/caching.ts'
import { type CommandResult, getActor, UsageError } from '../../platform/cli/command.ts'
import { promptName, type PromptVersion } from './prompts.ts'
import {
  type Activation,
  activationChannel,
  findActivation,
  insertActivation,
  listActivations,
  lockActivations,
} from './store.ts'
import { diffPrompts, readReleasedFiles, type ReleasedFiles, toActivationResponse, toReleases } from './versions.ts'

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

/** Every replica uses the version within a second. Throws if it is active already. */
export async function activatePrompt(
  { db, clock, random }: Deps,
  { version, reason, actor }: Pick<Activation, 'version' | 'reason' | 'actor'>,
): Promise<Activation> {
  return db.transaction().execute(async (tx) => {
    await lockActivations(tx)
    const last = await findActivation(tx)
    if (last?.version === version) throw new Error(`${version} is already the active version`)
    // A clock that was set back must not put this activation before the last one.
    const activatedAt = new Date(Math.max(clock.now().getTime(), (last?.activatedAt.getTime() ?? 0) + 1))
    const activation = { id: random.uuid(), version, reason, actor, activatedAt }
    await insertActivation(tx, activation)
    return activation
  })
}

const shownActivations = 20

/** launchscore prompts list */
export async function listPromptsCommand(deps: Deps): Promise<CommandResult> {
  const releases = toReleases(readReleasedFiles(), (await deps.activePrompt()).id)
  const activations = (await listActivations(deps.db, shownActivations)).map(toActivationResponse)
  const versions = releases.map(({ id, isActive, sha256 }) => `${id} ${isActive ? 'active' : '      '} ${sha256}`)
  const log = activations.map(
    ({ activatedAt, version, actor, reason }) => `${activatedAt} ${version} by ${actor}: ${reason}`,
  )
  return {
    lines: [...versions, ...(log.length > 0 ? log : ['no activation yet: the newest version is active'])],
    json: { versions: releases, activations },
  }
}

/** launchscore prompts diff */
export async function diffPromptsCommand(deps: Deps, from: string, to?: string): Promise<CommandResult> {
  const before = toReleased(from)
  const after = to === undefined ? toReleased((await deps.activePrompt()).id) : toReleased(to)
  const diff = diffPrompts(before, after)
  const lines = diff === '' ? [`${before.id} and ${after.id} are equal`] : [diff.trimEnd()]
  return { lines, json: { from: before.id, to: after.id, diff } }
}

/** launchscore prompts activate */
export async function activatePromptCommand(
  deps: Deps,
  given: string,
  options: { reason: string },
): Promise<CommandResult> {
  const { id: version } = toReleased(given)
  const reason = toReason(options.reason)
  const activation = toActivationResponse(await activatePrompt(deps, { version, reason, actor: getActor() }))
  return { lines: [`${version} is active: ${reason}`], json: activation }
}

/** `1.1.0` stands for `launch-score@1.1.0`. */
function toReleased(given: string): ReleasedFiles {
  const version = given.includes('@') ? given : `${promptName}@${given}`
  const released = readReleasedFiles().find(({ id }) => id === version)
  if (!released) throw new UsageError(`${given} is not a released prompt version`)
  return released
}

const maxReasonLength = 500

function toReason(given: string): string {
  const result = normaliseText(given, 'line')
  if ('fault' in result) throw new UsageError(`--reason ${result.fault}`)
  if (!isReadable(result.text)) throw new UsageError('--reason must not be empty')
  if (Array.from(result.text).length > maxReasonLength)
    throw new UsageError(`--reason must have at most ${maxReasonLength} characters`)
  return result.text
}
