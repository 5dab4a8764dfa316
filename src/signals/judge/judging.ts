import { Type } from 'typebox'
import { BudgetSpent } from '../../activity/budgets.ts'
import type { Configured, Deps } from '../../deps.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { checkValue } from '../../platform/values.ts'
import { type Image, minJudgedSide } from '../../providers/images/images.ts'
import { JudgeDeclined, type Model, quorumOf } from '../../providers/model/model.ts'
import { type Lowering, planCounterfactual, settle, type Settled } from './counterfactual.ts'
import type { PromptVersion } from './prompts.ts'
import { findJudgeRules, type JudgeRules } from './rule-sets.ts'
import type { CleanText } from './rules/clean-1.1.0.ts'
import type { Spread } from './rules/combine-1.1.0.ts'
import type { Covering } from './rules/counterfactual-1.2.0.ts'
import type { GateName } from './rules/gates-1.1.0.ts'
import { type Refining, type SampleRequest, type Samples, takeMoreSamples, takeSamples } from './samples.ts'
import type { StoredSample } from './store.ts'
import { isOnlyOfPicture, listGates, verdictSchemas, type Weighed, weighSample } from './weigh-samples.ts'

export type { GateName, Spread }

/** Untrusted texts by their place in the user text, and an image for `image`. */
export type Question = (
  | {
      signalName: 'meme'
      prompt: PromptVersion
      fields: { name: string; ticker: string; pitch?: string }
      /** An enrolled submission that this one copies, in words; null by default. */
      copyOf?: Promise<string | null>
    }
  | {
      signalName: 'image'
      prompt: PromptVersion
      fields: { name: string }
      image: Image
      /** Near-identical images share it; the image's hash by default. */
      pictureKey?: string
    }
) & {
  /** Keeps the samples of a measurement apart from those of scores. */
  measurement?: string
}

type ImageQuestion = Extract<Question, { signalName: 'image' }>

export interface Judgement {
  score: number
  /** 0–1, two decimals. */
  confidence: number
  /** The range in which the score could also lie. */
  spread: Spread
  /** The models of a panel; null: one failed. */
  judges?: { model: string; score: number | null }[]
  lowering?: Lowering
  words: string
  /** Ratings from 0 to 5 of the verdict whose words are shown, by criterion. */
  ratings: Record<string, number>
  /** The scores of all samples, under the gates. */
  sampled: number[]
  /** The gates that applied in at least half of the samples. */
  gates: GateName[]
  evidence: object
}

export interface Judging {
  judgement: Judgement
  count: number
  /** Takes samples up to a number, until the deadline. null: some samples failed. */
  refine: ((refining: Refining) => Promise<Judging>) | null
}

/**
 * Judges content by the model or by stored samples of the same content (D19), under the gates of the prompt version;
 * more samples may follow. Throws `UpstreamError` ('model'), `JudgeDeclined`, or the signal's reason.
 */
async function openJudging(deps: Configured<'model'>, question: Question, signal: AbortSignal): Promise<Judging> {
  const { prompt } = question
  const rules = findJudgeRules(prompt)
  const cleaned = cleanFields(rules, question.fields)
  const texts = Object.fromEntries(cleaned.map(([name, { text }]) => [name, text]))
  const asked = ask(deps, { question, rules, texts, covering: null })
  const taken = await takeSamples(deps, asked, signal)
  const copyOf = question.signalName === 'meme' ? ((await question.copyOf) ?? null) : null
  const opened = { question, rules, cleaned, texts, copyOf }
  const conclude = async (taken: Samples): Promise<Judging> => {
    const judgement = await weigh(deps, { ...opened, taken }, signal)
    const isFinal = taken.isCutShort || isFarLower(judgement, prompt)
    return {
      judgement,
      count: taken.samples.length,
      refine: isFinal ? null : async (refining) => conclude(await takeMoreSamples(deps, { asked, taken }, refining)),
    }
  }
  return conclude(taken)
}

/** Whether more samples of the original text can hardly change that the other verdict counts. */
const isFarLower = ({ lowering }: Judgement, { counterfactual }: PromptVersion): boolean =>
  lowering !== undefined && lowering.asWritten - lowering.covered > 2 * (counterfactual?.most ?? 0)

interface Asking {
  question: Question
  rules: JudgeRules
  texts: Record<string, string>
  /** null: nothing is covered. */
  covering: Covering | null
}

function ask({ random }: Deps, { question, rules, texts, covering }: Asking): SampleRequest {
  const { signalName, prompt, measurement } = question
  // Stored samples are found by a hash of these names and values.
  const content = {
    prompt: prompt.id,
    signal: signalName,
    text: rules.contentTexts(texts),
    image: null,
    ...(measurement !== undefined && { measurement }),
    ...(covering !== null && { covering }),
  }
  const image = question.signalName === 'image' ? question.image : null
  const isCovered = covering !== null
  return {
    ...identify(content, { question, rules }),
    toRequest: async (sample) =>
      createRequest(question, {
        rules,
        texts,
        image: image && (await toShown(image)),
        boundary: random.hex(8),
        order: findOrder(question, sample),
        isCovered,
      }),
    keep: rules.keptVerdict,
  }
}

type ShownImage = Pick<Image, 'bytes' | 'mediaType'>

/** The stored copy, with both sides of at least 64 pixels, as model servers require. */
async function toShown(image: Image): Promise<ShownImage> {
  if (Math.min(image.width, image.height) >= minJudgedSide) return image
  const { padImage } = await import('../../providers/images/sharp.ts')
  return { bytes: await padImage(image), mediaType: 'image/png' }
}

interface Opened {
  question: Question
  rules: JudgeRules
  cleaned: [string, CleanText][]
  texts: Record<string, string>
  copyOf: string | null
  taken: Samples
}

async function weigh(deps: Configured<'model'>, opened: Opened, signal: AbortSignal): Promise<Judgement> {
  const { question, rules, cleaned, copyOf, taken } = opened
  const { signalName, prompt, fields } = question
  const { key, samples, areReused, isCutShort } = taken
  const subject = { signalName, prompt, rules, fields, copyOf }
  const weighed = samples.map(({ arguments: args }) => weighSample(subject, args))
  const combined = rules.combine(weighed, prompt, isCutShort)
  const counterfactual = await takeCounterfactual(deps, { ...opened, score: combined.score }, signal)
  const covered = counterfactual && weighSample(subject, counterfactual.sample.arguments)
  const settled: Settled = covered ? settle(subject, { combined, samples, covered }) : combined
  const { score, confidence, spread, lowering } = settled
  const counted = lowering && covered ? [covered] : weighed
  const nearest = findNearest(counted, score)
  return {
    score,
    confidence,
    spread,
    ...(lowering && { lowering }),
    ...formatVerdict(rules, nearest, prompt),
    sampled: weighed.map((sample) => sample.score),
    gates: listGates(counted),
    evidence: {
      rules: [prompt.rules.clean, prompt.rules.content, prompt.rules.scan],
      contentKey: key.contentKey,
      ...(question.signalName === 'image' && { pictureKey: toImageKey(question) }),
      ...(copyOf !== null && { copyOf }),
      // The judge read the first text with this key; `removed` and the hits are of this text.
      areSamplesReused: areReused,
      ...(isCutShort && { isCutShort }),
      removed: Object.fromEntries(cleaned.map(([name, { removed }]) => [name, removed])),
      samples: samples.map((sample, at) => toEvidence(sample, weighed[at])),
      ...(counterfactual && {
        counterfactual: {
          asWritten: combined.score,
          covering: counterfactual.covering,
          contentKey: counterfactual.contentKey,
          sample: toEvidence(counterfactual.sample, covered ?? undefined),
        },
      }),
    },
  }
}

/**
 * Takes the sample on covered texts if the score needs one (D114). A failure ends the scoring: without it, the higher
 * score would stand unchecked.
 */
async function takeCounterfactual(
  deps: Configured<'model'>,
  { question, rules, texts, taken, score }: Opened & { score: number },
  signal: AbortSignal,
): Promise<{ covering: Covering; contentKey: string; sample: StoredSample } | null> {
  const { signalName, prompt } = question
  const plan = planCounterfactual({ signalName, prompt, rules }, { score, samples: taken.samples, texts })
  if (!plan) return null
  const { key, samples } = await takeSamples(deps, ask(deps, { question, rules, ...plan }), signal)
  const [sample] = samples
  return sample ? { covering: plan.covering, contentKey: key.contentKey, sample } : null
}

/** Models favour criteria by their position, so samples order them differently; the content key tells how. */
function findOrder({ signalName, prompt }: Question, { contentKey, index }: { contentKey: string; index: number }) {
  const { orders } = prompt[signalName].criteria
  return orders[(Number.parseInt(contentKey.slice(0, 8), 16) + index) % orders.length] ?? []
}

const toImageKey = ({ image, pictureKey = image.hash }: ImageQuestion): string => pictureKey

/**
 * Samples of a picture belong to its own bytes. Those that found nothing but the picture are shared with near-identical
 * ones.
 */
function identify(
  content: object,
  { question, rules }: { question: Question; rules: JudgeRules },
): Pick<SampleRequest, 'content' | 'sharing'> {
  if (question.signalName === 'meme') return { content }
  const { image } = question
  const group = toImageKey(question)
  const of = (bytes: string) => ({ ...content, image: { hash: bytes } })
  const ofGroup = { ...content, image: { group } }
  // Earlier releases stored samples under the group alone.
  const earlier = { ...content, image: group }
  const first = group === image.hash ? [] : [of(group)]
  return {
    content: of(image.hash),
    sharing: {
      from: [...first, ofGroup, earlier],
      to: group === image.hash ? [] : [of(group), ofGroup],
      isShareable: ({ arguments: args }) => isOnlyOfPicture(rules, args),
    },
  }
}

const cleanFields = (rules: JudgeRules, fields: Record<string, string>): [string, CleanText][] =>
  Object.entries(fields).map(([name, text]) => [name, rules.cleanText(text)])

interface View {
  rules: JudgeRules
  texts: Record<string, string>
  image: ShownImage | null
  boundary: string
  order: string[]
  /** The texts have covered words. */
  isCovered: boolean
}

function createRequest({ signalName, prompt }: Question, { rules, texts, image, boundary, order, isCovered }: View) {
  const { instructions, tool, ...forms } = prompt[signalName]
  const userText = (isCovered ? forms.coveredText : undefined) ?? forms.userText
  const { marker, absent, reminder } = prompt
  // A text of covered words only is not empty.
  const mark = (text: string) =>
    isCovered && /^[▢\s]+$/.test(text) ? text.replace(/\s+/g, marker) : rules.markData(text, marker)
  const marked = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, mark(text)]))
  return {
    instructions,
    text: rules.fillTemplate(userText, { ...absent, ...marked, marker, boundary }),
    ...(image && { image }),
    tool: {
      ...tool,
      schema: orderCriteria(tool.schema, order),
      accepts: (args: unknown) => checkValue(verdictSchemas[signalName], args),
    },
    reminder,
  }
}

const toEvidence = (sample: StoredSample, weighed: Weighed | undefined) => ({
  ...sample,
  createdAt: sample.createdAt.toISOString(),
  score: weighed?.score,
  criteriaScore: weighed?.criteriaScore,
  gates: weighed?.held,
  hits: weighed?.hits,
})

const findNearest = (weighed: Weighed[], score: number): Weighed | undefined => {
  const distance = (sample: Weighed) => Math.abs(sample.score - score)
  return weighed.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** No words or ratings of a sample with an instruction to the judge. */
const formatVerdict = (rules: JudgeRules, sample: Weighed | undefined, { gates }: PromptVersion) =>
  !sample || sample.held.includes('instruction')
    ? { words: gates.instruction.reason, ratings: {} }
    : { words: rules.publicReason(sample.reason), ratings: sample.ratings }

type ToolSchema = PromptVersion['meme']['tool']['schema']

const Criteria = Type.Object({ properties: Type.Record(Type.String(), Type.Unknown()) })

const made = new WeakMap<ToolSchema, WeakMap<string[], ToolSchema>>()

/** Judges fill criteria in as they come, so `order` varies. */
function orderCriteria(schema: ToolSchema, order: string[]): ToolSchema {
  const byOrder = made.get(schema) ?? new WeakMap<string[], ToolSchema>()
  made.set(schema, byOrder)
  const ordered = byOrder.get(order) ?? reorder(schema, order)
  byOrder.set(order, ordered)
  return ordered
}

function reorder(schema: ToolSchema, order: string[]): ToolSchema {
  const { criteria } = schema.properties
  if (!checkValue(Criteria, criteria)) return schema
  const properties = Object.fromEntries(order.map((name) => [name, criteria.properties[name]]))
  return { ...schema, properties: { ...schema.properties, criteria: { ...criteria, properties, required: order } } }
}

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
