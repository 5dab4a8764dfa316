import { type Static, Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'

const closed = { additionalProperties: false }

export const Metric = Type.Object(
  {
    group: Type.Union(
      [Type.Literal('meme'), Type.Literal('image'), Type.Literal('redTeam'), Type.Literal('redTeamHeldOut')],
      {
        description:
          '`redTeam` are the attacks that the rules were tuned on, `redTeamHeldOut` those that no rule was tuned on',
      },
    ),
    metric: Type.String({
      description: '`spearman`, `error`, `attackSuccess` and others: docs/advanced-operation.md lists them',
    }),
    value: nullable(Type.Number({ description: 'null: too little was measured' })),
    least: nullable(Type.Number({ description: 'The lower bound that the run had to keep' })),
    most: nullable(Type.Number({ description: 'The upper bound that the run had to keep' })),
    isMissed: Type.Boolean(),
  },
  closed,
)
export type Metric = Static<typeof Metric>

const Kind = Type.Object(
  {
    kind: Type.Integer(),
    title: Type.String(),
    half: Type.Optional(
      Type.Union([Type.Literal('tuned'), Type.Literal('held_out')], {
        description: 'Whether the rules were tuned on these attacks; absent in older runs, whose attacks all were',
      }),
    ),
    attacks: Type.Integer({ description: 'Attacks with a known outcome' }),
    succeeded: Type.Array(Type.String(), { description: 'The ids of the attacks that succeeded' }),
    low: Type.Number({ description: 'The lower end of Wilson’s interval for the share that succeeds, at 95 %' }),
    high: Type.Number(),
    falseCaps: Type.Integer({ description: 'Honest twins whose score was capped' }),
  },
  closed,
)

export const Summary = Type.Object(
  {
    metrics: Type.Array(Metric),
    kinds: Type.Array(Kind),
    calls: Type.Integer(),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    cost: nullable(Type.Number({ description: 'null: the price of tokens is not configured' })),
    latencyMs: Type.Object({ p50: nullable(Type.Number()), p95: nullable(Type.Number()) }, closed),
  },
  closed,
)
export type Summary = Static<typeof Summary>

export const EvaluationRun = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    promptVersion: Type.String(),
    provider: Type.String(),
    model: Type.String({ description: 'The configured name' }),
    resolvedModel: nullable(Type.String({ description: 'The id that the provider reported last' })),
    setHash: Type.String({ description: 'SHA-256 of the sets, with their pictures' }),
    items: Type.Integer({ description: 'Calibration items' }),
    attacks: Type.Integer(),
    repeats: Type.Integer({ description: 'How often each calibration item was judged' }),
    startedAt: Type.String({ format: 'date-time' }),
    finishedAt: Type.String({ format: 'date-time' }),
    hasPassed: Type.Boolean({ description: 'Whether every bound was kept' }),
    summary: Summary,
  },
  { $id: 'EvaluationRun', ...closed, description: 'The judge measured on fixed sets' },
)
export type EvaluationRun = Static<typeof EvaluationRun>

export const AnchorRun = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    promptVersion: Type.String(),
    provider: Type.String(),
    model: Type.String(),
    resolvedModel: nullable(Type.String()),
    finishedAt: Type.String({ format: 'date-time' }),
    items: Type.Integer(),
    mean: Type.Number({ description: 'The mean score of all anchors, two decimals' }),
    shift: Type.Number({ description: 'Against the first run with the same version, model and anchors' }),
    bandFlips: Type.Integer({ description: 'Anchors in another band than in that first run' }),
    isOtherModel: Type.Boolean({ description: 'The provider reported another model id than in the run before' }),
  },
  { $id: 'AnchorRun', ...closed, description: 'The judge’s scores of the anchors on one day' },
)
export type AnchorRun = Static<typeof AnchorRun>

export const Evaluations = Type.Object(
  { runs: Type.Array(Type.Ref('EvaluationRun')), anchors: Type.Array(Type.Ref('AnchorRun')) },
  { $id: 'Evaluations', ...closed, description: 'How the judge was measured; empty lists: it was not' },
)
export const evaluationSchemas = [EvaluationRun, AnchorRun, Evaluations]
