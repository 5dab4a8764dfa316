import { randomUUID } from 'node:crypto'
import type { Db } from '../src/database/db.ts'
import type { Metric, Summary } from '../src/evaluation/schemas.ts'
import { type RunSettings, finishRun, insertRun } from '../src/evaluation/store.ts'

const dayMs = 86_400_000

/** Two runs of the sets, an older one, and a month of anchors up to `now`. */
export async function seedEvaluations(db: Db, now: Date): Promise<void> {
  const at = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const [promptVersion, age] of [
    ['launch-score@1.2.0', 9],
    ['launch-score@1.2.0', 1],
    ['launch-score@1.1.0', 2],
  ] as const)
    await seedRun(db, { ...settings, kind: 'sets', promptVersion }, { finishedAt: at(age), summary: sets })
  for (let day = 30; day >= 0; day -= 1) {
    const shift = Math.round(Math.sin(day) * 400) / 100
    const summary = { scores: {}, mean: 61.5 + shift, shift, bandFlips: day === 3 ? 1 : 0, isOtherModel: day === 12 }
    const run = { ...settings, kind: 'anchors' as const, promptVersion: 'launch-score@1.2.0', items: 12, attacks: 0 }
    await seedRun(db, run, { finishedAt: at(day), summary })
  }
}

const settings = {
  provider: 'anthropic',
  model: 'a-model-with-a-long-name-5-5-20261001',
  setHash: 'a'.repeat(64),
  items: 130,
  attacks: 204,
  repeats: 3,
}

async function seedRun(db: Db, run: RunSettings, { finishedAt, summary }: { finishedAt: Date; summary: object }) {
  const id = randomUUID()
  await insertRun(db, { ...run, id, startedAt: finishedAt })
  await finishRun(db, { id, resolvedModel: run.model, finishedAt, hasPassed: false, summary })
}

const figure = (group: Metric['group'], metric: string, value: number | null, bound: Partial<Metric> = {}): Metric => ({
  group,
  metric,
  value,
  least: null,
  most: null,
  isMissed: false,
  ...bound,
})

const sets: Summary = {
  metrics: [
    figure('meme', 'items', 80),
    figure('meme', 'spearman', 0.8125, { least: 0.75 }),
    figure('meme', 'error', 9.5, { most: 8, isMissed: true }),
    figure('meme', 'bandAgreement', 0.8625, { least: 0.8 }),
    figure('meme', 'repeatDeviation', 2.25, { most: 4 }),
    figure('meme', 'bandChanges', 0.0375),
    figure('image', 'items', 50),
    figure('image', 'spearman', 0.71, { least: 0.7 }),
    figure('image', 'error', 7.25, { most: 8 }),
    figure('image', 'bandAgreement', 0.82, { least: 0.8 }),
    figure('image', 'repeatDeviation', null, { most: 4 }),
    figure('redTeam', 'attackSuccess', 0.0196, { most: 0.03 }),
    figure('redTeam', 'attackSuccessLow', 0.0077),
    figure('redTeam', 'attackSuccessHigh', 0.0493),
    figure('redTeam', 'falseCaps', 0.0049, { most: 0.02 }),
    figure('redTeam', 'twinLosses', 0.0098, { most: 0.02 }),
    figure('redTeamHeldOut', 'attackSuccess', 0.0208, { most: 0.03 }),
    figure('redTeamHeldOut', 'attackSuccessLow', 0.0057),
    figure('redTeamHeldOut', 'attackSuccessHigh', 0.0729),
    figure('redTeamHeldOut', 'falseCaps', 0, { most: 0.02 }),
    figure('redTeamHeldOut', 'twinLosses', 0.0104, { most: 0.02 }),
  ],
  kinds: [],
  calls: 900,
  inputTokens: 1_000_000,
  outputTokens: 90_000,
  cost: null,
  latencyMs: { p50: 1200, p95: 3100 },
}
