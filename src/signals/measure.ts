import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { openTimeout } from '../platform/resilience/open-timeout.ts'
import type { Image } from '../providers/images/images.ts'
import { type GatheredFacts, type MeasuredContract, gatherFacts } from './gather-facts.ts'
import { judgeImage } from './image.ts'
import type { JudgedSignal } from './judged.ts'
import { judgeMeme } from './meme.ts'
import { refine } from './refine.ts'
import { findSignalRules } from './rule-sets.ts'
import type { FactScore } from './rules/fact-1.2.0.ts'
import type { RuleScore } from './rules/rule-score-1.0.0.ts'
import { writeReason } from './write-reason.ts'
import type { Measured, Reading, HandleRecord, SignalName, Submission } from './schemas.ts'

interface Subject {
  submission: Submission
  prompt: PromptVersion
  image: Promise<Image>
  handleRecord: Promise<HandleRecord>
  /** The creator's wallet has signed for the submission, or the holder of a vouching key stands for it. */
  isSigned: boolean
  /** The contract to measure. */
  contract: MeasuredContract
  /** The name of the judge's samples to use; null: those of the content. */
  measurement: string | null
  /** The key that near-identical images share. */
  pictureKey: Promise<string>
  /** The enrolled submission that this one copies; null: none is known. */
  copyOf: Promise<string | null>
  /** The lowest scores of the bands: near them, a judged signal is worth more samples. */
  bandLines: number[]
}

/** Hears of each signal as soon as it is measured. */
export type NoteSignal = (name: SignalName, reading: Reading) => void

interface Call {
  signal: AbortSignal
  noteSignal?: NoteSignal
}

/** The six, and the facts that `creator` and `risk` rest on. */
interface Measurement {
  measured: Record<SignalName, Measured>
  facts: GatheredFacts
}

/**
 * Measures the six signals at once. A provider that isn't configured gives a stub; one that fails rejects the whole,
 * and what still runs for the others is cancelled (D16).
 */
export async function measure(
  deps: Deps,
  {
    submission,
    prompt,
    image: picture,
    handleRecord,
    isSigned,
    contract,
    measurement,
    pictureKey,
    copyOf,
    bandLines,
  }: Subject,
  { signal: callerSignal, noteSignal = () => {} }: Call,
): Promise<Measurement> {
  const failure = new AbortController()
  const signal = AbortSignal.any([callerSignal, failure.signal])
  const noted = async (name: SignalName, measuring: Measured | Promise<Measured>): Promise<Measured> => {
    const measured = await measuring
    if (!signal.aborted) noteSignal(name, measured.reading)
    return measured
  }
  /** Tells of a judged signal now only if no more samples may change it. */
  const opened = async (name: SignalName, judging: Promise<JudgedSignal>): Promise<JudgedSignal> => {
    const judged = await judging
    if (!judged.refine) await noted(name, judged.measured)
    return judged
  }
  const { scoreName, scoreSocial, ...rules } = findSignalRules(prompt.rules)
  const writer = deps.tokenRisk && deps.tokenRisk.legacy
  const scoreCreator = (known: GatheredFacts) =>
    withTimes(rules.creator.score({ ...known, isSigned }, writer), known.fetchedAt)
  const scoreRisk = (known: GatheredFacts) => withTimes(rules.risk.score(known, writer), known.fetchedAt)
  const facts = gatherFacts(deps, { ...submission, ...contract }, signal)
  copyOf.catch(() => {}) // a stub doesn't wait for it
  using deadline = openTimeout(deps.config.samplingDeadlineMs)
  try {
    const [meme, image, creator, name, social, risk] = await Promise.all([
      opened('meme', judgeMeme(deps, { submission, prompt, copyOf, measurement }, signal)),
      opened(
        'image',
        Promise.all([picture, pictureKey]).then(([fetched, key]) =>
          judgeImage(deps, { submission, image: fetched, pictureKey: key, prompt, measurement }, signal),
        ),
      ),
      noted('creator', facts.then(scoreCreator)),
      noted('name', byRules(scoreName(submission.name), prompt.rules.name)),
      noted(
        'social',
        handleRecord.then((found) => {
          const times = { standing: deps.clock.now().toISOString() }
          return withTimes(byRules(scoreSocial(socialFacts(submission, found)), prompt.rules.social, found), times)
        }),
      ),
      noted('risk', facts.then(scoreRisk)),
    ])
    const others = { creator: creator.reading, name: name.reading, social: social.reading, risk: risk.reading }
    const refining = { others, prompt, bandLines, modelSamples: deps.config.modelSamples, deadline: deadline.signal }
    const judged = await refine({ meme, image }, refining)
    if (meme.refine) await noted('meme', judged.meme.measured)
    if (image.refine) await noted('image', judged.image.measured)
    const measured = { meme: judged.meme.measured, creator, image: judged.image.measured, name, social, risk }
    return { measured, facts: await facts }
  } catch (error) {
    failure.abort(error)
    throw error
  }
}

const socialFacts = ({ xHandle, name, symbol }: Submission, record: HandleRecord) => ({
  handle: xHandle,
  name,
  symbol,
  ...record,
})

/** Adds to the evidence when its facts were fetched (D73). */
const withTimes = ({ evidence, ...measured }: Measured, fetchedAt: object): Measured =>
  measured.reading.stub ? { evidence, ...measured } : { ...measured, evidence: { ...(evidence as object), fetchedAt } }

/** The inputs that the record doesn't hold are kept with the score, so that a later check gets the same number. */
function byRules(scored: RuleScore | FactScore, rules: string, inputs: object = {}): Measured {
  const common = { score: scored.score, stub: false, confidence: null }
  if ('reason' in scored)
    return { reading: { ...common, reason: scored.reason }, evidence: { rules: scored.rules, ...inputs } }
  const { facts } = scored
  return { reading: { ...common, reason: writeReason(facts, rules), facts }, evidence: inputs }
}
