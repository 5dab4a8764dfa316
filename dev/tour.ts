import type { Static } from 'typebox'
import type { ScoreResult } from '../src/scoring/schemas.ts'
import type { Percentile } from '../src/standings/schemas.ts'
import type { Environment } from '../src/platform/env.ts'
import type { Ask } from './ask.ts'
import { attest } from './attest.ts'
import { cell, print, printStep, printText } from './layout.ts'
import { subscribe } from './subscriber.ts'
import { type Wallet, launchDay } from './launch-day.ts'
import { type Sample, freeLunch } from './samples.ts'
import { printContributions, printHead, printReasons, printRow } from './score-table.ts'
import type { World } from './world.ts'

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
  const scores = await scoreAll(ask, { world, cast })
  const score = scores.get(freeLunch)
  if (!score) throw new Error('the sample to be explained was not scored')
  printStep(3, `Why ${score.submission.name} has ${score.aggregate}`)
  explain(score)
  printStep(4, 'The same submission, scored again')
  await rescore(ask, score)
  printStep(5, 'Where it stands among the others')
  await place(ask, score)
  const subscriber = await subscribe(ask, { subscriber: world.subscriber, environment, step: 6 })
  await launchDay(ask, { wallet, score: bestOf(scores), subscriber, step: 7 })
  const { isChainStandIn } = world
  await attest(ask, { score: bestOf(scores), environment, isChainStandIn, subscriber, step: 10 })
  await subscriber.unsubscribe()
  printStep(11, 'Requests with mistakes')
  await makeMistakes(ask, world.submissionOf(freeLunch))
}

/** The cast's first: the wallet made on the spot is its creator. */
function bestOf(scores: Map<Sample, ScoreResult>): ScoreResult {
  const [best] = scores.values()
  if (!best) throw new Error('nothing was scored')
  return best
}

/** One after the other, so that each line appears when its score is there. */
async function scoreAll(ask: Ask, { world, cast }: Pick<Stage, 'world' | 'cast'>): Promise<Map<Sample, ScoreResult>> {
  const scores = new Map<Sample, ScoreResult>()
  printHead()
  for (const sample of cast) {
    const score = await ask.post<ScoreResult>('/v1/score', world.submissionOf(sample))
    printRow(sample, score)
    scores.set(sample, score)
  }
  print()
  printText('Every number goes from 0 to 100; more is better, for risk too. Green from 70, amber from 45.')
  if (world.isJudgeStandIn) printText(blindness)
  return scores
}

const blindness =
  'The stand-in can’t read pictures: a language model should report the cookie’s note to the judge, and its image score would then be capped at 20.'

function explain(score: ScoreResult): void {
  printText(score.explanation.summary)
  print()
  printContributions(score)
  print()
  printReasons(score)
}

async function rescore(ask: Ask, score: ScoreResult): Promise<void> {
  const again = await ask.post<ScoreResult>(`/v1/score/${score.id}/rescore`)
  print(`before   ${numbersOf(score)}`)
  print(`again    ${numbersOf(again)}`)
  print()
  const isSame = (['meme', 'image'] as const).every((name) => again.signals[name].score === score.signals[name].score)
  const why = isSame
    ? 'the judge’s numbers are the same, because the same content reuses its stored answers: asking again until a better number comes is not possible.'
    : 'the judge was asked again, because its stored answers did not fit any more (another model, or older than 30 days).'
  printText(
    `A new record with an id of its own; the old one stays as it is. Creator, social and risk were measured anew; ${why}`,
  )
}

const numbersOf = ({ id, aggregate, signals }: ScoreResult) =>
  `${id}   total ${aggregate.toFixed(2)}   meme ${signals.meme.score}   image ${signals.image.score}`

async function place(ask: Ask, { id, submission }: ScoreResult): Promise<void> {
  const standing = await ask.get<Static<typeof Percentile>>(`/v1/score/${id}/percentile?window=7d`)
  const { percentile, cohortSize } = standing
  print(`percentile ${percentile ?? 'none'} of a cohort of ${cohortSize}`)
  print()
  printText(
    `The cohort has one score for each submission of the last 7 days, its newest: the second score of ${submission.name} replaces its first, so replaying can’t stuff it.`,
  )
}

async function makeMistakes(ask: Ask, submission: object): Promise<void> {
  await askInVain(ask, { ...submission, symbol: 'FREE LUNCH', xHandle: 'freelunch', tip: 5 })
  print()
  await askInVain(ask, { ...submission, imageUrl: 'https://10.0.0.1/logo.png' })
}

async function askInVain(ask: Ask, wrong: object): Promise<void> {
  const { status, error } = await ask.postInVain('/v1/score', wrong)
  print(`${status} ${error.code}`)
  const faults = error.details ?? [{ path: '', message: error.message }]
  for (const { path, message } of faults) printText(message, cell(path, 10))
}
