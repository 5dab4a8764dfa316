import type { Deps } from '../deps.ts'
import { type ScoreResult, parseScore } from '../../contract/schemas/score.ts'
import { getShownBody } from '../scoring/takedown/get-shown-body.ts'

export async function getScoreOrThrow(reads: Deps['reads'], id: string): Promise<ScoreResult> {
  return parseScore(await getShownBody(reads, id))
}
