import type { Deps } from '../../deps.ts'
import { readEffects } from '../../signals/reading/read-effects.ts'
import type { TokenStanding } from '../identity/standing.ts'
import type { ScoreResult } from '../schemas.ts'
import { refuseHidden } from '../takedown/refuse-hidden.ts'
import {
  type ScoreWithRelated,
  type ShownSample,
  type ShownScore as ShownRow,
  findScoreWithRelated,
  findShownScore,
} from './shown-store.ts'

interface ShownScore {
  score: ScoreResult
  standing: TokenStanding
  /** The judge's answers; none for a stub. */
  samples: { meme: ShownSample[]; image: ShownSample[] }
  /** The effect of each fact on its signal. */
  effects: ReturnType<typeof readEffects>
}

/** A score with what pages show of its evidence; undefined: there is none. Throws `hidden` if it is taken down. */
export async function readShownScore(db: Deps['reads'], id: string): Promise<ShownScore | undefined> {
  const row = await findShownScore(db, id)
  if (!row) return undefined
  refuseHidden(row.hiddenReason)
  return toShown(row)
}

/** The same with its replays and what else there is about it. Throws `hidden` for a creator who is taken down, too. */
export async function readScoreWithRelated(
  db: Deps['reads'],
  wanted: { id: string; maxReplays: number },
): Promise<(ShownScore & Pick<ScoreWithRelated, 'replays' | 'related'>) | undefined> {
  const row = await findScoreWithRelated(db, wanted)
  if (!row) return undefined
  refuseHidden(row.hiddenReason)
  refuseHidden(row.creatorHiddenReason)
  return { ...toShown(row), replays: row.replays, related: row.related }
}

function toShown({ body, standing, meme, image, effects }: ShownRow): ShownScore {
  const score = JSON.parse(body) as ScoreResult // we wrote it
  return { score, standing, samples: { meme, image }, effects: readEffects(effects) }
}
