import { unmarkData } from '../../src/signals/spotlight.ts'
import { judgePitch } from './heuristic-pitch.ts'
import { judgePicture } from './heuristic-picture.ts'
import type { ModelRequest } from './model-request.ts'

/** What the stand-in calls itself. */
export const heuristicModel = 'stand-in-heuristic'

/** A verdict by a few rules that anybody can read: counts of words for a pitch, measures of the pixels for a picture. */
export async function judgeByHeuristic({ text, picture }: ModelRequest): Promise<object> {
  const submission = readSubmission(text)
  return picture ? judgePicture(picture) : judgePitch(submission)
}

export interface ReadSubmission {
  name: string
  ticker: string
  pitch: string
}

/** The fields between the two lines that bear the random mark, as they were before they were marked as data. */
export function readSubmission(text: string): ReadSubmission {
  const [, , data = ''] = /^BEGIN SUBMISSION (\w+)$\n([^]*)\n^END SUBMISSION \1$/m.exec(text) ?? []
  const [, marker = ''] = /written as (\S)/.exec(text) ?? []
  const field = (name: string) => unmarkData(new RegExp(`^${name}: (.*)$`, 'm').exec(data)?.[1] ?? '', marker)
  return { name: field('name'), ticker: field('ticker'), pitch: field('pitch') }
}
