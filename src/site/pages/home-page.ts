import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { isCriticalLead } from '../../../contract/lead.ts'
import type { HomeFigures, HomeProps } from '../../../contract/props/home.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { minuteMs } from '../../../contract/time.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { sumActivity } from '../../activity/store.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { sourcesOf } from '../../providers/chain-sources.ts'
import { listNewest } from '../../rankings/explore.ts'
import { listLeaderboards } from '../../rankings/list-leaderboards.ts'
import { listDecided } from '../../record/list-recorded.ts'
import { countRecorded } from '../../record/recorded-store.ts'
import { findShownDraft } from '../../scoring/drafts.ts'
import { listVersionSignals, readShownScore } from '../../scoring/shown-scores.ts'
import type { SiteRenderer } from '../load-site.ts'

const shownNewest = 4
const shownDecided = 4

/** An invalid value is left out of the form. */
const Query = Type.Object({
  contract: Type.Optional(Type.String()),
  chainId: Type.Optional(Type.String()),
  /** The id of a score or a draft: the form begins with its submission. */
  edit: Type.Optional(Type.String()),
})

export function homePageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const schema = { hide: true, querystring: Query }
  const needsKey = deps.config.scoreAccess === 'key'
  const nameSuffix = deps.chain?.names?.suffix ?? null
  const riskSource = sourcesOf(deps).tokenRisk?.source.name ?? null
  const figures = createFigureReader(deps)
  app.get('/', { schema, onSend: setEtag }, async (request, reply) => {
    const { contract = '', chainId, edit } = request.query
    const edited = edit === undefined ? null : await findEdited(deps, edit.toLowerCase())
    const givenChainId = Number(chainId ?? edited?.submission.chainId)
    const props = {
      needsKey,
      nameSuffix,
      riskSource,
      signals: await listVersionSignals(deps),
      ...(await findScores(deps)),
      figures: await figures(),
      observing: deps.config.marketData !== null,
      contract: /^0x[0-9a-fA-F]{40}$/.test(contract) ? contract : '',
      chainId: deps.chains.has(givenChainId) ? givenChainId : null,
      recordChainId: deps.config.chainId,
      edited,
      now: toMinute(deps.clock.now()),
    }
    reply.header('cache-control', edited === null ? 'no-cache' : 'no-store')
    return site.send(reply, { name: 'home', props, path: '/' })
  })
}

/** Whole minutes, so that an unchanged page keeps its ETag. */
const toMinute = (now: Date): string => new Date(now.getTime() - (now.getTime() % minuteMs)).toISOString()

async function findScores(deps: Deps): Promise<Pick<HomeProps, 'example' | 'newest' | 'decided'>> {
  const newest = { isSigned: false, window: 'all', filter: null, limit: shownNewest, after: null } as const
  const [example, { tickets }, decided] = await Promise.all([
    findExample(deps),
    listNewest(deps, newest),
    listDecided(deps.reads, shownDecided),
  ])
  return { example, newest: tickets, decided }
}

/** The best score of the week, else of all time, without a critical warning or a bad outcome. */
async function findExample(deps: Deps): Promise<HomeProps['example']> {
  for (const window of ['7d', 'all'] as const) {
    const { best } = await listLeaderboards(deps, { window, isSigned: false, band: null, limit: 5, cursor: null })
    const entry = best.find((one) => !isCriticalLead(one))
    const score = entry && (await findShown(deps, entry.scoreId))
    if (score) return { score, outcome: entry.outcome, warnings: entry.warnings }
  }
  return null
}

/** Undefined too for a score that was taken down. */
async function findShown({ reads }: Deps, id: string): Promise<ScoreResult | undefined> {
  try {
    return (await readShownScore(reads, id))?.score
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** What the service read from the contract is left out, so that it is read again. */
async function findEdited(deps: Deps, id: string): Promise<HomeProps['edited']> {
  if (!isUuid(id)) return null
  const score = (await findShown(deps, id)) ?? (await findDrafted(deps, id))
  if (!score) return null
  const { filled = [], ...fields } = score.submission
  const typed = Object.entries(fields).filter(([name]) => !filled.some((one) => one === name))
  return { id, submission: Object.fromEntries(typed) }
}

async function findDrafted(deps: Deps, id: string): Promise<ScoreResult | undefined> {
  try {
    return (await findShownDraft(deps, id))?.score
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The figures are kept for a minute. */
function createFigureReader(deps: Deps): () => Promise<HomeFigures> {
  const kept = new LRUCache<'figures', HomeFigures>({
    max: 1,
    ttl: minuteMs,
    fetchMethod: () => readFigures(deps),
  })
  return () => kept.forceFetch('figures')
}

async function readFigures({ reads, clock }: Deps): Promise<HomeFigures> {
  const now = clock.now()
  const [sums, recorded] = await Promise.all([sumActivity(reads, { day: now, week: now }), countRecorded(reads)])
  const made = ['score.green', 'score.amber', 'score.red', 'score.preliminary'] as const
  const scored = made.reduce((sum, name) => sum + sums[name].all, 0) - sums.rescore.all
  return { scored: Math.max(0, scored), recorded: sums.attestation.all, ...recorded }
}
