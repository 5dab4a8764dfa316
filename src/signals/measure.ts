import { toTotalSpread } from '../../contract/aggregate.ts'
import type { Reading } from '../../contract/signals/schemas.ts'
import type { Deps } from '../deps.ts'
import { openTimeout } from '../platform/resilience/timeouts.ts'
import type { MeasuredSignal, SignalSubject } from './definition.ts'
import { type GatheredFacts, gatherFacts } from './gather-facts.ts'
import { findSignal } from './registry.ts'
import type { Measured } from './schemas.ts'

interface MeasuredSubject extends Omit<SignalSubject, 'facts'> {
  bandLines: number[]
}

export type NoteSignal = (name: string, reading: Reading) => void

interface Call {
  signal: AbortSignal
  noteSignal?: NoteSignal
}

export type MeasuredSignals = Record<string, Measured>

interface Measurement {
  measured: MeasuredSignals
  facts: GatheredFacts
}

/** The first failure rejects and cancels the others (D16). */
export async function measure(
  deps: Deps,
  { bandLines, ...subject }: MeasuredSubject,
  { signal: callerSignal, noteSignal = () => {} }: Call,
): Promise<Measurement> {
  const failure = new AbortController()
  const signal = AbortSignal.any([callerSignal, failure.signal])
  const note = (name: string, { reading }: Measured) => {
    if (!signal.aborted) noteSignal(name, reading)
  }
  const facts = gatherFacts(deps, { ...subject.submission, ...subject.contract }, signal)
  facts.catch(() => {}) // awaited at the end
  subject.copyOf.catch(() => {}) // a stub doesn't wait for it
  using deadline = openTimeout(deps.config.samplingDeadlineMs)
  try {
    const opened = await Promise.all(
      subject.prompt.signals.map(async ({ name, weight }) => {
        const one = await findSignal(deps, name).measure(deps, { ...subject, facts }, signal)
        if (!one.refine) note(name, one.measured) // no more samples can change it
        return { name, weight, ...one }
      }),
    )
    const { modelSamples } = deps.config
    const refined = await refine(opened, { bandLines, modelSamples, deadline: deadline.signal })
    for (const [at, { name, measured }] of refined.entries()) if (opened[at]?.refine) note(name, measured)
    const measured = Object.fromEntries(refined.map((one) => [one.name, one.measured]))
    return { measured, facts: await facts }
  } catch (error) {
    failure.abort(error)
    throw error
  }
}

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
