import { judgePitch } from './heuristic-pitch.ts'
import { judgeImage } from './heuristic-image.ts'
import type { ModelRequest } from './model-request.ts'
import { readSubmission } from './read-submission.ts'

/** The model name that the stand-in reports. */
export const heuristicModel = 'stand-in-heuristic'

/** A verdict by a few rules that anybody can read: counts of words for a pitch, measures of the pixels for an image. */
export async function judgeByHeuristic({ text, image }: ModelRequest): Promise<object> {
  const submission = readSubmission(text)
  return image ? judgeImage(image) : judgePitch(submission)
}
