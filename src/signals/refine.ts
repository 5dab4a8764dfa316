import type { PromptVersion } from '../judge/prompts.ts'
import type { JudgedSignal } from './judged.ts'
import { type Reading, type SignalName, signalNames } from './schemas.ts'
import { toTotalSpread } from '../../contract/total-spread.ts'

/** The two signals that a model judges. */
interface JudgedPair {
  meme: JudgedSignal
  image: JudgedSignal
}

interface Refining {
  /** Of the signals that no model judges. */
  others: Record<Exclude<SignalName, keyof JudgedPair>, Reading>
  prompt: Pick<PromptVersion, 'weights'>
  /** The lowest scores of the bands. */
  bandLines: number[]
  /** The most samples of a signal. */
  modelSamples: number
  deadline: AbortSignal
}

/** One sample tells nothing of its own deviation, so there are three next, and then five. */
const step = 2

/** Takes more samples of both signals at once, while the total could as well lie on the other side of a band line. */
export async function refine(judged: JudgedPair, refining: Refining): Promise<JudgedPair> {
  const { modelSamples, deadline } = refining
  const open = [judged.meme, judged.image].filter((one) => one.refine && one.samples < modelSamples)
  if (open.length === 0 || !isNearLine(judged, refining)) return judged
  const upTo = Math.min(modelSamples, Math.min(...open.map(({ samples }) => samples)) + step)
  const more = async (one: JudgedSignal): Promise<JudgedSignal> =>
    one.refine && one.samples < upTo ? one.refine(upTo, deadline) : one
  const [meme, image] = await Promise.all([more(judged.meme), more(judged.image)])
  return refine({ meme, image }, refining)
}

function isNearLine({ meme, image }: JudgedPair, { others, prompt, bandLines }: Refining): boolean {
  const readings = { ...others, meme: meme.measured.reading, image: image.measured.reading }
  const spread = toTotalSpread(signalNames.map((name) => ({ weight: prompt.weights[name], ...readings[name] })))
  return spread !== null && bandLines.some((line) => spread.lowest <= line && line <= spread.highest)
}
