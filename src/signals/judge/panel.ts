import type { Configured } from '../../deps.ts'
import { BudgetSpent } from '../../activity/budgets.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { JudgeDeclined, type Model, quorumOf } from '../../providers/model/model.ts'
import { type Judgement, type Judging, type Question, openJudging } from './judging.ts'
import { type JudgeRules, findJudgeRules } from './rule-sets.ts'
import type { Refining } from './samples.ts'

interface PanelMember {
  model: Model
  judging: Judging | null
}

type Panel = JudgeRules['panel']

/**
 * Judges by every model of the panel at once. The verdicts of a quorum suffice; below it this throws as one model does.
 */
export async function openPanel(deps: Configured<'model'>, question: Question, signal: AbortSignal): Promise<Judging> {
  const { model } = deps
  const { panel } = findJudgeRules(question.prompt)
  if (!model.panel) return openJudging(deps, question, signal)
  const models = [model, ...model.panel]
  // A slow model must not use up the time of the others.
  const either = AbortSignal.any([signal, AbortSignal.timeout(deps.config.samplingDeadlineMs)])
  const opened = await Promise.allSettled(models.map((one) => openJudging({ ...deps, model: one }, question, either)))
  signal.throwIfAborted()
  const members = opened.map((one, at) => ({
    model: models[at] ?? model,
    judging: one.status === 'fulfilled' ? one.value : null,
  }))
  const reasons = opened.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (models.length - reasons.length < quorumOf(models.length)) throw toFailure(reasons, models.length)
  const defect = reasons.find((reason) => !isFailure(reason) && !either.aborted)
  if (defect !== undefined) throw defect
  return conclude(members, { panel, question })
}

const isFailure = (reason: unknown) =>
  reason instanceof UpstreamError || reason instanceof JudgeDeclined || reason instanceof BudgetSpent

/** Below the quorum: declined if that many models declined, else the first failure. */
function toFailure(reasons: unknown[], count: number): unknown {
  const declined = reasons.filter((reason) => reason instanceof JudgeDeclined)
  if (declined.length >= quorumOf(count)) return declined[0]
  const spent = reasons.find((reason) => reason instanceof BudgetSpent)
  if (spent) return spent
  const fault = reasons.find((reason) => reason instanceof UpstreamError)
  if (fault) return new UpstreamError('model', fault.fault, fault.message, fault.retryAfterMs)
  const isLate = reasons.some((reason) => reason instanceof DOMException && reason.name === 'TimeoutError')
  const defect = reasons.find((reason) => !isFailure(reason))
  return isLate
    ? new UpstreamError('model', 'timeout', 'Too few models of the panel answered in time')
    : (defect ?? declined[0])
}

/** The medians of both verdicts, if at least half of the models were lowered. */
function toLowering(members: Judgement[]): Pick<Judgement, 'lowering'> {
  if (2 * members.filter(({ lowering }) => lowering).length < members.length) return {}
  const both = members.map(({ score, lowering = { asWritten: score, covered: score } }) => lowering)
  return {
    lowering: {
      asWritten: toMedian(both.map(({ asWritten }) => asWritten)),
      covered: toMedian(both.map(({ covered }) => covered)),
    },
  }
}

/** Rounded half-up, as the score of a panel is. */
function toMedian(scores: number[]): number {
  const sorted = scores.toSorted((a, b) => a - b)
  const half = Math.floor((sorted.length - 1) / 2)
  const middle = sorted.slice(half, sorted.length - half)
  return Math.floor(middle.reduce((sum, score) => sum + score, 0) / middle.length + 0.5)
}

interface Concluding {
  panel: Panel
  question: Question
}

function conclude(members: PanelMember[], concluding: Concluding): Judging {
  const present = listSuccessful(members)
  const refinable = present.filter(({ judging }) => judging.refine)
  const refine = async (refining: Refining): Promise<Judging> =>
    conclude(await Promise.all(members.map((member) => refineMember(member, refining))), concluding)
  return {
    judgement: combine(members, concluding),
    count: Math.min(...(refinable.length > 0 ? refinable : present).map(({ judging }) => judging.count)),
    refine: refinable.length > 0 ? refine : null,
  }
}

const refineMember = async ({ model, judging }: PanelMember, refining: Refining): Promise<PanelMember> => ({
  model,
  judging: judging?.refine && judging.count < refining.upTo ? await judging.refine(refining) : judging,
})

const listSuccessful = (members: PanelMember[]) =>
  members.flatMap(({ model, judging }) => (judging ? [{ model, judging }] : []))

function combine(members: PanelMember[], { panel, question }: Concluding): Judgement {
  const successful = listSuccessful(members).map(({ model, judging }) => ({ model, ...judging.judgement }))
  const { disagreement, ...verdict } = panel.combinePanel(
    successful.map((member) => ({ score: member.score, confidence: member.confidence, spread: member.spread })),
    question.prompt,
  )
  const distance = ({ score }: Judgement) => Math.abs(score - verdict.score)
  const nearest = successful.toSorted((a, b) => distance(a) - distance(b))[0]
  const gates = (['copycat', 'bot-bait', 'instruction'] as const).filter(
    (gate) => 2 * successful.filter((member) => member.gates.includes(gate)).length >= successful.length,
  )
  return {
    ...verdict,
    words: nearest?.words ?? '',
    ratings: nearest?.ratings ?? {},
    sampled: successful.flatMap(({ sampled }) => sampled),
    gates,
    ...toLowering(successful),
    judges: members.map(({ model, judging }) => ({ model: model.name, score: judging?.judgement.score ?? null })),
    evidence: {
      panel: successful.map(({ model: { provider, name }, score, confidence, spread, evidence }) => ({
        provider,
        model: name,
        score,
        confidence,
        spread,
        ...evidence,
      })),
      absent: members
        .filter(({ judging }) => !judging)
        .map(({ model: { provider, name } }) => ({ provider, model: name })),
      disagreement,
    },
  }
}
