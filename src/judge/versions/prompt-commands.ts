import type { Deps } from '../../deps.ts'
import { type Command, UsageError } from '../../platform/cli/command.ts'
import { getActor } from '../../platform/cli/get-actor.ts'
import { isReadable, normaliseText } from '../../../contract/text.ts'
import { activatePrompt } from './activate-prompt.ts'
import { listActivations } from './activation-store.ts'
import { diffPrompts } from './prompt-diff.ts'
import { type ReleasedFiles, readReleasedFiles } from './prompt-files.ts'
import { toActivationResponse, toReleases } from './list-prompts.ts'
import { promptName } from '../prompts.ts'

const shownActivations = 20

export const listPromptsCommand: Command<Deps> = {
  run: async (deps) => {
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
  },
}

export const diffPromptsCommand: Command<Deps> = {
  run: async (deps, { positionals: [from = '', to] }) => {
    const before = toReleased(from)
    const after = to === undefined ? toReleased((await deps.activePrompt()).id) : toReleased(to)
    const diff = diffPrompts(before, after)
    const lines = diff === '' ? [`${before.id} and ${after.id} are equal`] : [diff.trimEnd()]
    return { lines, json: { from: before.id, to: after.id, diff } }
  },
}

export const activatePromptCommand: Command<Deps> = {
  run: async (deps, { positionals: [given = ''], options }) => {
    const { id: version } = toReleased(given)
    const reason = toReason(options['reason'])
    const activation = toActivationResponse(await activatePrompt(deps, { version, reason, actor: getActor() }))
    return { lines: [`${version} is active: ${reason}`], json: activation }
  },
}

function toReleased(given: string): ReleasedFiles {
  const version = given.includes('@') ? given : `${promptName}@${given}`
  const released = readReleasedFiles().find(({ id }) => id === version)
  if (!released) throw new UsageError(`${given} is not a released prompt version`)
  return released
}

const maxReasonLength = 500

function toReason(given: string | boolean | undefined): string {
  if (typeof given !== 'string') throw new UsageError('missing --reason')
  const result = normaliseText(given, 'line')
  if ('fault' in result) throw new UsageError(`--reason ${result.fault}`)
  if (!isReadable(result.text)) throw new UsageError('--reason must not be empty')
  if (Array.from(result.text).length > maxReasonLength)
    throw new UsageError(`--reason must have at most ${maxReasonLength} characters`)
  return result.text
}
