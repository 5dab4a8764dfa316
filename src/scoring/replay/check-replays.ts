import { nilUuid } from '../../../contract/uuid.ts'
import type { Deps } from '../../deps.ts'
import { type Command, UsageError } from '../../platform/cli/command.ts'
import { type StoredRecord, listRecords } from './record-store.ts'
import { type Difference, replayScore } from './replay-score.ts'

export const checkReplaysCommand: Command<Deps> = {
  run: async (deps, { options, signal }) => {
    if (options['check'] !== true) throw new UsageError('missing --check')
    const { checked, missing, differing, differences } = await checkReplays(deps, signal)
    const total = Object.values(checked).reduce((sum, count) => sum + count, 0)
    const counts = Object.entries(checked).map(([version, count]) => `${version}: ${count} checked`)
    const others = Object.entries(missing).map(
      ([version, count]) =>
        `${version}: ${count} not checked, because this release lacks it (use the previous release)`,
    )
    const lines = [...differences.map(formatDifference), ...counts, ...others]
    const json = { checked, missing, differing, differences }
    const [first] = differences
    if (!first) return { lines: [...lines, `${total} scores replay to the same numbers`], json }
    return { lines, json, failure: `${differing} of ${total} scores differ; the first: ${formatDifference(first)}` }
  },
}

const formatDifference = ({ id, what, stored, replayed }: Difference): string =>
  `${id} ${what}: stored ${stored ?? 'none'}, replayed ${replayed ?? 'none'}`

const pageSize = 100

/** Further differences are counted but not listed. */
const maxListed = 100

interface Checked {
  checked: Record<string, number>
  missing: Record<string, number>
  differing: number
  differences: Difference[]
}

/** Replays every stored score, in the order of the ids. */
async function checkReplays(deps: Deps, signal: AbortSignal): Promise<Checked> {
  const result: Checked = { checked: {}, missing: {}, differing: 0, differences: [] }
  let after = nilUuid
  for (;;) {
    const records = await listRecords(deps.db, { after, limit: pageSize })
    for (const record of records) {
      signal.throwIfAborted()
      const { promptVersion } = record
      const counts = deps.versions.find(promptVersion) ? result.checked : result.missing
      counts[promptVersion] = (counts[promptVersion] ?? 0) + 1
      const found = replay(deps, record)
      if (found.length > 0) result.differing += 1
      result.differences.push(...found.slice(0, maxListed - result.differences.length))
    }
    const last = records.at(-1)
    if (!last) return result
    after = last.id
  }
}

function replay(deps: Deps, record: StoredRecord): Difference[] {
  try {
    return replayScore(deps, record)
  } catch (error) {
    throw new Error(`score ${record.id} can’t be replayed`, { cause: error })
  }
}
