import type { Deps } from '../../deps.ts'
import { readEffects } from '../../signals/reading/read-effects.ts'
import type { TokenStanding } from '../identity/standing.ts'
import type { ScoreResult } from '../schemas.ts'
import { refuseHidden } from '../takedown/refuse-hidden.ts'
import { type ShownSample, type ShownScore as ShownRow, findShownScore } from './shown-store.ts'

interface ShownScore extends Pick<ShownRow, 'ranked'> {
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
  const { body, standing, ranked, meme, image, effects } = row
  const score = JSON.parse(body) as ScoreResult // we wrote it
  return { score, standing, ranked, samples: { meme, image }, effects: readEffects(effects) }
}
