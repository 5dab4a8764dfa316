import type { TrackRecord } from '../../contract/schemas/track-record.ts'
import { storyLaunches } from '../story/launches.ts'
import type { StoryState } from '../story/tell-story.ts'
import type { Ask } from './ask.ts'
import { cell, paint, print, printStep, printText } from './layout.ts'

const launchWidth = 24
const outcomeWidth = 11

/** One line of the record's export. */
interface ExportedLaunch {
  scoreRequestId: string
  aggregate: number
  band: string
  graduatedAt: string | null
  [field: `outcome${string}` | `cause${string}`]: string | null
}

interface Stage {
  state: StoryState
  url: string
  step: number
}

/** Prints what became of the launches of the story, as the service's own record has it. */
export async function printRecord(ask: Ask, { state, url, step }: Stage): Promise<void> {
  printStep(step, 'The outcomes of six past launches')
  if (state === 'no world') return printText('There is no local chain with a market, so this step is skipped.')
  if (state === 'other record')
    return printText('Your database already has a track record, so the demo does not change it.')
  const record = await ask.get<TrackRecord>('/api/v1/track-record')
  const lines = await ask.getLines<ExportedLaunch>('/api/v1/track-record/export.ndjson')
  printText(
    'A launchpad on the local chain made five of the tokens, and the stand-in market simulated their pools. The service found the tokens, observed each one about 150 times in 90 days, and decided their outcomes by outcome-rules@1.0.0:',
  )
  print()
  print(paint('dim', ['launch', 'score', '24 hours', '7 days', '30 days', '90 days'].map(toCell).join('').trimEnd()))
  for (const line of lines) print(await toRow(ask, line))
  print(`${cell(neverName(), launchWidth)}${cell('', 14)}never launched`)
  print()
  printText(toSentence(record))
  print(`To see every launch and every observation, open ${url}/track-record`)
}

const toCell = (text: string, column: number) => cell(text, [launchWidth, 14][column] ?? outcomeWidth)

async function toRow(ask: Ask, line: ExportedLaunch): Promise<string> {
  const { submission } = await ask.get<{ submission: { name: string; symbol: string } }>(
    `/v1/score/${line.scoreRequestId}`,
  )
  const outcomes = ['24h', '7d', '30d', '90d'].map((horizon) => line[`outcome${horizon}`] ?? '–')
  const score = `${cell(line.aggregate.toFixed(2), 6)} ${line.band}`
  const cause = line.cause90d ?? ''
  return [`${submission.name} $${submission.symbol}`, score, ...outcomes].map(toCell).join('').concat(cause).trimEnd()
}

function neverName(): string {
  const never = storyLaunches.find(({ launches }) => launches === 'never')
  return never ? `${never.name} $${never.symbol}` : ''
}

function toSentence({ funnel, outcomes }: TrackRecord): string {
  const good = outcomes.graduated + outcomes.alive
  const bad = outcomes.dead + outcomes.rugged
  return `Of ${funnel.scored} launches scored, ${funnel.launched} were launched and ${funnel.neverLaunched} never was; ${funnel.due} of them have traded for 30 days: ${good} are alive, ${bad} are dead or rugged, ${funnel.unknown} is unknown. A share needs 10 known launches of a band, so there is none yet.`
}
