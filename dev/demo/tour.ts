import type { Static } from 'typebox'
import { bandRule } from '../../contract/bands.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import type { Percentile } from '../../contract/schemas/ranking.ts'
import type { Environment } from '../../src/platform/env.ts'
import type { Ask } from './ask.ts'
import { attest } from './attest.ts'
import { cell, print, printStep, printText } from './layout.ts'
import { subscribe } from './subscriber.ts'
import { type Wallet, launchDay } from './launch-day.ts'
import { type Sample, freeLunch } from '../world/samples.ts'
import { signSubmission } from './sign-submission.ts'
import { printContributions, printHead, printReasons, printRow, printWarnings } from './score-table.ts'
import type { World } from '../world/world.ts'

export interface Stage {
  world: World
  cast: Sample[]
  /** Of the creator of the cast's first. */
  wallet: Wallet
  /** Of the service. */
  environment: Environment
}

/** Has the samples scored and follows one of them further, printing each step as it happens. */
export async function tour(ask: Ask, { world, cast, wallet, environment }: Stage): Promise<void> {
  printStep(2, `${cast.length} submissions, each scored on six signals`)
  const scores = await scoreAll(ask, { world, cast, wallet })
  const score = scores.get(freeLunch)
  if (!score) throw new Error('the sample to be explained was not scored')
  printStep(3, `The score of ${score.submission.name} explained: ${score.aggregate}`)
  explain(score)
  printStep(4, 'The same submission, scored again')
  await rescore(ask, score)
  printStep(5, 'Comparison with other scores')
  await place(ask, score)
  const subscriber = await subscribe(ask, { subscriber: world.subscriber, environment, step: 6 })
  await launchDay(ask, { wallet, score: findBest(scores), subscriber, step: 7 })
  const { isChainStandIn } = world
  await attest(ask, { score: findBest(scores), environment, isChainStandIn, subscriber, step: 10 })
  await subscriber.unsubscribe()
  printStep(11, 'Requests with mistakes')
  await makeMistakes(ask, world.toSubmission(freeLunch))
}

/** The cast's first: the wallet made on the spot is its creator. */
function findBest(scores: Map<Sample, ScoreResult>): ScoreResult {
  const [best] = scores.values()
  if (!best) throw new Error('nothing was scored')
  return best
}

/** One after the other, so that each line appears when its score is there. */
async function scoreAll(
  ask: Ask,
  { world, cast, wallet }: Pick<Stage, 'world' | 'cast' | 'wallet'>,
): Promise<Map<Sample, ScoreResult>> {
  const scores = new Map<Sample, ScoreResult>()
  printHead()
  for (const sample of cast) {
    const submission = world.toSubmission(sample)
    const isOwn = submission.creatorAddress === wallet.address
    const signed = isOwn ? await signSubmission(ask, submission, wallet) : submission
    const score = await ask.post<ScoreResult>('/v1/score', signed)
    printRow(sample, score)
    scores.set(sample, score)
  }
  print()
  printText('Read the warnings first, which the total can hide: !! is critical, ! is a caution, +1 is one more.')
  printText(`All scores are from 0 to 100. Higher is better, also for risk: ${bandRule}.`)
  printText(unsignedNote)
  if (world.isJudgeStandIn) printText(blindness)
  return scores
}

const unsignedNote =
  'Only the first submission is signed by its creator’s wallet. The others name wallets that nobody has signed with, so their creator signals are at most 50.'

const blindness =
  'The stand-in can’t read images. A language model should report the note to the judge in the cookie’s image, which caps its score at 20.'

function explain(score: ScoreResult): void {
  printWarnings(score)
  print()
  printText(score.explanation.summary)
  print()
  printContributions(score)
  print()
  printReasons(score)
}

async function rescore(ask: Ask, score: ScoreResult): Promise<void> {
  const again = await ask.post<ScoreResult>(`/v1/score/${score.id}/rescore`)
  print(`before   ${listNumbers(score)}`)
  print(`again    ${listNumbers(again)}`)
  print()
  const isSame = ['meme', 'image'].every((name) => again.signals[name]?.score === score.signals[name]?.score)
  const why = isSame
    ? 'the judge’s scores are the same, because the service reuses the stored samples of the same content. Scoring again does not improve a score.'
    : 'the judge was called again, because its stored samples no longer apply (another model, or older than 30 days).'
  printText(
    `This is a new record with its own id; the old record does not change. Creator, social and risk were measured again, from provider responses that are at most an hour old; ${why}`,
  )
}

const listNumbers = ({ id, aggregate, signals }: ScoreResult) =>
  `${id}   total ${aggregate.toFixed(2)}   meme ${signals['meme']?.score}   image ${signals['image']?.score}`

async function place(ask: Ask, { id, submission }: ScoreResult): Promise<void> {
  const ranked = await ask.get<Static<typeof Percentile>>(`/v1/score/${id}/percentile?window=7d`)
  const { percentile, cohortSize } = ranked
  print(`percentile ${percentile ?? 'none'} of a cohort of ${cohortSize}`)
  print()
  printText(
    `The cohort counts each launch of the last 7 days once, with its newest score or the newest enrolled score. The second score of ${submission.name} replaced the first, so scoring again does not change the size of the cohort.`,
  )
}

async function makeMistakes(ask: Ask, submission: object): Promise<void> {
  await askInVain(ask, { ...submission, symbol: 'FREE LUNCH', xHandle: 'free lunch', tip: 5 })
  print()
  await askInVain(ask, { ...submission, imageUrl: 'https://10.0.0.1/logo.png' })
}

async function askInVain(ask: Ask, wrong: object): Promise<void> {
  const { status, error } = await ask.postInVain('/v1/score', wrong)
  print(`${status} ${error.code}`)
  const faults = error.details ?? [{ path: '', message: error.message }]
  for (const { path, message } of faults) printText(message, cell(path, 10))
}
