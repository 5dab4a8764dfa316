import { type ArrayChange, diffArrays } from 'diff'
import { Type } from 'typebox'
import type {
  AccuracyFacts,
  AnchorSeries,
  AttesterFacts,
  EvaluationFacts,
  EvaluationFigure,
  PromptChange,
  PromptRelease,
  ScoringFacts,
  SumExample,
} from '../../../contract/props/transparency.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import { scoreSchema, scoreSchemaId } from '../../../contract/verification/claim.ts'
import type { Deps } from '../../deps.ts'
import { maxShift } from '../../evaluation/anchors.ts'
import { listEvaluations } from '../../evaluation/list-evaluations.ts'
import type { AnchorRun, EvaluationRun, Metric } from '../../evaluation/schemas.ts'
import { listIncidents } from '../../operations/incident-store.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { listLeaderboards } from '../../rankings/list-leaderboards.ts'
import { listVersionSignals, readShownScore } from '../../scoring/shown-scores.ts'
import type { PromptVersion } from '../../signals/judge/prompts.ts'
import {
  type FilePair,
  listChangedPairs,
  listPublicActivations,
  readReleasedFiles,
  type ReleasedFiles,
} from '../../signals/judge/versions.ts'
import { apiChangelog } from '../api/api-changelog.ts'
import type { SiteRenderer } from '../load-site.ts'

const maxIncidents = 50

const TransparencyQuery = Type.Object({
  changes: Type.Optional(
    Type.String({ maxLength: 64, description: 'the prompt version whose changed lines are shown' }),
  ),
})

export function transparencyPageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const { reads, attester, config } = deps
  const lasting = {
    attester: attesterFacts(attester),
    formerAttesters: config.formerAttesters,
    changelog: apiChangelog,
  }
  let history: ReturnType<typeof promptHistory> | undefined
  const schema = { hide: true, querystring: TransparencyQuery }
  app.get('/transparency', { schema, onSend: setEtag }, async (request, reply) => {
    const [example, incidents, activations, prompt, evaluations] = await Promise.all([
      findSumExample(deps),
      listIncidents(reads, maxIncidents),
      listPublicActivations(deps),
      deps.activePrompt(),
      listEvaluations(deps),
    ])
    history ??= promptHistory(readReleasedFiles()) // not at the start, which it would delay
    const releases = history.map(({ changes, ...release }) => ({
      ...release,
      changedFiles: changes.length,
      changes: release.id === request.query.changes ? changes : null, // the lines of all would be most of the page
      isActive: release.id === prompt.id,
      activations: activations.filter(({ version }) => version === release.id),
    }))
    const accuracy = toAccuracy(evaluations, maxShift)
    const props = {
      ...lasting,
      scoring: { ...scoringFacts(prompt), signals: await listVersionSignals(deps) },
      example,
      accuracy,
      releases,
      incidents,
    }
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'transparency', props, path: '/transparency' })
  })
}

/** The best listed score without a critical warning or a bad outcome. */
async function findSumExample(deps: Deps): Promise<SumExample | null> {
  const { best } = await listLeaderboards(deps, { window: 'all', isSigned: false, band: null, limit: 5, cursor: null })
  const entry = best.find((one) => !isCriticalLead(one))
  const shown = entry && (await readShownScore(deps.reads, entry.scoreId))
  if (!shown) return null
  const { id, submission, aggregate, band, explanation } = shown.score
  const points = explanation.contributions.map(({ contribution }) => contribution)
  return { scoreId: id, name: submission.name, aggregate, band, points }
}

function scoringFacts(prompt: PromptVersion): Omit<ScoringFacts, 'signals'> {
  const { rules, gates, meme, image } = prompt
  return {
    promptVersion: prompt.id,
    rules: Object.values(rules).filter((id) => id !== undefined),
    caps: { copycat: gates.copycat, botBait: gates.botBait.most, instruction: gates.instruction.most },
    criteria: { meme: meme.criteria.weights, image: image.criteria.weights },
  }
}

/** null: this deployment publishes no attestations. */
function attesterFacts(attester: Deps['attester']): AttesterFacts | null {
  if (!attester) return null
  const { address, contract, chainId } = attester
  return { address, contract, chainId, schemaId: scoreSchemaId, schema: scoreSchema }
}

/** The newest run of each version and model, and one series for each. */
function toAccuracy(
  { runs, anchors }: { runs: EvaluationRun[]; anchors: AnchorRun[] },
  maxShift: number,
): AccuracyFacts {
  const newest = new Set([...Map.groupBy(runs, toSubject).values()].flatMap(([run]) => run?.id ?? []))
  return {
    runs: runs.filter(({ id }) => newest.has(id)).map(toFacts),
    earlierRuns: runs.filter(({ id }) => !newest.has(id)).map(toFacts),
    series: [...Map.groupBy(anchors, toSubject).values()].flatMap(toSeries),
    maxShift,
  }
}

const toSubject = ({ promptVersion, model }: EvaluationRun | AnchorRun): string => `${promptVersion} ${model}`

function toFacts(run: EvaluationRun): EvaluationFacts {
  const { id, promptVersion, model, resolvedModel, finishedAt, hasPassed, attacks, repeats } = run
  const get = (group: Metric['group'], metric: string) => getFigure(run, { group, metric })
  return {
    id,
    promptVersion,
    model: resolvedModel ?? model,
    finishedAt,
    hasPassed,
    pitches: get('meme', 'items').value ?? 0,
    pictures: get('image', 'items').value ?? 0,
    attacks,
    repeats,
    figures: (['spearman', 'error', 'bandAgreement', 'repeatDeviation', 'bandChanges'] as const).map((metric) => ({
      metric,
      meme: get('meme', metric),
      image: get('image', metric),
    })),
    halves: (['redTeam', 'redTeamHeldOut'] as const).map((group) => ({
      half: group === 'redTeam' ? 'tuned' : 'heldOut',
      attackSuccess: {
        ...get(group, 'attackSuccess'),
        low: get(group, 'attackSuccessLow').value,
        high: get(group, 'attackSuccessHigh').value,
      },
      falseCaps: get(group, 'falseCaps'),
      twinLosses: get(group, 'twinLosses'),
    })),
  }
}

function getFigure({ summary }: EvaluationRun, { group, metric }: Pick<Metric, 'group' | 'metric'>): EvaluationFigure {
  const found = summary.metrics.find((one) => one.group === group && one.metric === metric)
  if (!found) return { value: null, least: null, most: null, isMissed: false }
  const { value, least, most, isMissed } = found
  return { value, least, most, isMissed }
}

/** Nothing, for no runs. */
function toSeries(runs: AnchorRun[]): AnchorSeries[] {
  const [newest] = runs
  if (!newest) return []
  const { promptVersion, model, resolvedModel, items } = newest
  const days = runs.map(({ id, finishedAt, mean, shift, bandFlips, isOtherModel }) => ({
    id,
    finishedAt,
    mean,
    shift,
    bandFlips,
    isOtherModel,
  }))
  return [{ promptVersion, model: resolvedModel ?? model, items, days: days.toReversed() }]
}

interface History extends Pick<PromptRelease, 'id' | 'sha256' | 'files' | 'since'> {
  changes: PromptChange[]
}

/** Newest first. */
export const promptHistory = (released: ReleasedFiles[]): History[] =>
  released.map(({ id, name, sha256, files, modules }, at) => {
    const before = released.slice(at + 1).find((one) => one.name === name)
    return {
      id,
      sha256,
      files: [...files, ...modules].map((file) => ({ name: file.name, sha256: file.sha256 })),
      since: before?.id ?? null,
      changes: before ? listChangedPairs(before, { files, modules }).map(toChange) : [],
    }
  })

/** A rule source is named by its newer version. */
const toChange = ({ before, after }: FilePair): PromptChange => ({
  file: after?.name ?? before?.name ?? '',
  lines: changedLines(before?.text ?? '', after?.text ?? ''),
})

export interface DiffLine {
  /** `cut` stands for omitted unchanged lines. */
  kind: 'same' | 'gone' | 'new' | 'cut'
  text: string
}

/** With `around` unchanged lines on each side. */
export function changedLines(before: string, after: string, around = 2): DiffLine[] {
  if (before === after) return []
  const lines = diffArrays(toLines(before), toLines(after)).flatMap(toDiffLines)
  const isNear = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some(isChange))
  return lines.flatMap((line, at): DiffLine[] => {
    if (isNear[at]) return [line]
    return at > 0 && !isNear[at - 1] ? [] : [{ kind: 'cut', text: '' }]
  })
}

const isChange = ({ kind }: DiffLine): boolean => kind === 'gone' || kind === 'new'

/** A line break at the end starts no further line. */
const toLines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

const toDiffLines = (change: ArrayChange<string>): DiffLine[] =>
  change.value.map((text) => ({ kind: getKind(change), text }))

function getKind({ added, removed }: ArrayChange<string>): DiffLine['kind'] {
  if (added) return 'new'
  return removed ? 'gone' : 'same'
}
