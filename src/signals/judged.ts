import { Type } from 'typebox'
import { signalLooks } from '../../contract/signals/looks.ts'
import type { Configured, Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import { checkValue } from '../platform/values.ts'
import { JudgeDeclined } from '../providers/model/model.ts'
import {
  type MeasuredSignal,
  type ReplayedSignal,
  type SignalDefinition,
  type SignalSubject,
  type StoredSignal,
  withoutEvidence,
  withoutSamples,
} from './definition.ts'
import { type Judgement, type Judging, openPanel, type Question, type Spread } from './judge/judging.ts'
import { CounterfactualMismatch, replayPanel } from './judge/replay-judgement.ts'
import type { PromptVersion } from './judge/prompts.ts'
import { findJudgeRules } from './judge/rule-sets.ts'
import type { JudgedName } from './judge/weigh-samples.ts'
import { createStub } from './rule-scores.ts'
import type { Measured } from './schemas.ts'
import { writeSentences } from './write-reason.ts'

type JudgedField = 'name' | 'description' | 'imageUrl'

/** Content that the judge declines or can't read is a fault of a field (D23). */
async function judged(
  deps: Configured<'model'>,
  { field, question }: { field: JudgedField; question: Question },
  signal: AbortSignal,
): Promise<MeasuredSignal> {
  const toSignal = ({ judgement, count, refine }: Judging): MeasuredSignal => ({
    measured: toMeasured(question, judgement),
    samples: count,
    refine:
      refine && count < deps.config.modelSamples
        ? (upTo, deadline) => blamingField(field, async () => toSignal(await refine({ upTo, deadline, signal })))
        : null,
  })
  return blamingField(field, async () => toSignal(await openPanel(deps, question, signal)))
}

async function blamingField<T>(field: JudgedField, judge: () => Promise<T>): Promise<T> {
  try {
    return await judge()
  } catch (error) {
    throw error instanceof JudgeDeclined ? toFieldError(field, error) : error
  }
}

function toFieldError(field: JudgedField, { blamed }: JudgeDeclined) {
  if (blamed === 'image') return badField('imageUrl', 'is an image that the judge can’t read: use another image')
  if (blamed === 'text')
    return badField(
      field === 'imageUrl' ? 'name' : field,
      'is text that the judge can’t read: use only ordinary characters',
    )
  return badField(field, 'is content that the judge declines to score')
}

const toMeasured = (
  { prompt }: Question,
  { evidence, gates, words, ratings, sampled, lowering, ...verdict }: Judgement,
): Measured => {
  const { judgedFacts } = findJudgeRules(prompt)
  const scored = { score: verdict.score, words, ratings, sampled, gates, lowering }
  const facts = judgedFacts?.(scored, prompt.gates)
  const reason = facts ? writeSentences(facts) : words
  return { reading: { ...verdict, reason, stub: false, ...(facts && { facts }) }, evidence, gates }
}

const Samples = Type.Object({
  samples: Type.Array(Type.Object({ arguments: Type.Unknown() }), { minItems: 1 }),
  copyOf: Type.Optional(Type.String()),
  isCutShort: Type.Optional(Type.Boolean()),
  counterfactual: Type.Optional(Type.Object({ sample: Type.Object({ arguments: Type.Unknown() }) })),
})
const Panel = Type.Object({ panel: Type.Array(Samples, { minItems: 1 }) })

function replayJudged(
  { signalName, fields }: { signalName: JudgedName; fields: Record<string, string> },
  { prompt, evidence }: StoredSignal,
): ReplayedSignal {
  const judged = listMembers(evidence).map(({ samples, copyOf = null, isCutShort = false, counterfactual }) => ({
    samples,
    copyOf,
    isCutShort,
    ...(counterfactual && { counterfactual: counterfactual.sample }),
  }))
  if (judged.length === 0) return withoutEvidence
  try {
    const { spread, ...replayed } = replayPanel({ signalName, prompt, fields }, judged)
    return { ...replayed, spread: formatSpread(spread) }
  } catch (error) {
    if (error instanceof CounterfactualMismatch) return withoutEvidence
    throw error
  }
}

function listMembers(evidence: unknown) {
  if (checkValue(Panel, evidence)) return evidence.panel
  return checkValue(Samples, evidence) ? [evidence] : []
}

/** `70.1 to 89.9`; null without a spread. */
export const formatSpread = (spread: Spread | null | undefined): string | null =>
  spread ? `${spread.lowest} to ${spread.highest}` : null

export const memeSignal: SignalDefinition = {
  name: 'meme',
  look: signalLooks.meme,
  provider: 'model',
  measure: judgeMeme,
  replay: (stored) => {
    return replayJudged({ signalName: 'meme', fields: toMemeFields(stored.submission, stored.prompt) }, stored)
  },
}

/** A prompt version that can't say that there is no pitch shows an empty one. */
function toMemeFields({ name, symbol, description }: StoredSignal['submission'], { absent }: PromptVersion) {
  const fields = { name, ticker: symbol }
  return description === null && absent ? fields : { ...fields, pitch: description ?? '' }
}

type MemeSubject = Pick<SignalSubject, 'submission' | 'prompt'> & Partial<Pick<SignalSubject, 'copyOf' | 'measurement'>>

export async function judgeMeme(
  { model, ...deps }: Deps,
  { submission, prompt, copyOf, measurement }: MemeSubject,
  signal: AbortSignal,
): Promise<MeasuredSignal> {
  if (!model) return withoutSamples(createStub('MODEL_PROVIDER', { hasFacts: prompt.rules.facts !== undefined }))
  const question = {
    signalName: 'meme',
    prompt,
    fields: toMemeFields(submission, prompt),
    ...(copyOf && { copyOf }),
    ...(typeof measurement === 'string' && { measurement }),
  } as const
  return judged(
    { ...deps, model },
    { field: submission.description === null ? 'name' : 'description', question },
    signal,
  )
}

export const imageSignal: SignalDefinition = {
  name: 'image',
  look: signalLooks.image,
  provider: 'model',
  measure: judgeImage,
  replay: (stored) => replayJudged({ signalName: 'image', fields: { name: stored.submission.name } }, stored),
}

type ImageSubject = Pick<SignalSubject, 'submission' | 'prompt' | 'image'> &
  Partial<Pick<SignalSubject, 'pictureKey' | 'measurement'>>

export async function judgeImage(
  { model, ...deps }: Deps,
  { submission, image: fetching, pictureKey, prompt, measurement }: ImageSubject,
  signal: AbortSignal,
): Promise<MeasuredSignal> {
  const [image, key] = await Promise.all([fetching, pictureKey])
  if (!model) return withoutSamples(createStub('MODEL_PROVIDER', { hasFacts: prompt.rules.facts !== undefined }))
  const question = {
    signalName: 'image',
    prompt,
    image,
    pictureKey: key ?? image.hash,
    fields: { name: submission.name },
    ...(typeof measurement === 'string' && { measurement }),
  } as const
  return judged({ ...deps, model }, { field: 'imageUrl', question }, signal)
}
