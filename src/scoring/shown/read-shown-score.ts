import type { Deps } from '../../deps.ts'
import type { ShownStanding } from '../../../contract/standing.ts'
import { type ScoreResult, parseScore } from '../../../contract/schemas/score.ts'
import { refuseHidden } from '../takedown/refuse-hidden.ts'
import {
  type ScoreWithReplays,
  type ShownScore as ShownRow,
  findScoreWithReplays,
  findShownScore,
} from './shown-store.ts'

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
