import { toChecksumAddress } from '../../contract/address.ts'
import type { Band } from '../../contract/bands.ts'
import type { VersionSignal } from '../../contract/props/home.ts'
import { parseScore, type ScoreResult } from '../../contract/schemas/score.ts'
import type { ShownStanding } from '../../contract/standing.ts'
import type { Deps } from '../deps.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { findSignal } from '../signals/registry.ts'
import {
  findScoreWithReplays,
  findShownScore,
  type ScoreWithReplays,
  type ShownScore as ShownRow,
} from './shown-store.ts'
import { refuseHidden } from './visibility.ts'

interface ShownScore {
  score: ScoreResult
  standing: ShownStanding
}

export async function readShownScore(db: Deps['reads'], id: string): Promise<ShownScore | undefined> {
  const row = await findShownScore(db, id)
  if (!row) return undefined
  refuseHidden(row.hiddenReason)
  return toShown(row)
}

/** Also throws `hidden` when the creator is taken down. */
export async function readScoreWithReplays(
  db: Deps['reads'],
  wanted: { id: string; maxReplays: number },
): Promise<(ShownScore & Pick<ScoreWithReplays, 'replays'>) | undefined> {
  const row = await findScoreWithReplays(db, wanted)
  if (!row) return undefined
  refuseHidden(row.hiddenReason)
  refuseHidden(row.creatorHiddenReason)
  return { ...toShown(row), replays: row.replays }
}

const toShown = ({ body, standing }: ShownRow): ShownScore => ({ score: parseScore(body), standing })

interface ScoreFieldsRow {
  name: string
  symbol: string
  creatorAddress: string
  contractAddress: string | null
  aggregateX100: number
  band: Band
  createdAt: Date
}

export const toScoreFields = (row: ScoreFieldsRow) => ({
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  contractAddress: row.contractAddress && toChecksumAddress(row.contractAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  createdAt: row.createdAt.toISOString(),
})

export async function listVersionSignals(deps: Deps): Promise<VersionSignal[]> {
  const { signals } = await deps.activePrompt()
  const { creatorData, tokenRisk } = sourcesOf(deps)
  const providers = { model: deps.model, creatorData, tokenRisk }
  return signals.map(({ name, weight }) => {
    const { provider } = findSignal(deps, name)
    return { name, weight, provider, isPending: provider !== null && providers[provider] === null }
  })
}
