import { judgePitch } from './heuristic-pitch.ts'
import { judgePicture } from './heuristic-picture.ts'
import type { ModelRequest } from './model-request.ts'
import { readSubmission } from './read-submission.ts'

/** What the stand-in calls itself. */
export const heuristicModel = 'stand-in-heuristic'

/** A verdict by a few rules that anybody can read: counts of words for a pitch, measures of the pixels for a picture. */
export async function judgeByHeuristic({ text, picture }: ModelRequest): Promise<object> {
  const submission = readSubmission(text)
  return picture ? judgePicture(picture) : judgePitch(submission)
}
