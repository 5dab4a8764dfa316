import { toTotalSpread } from '../../contract/total-spread.ts'
import type { MeasuredSignal } from './definition.ts'

interface Refining {
  bandLines: number[]
  modelSamples: number
  deadline: AbortSignal
}

interface WeightedSignal extends MeasuredSignal {
  weight: number
}

/** One sample says nothing about deviation, so there are three next, and then five. */
const step = 2

/** Takes more samples of all judged signals while the total could lie on the other side of a band line. */
export async function refine<Signal extends WeightedSignal>(signals: Signal[], refining: Refining): Promise<Signal[]> {
  const { bandLines, modelSamples, deadline } = refining
  const open = signals.filter((one) => one.refine && one.samples < modelSamples)
  if (open.length === 0 || !isNearLine(signals, bandLines)) return signals
  const upTo = Math.min(modelSamples, Math.min(...open.map(({ samples }) => samples)) + step)
  const more = async (one: Signal): Promise<Signal> =>
    one.refine && one.samples < upTo ? { ...one, ...(await one.refine(upTo, deadline)) } : one
  return refine(await Promise.all(signals.map(more)), refining)
}

function isNearLine(signals: WeightedSignal[], bandLines: number[]): boolean {
  const spread = toTotalSpread(signals.map(({ weight, measured }) => ({ weight, ...measured.reading })))
  return spread !== null && bandLines.some((line) => spread.lowest <= line && line <= spread.highest)
}
