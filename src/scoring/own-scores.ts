import { type Static, Type } from 'typebox'
import { parseAddress } from '../../contract/address.ts'
import { KeyHolder, OwnScores } from '../../contract/schemas/own-scores.ts'
import { type Band, bandNames } from '../../contract/schemas/score.ts'
import { dayMs, parseInstant } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import type { CallerKey } from '../keys/authenticate.ts'
import { describeKey } from '../keys/describe-key.ts'
import { getHolderKey } from '../keys/guard.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, encodeCursor, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { nameKeyHolder } from '../platform/request-client.ts'
import { nextMidnight, toDay } from '../platform/time.ts'
import { listDailyScores } from './daily-store.ts'
import { findScanEnd, listOwnScores, type OwnScoreRow, scannedRows, type ScoreFilters } from './own-store.ts'
import { toScoreFields } from './shown-scores.ts'

const Query = Type.Object({
  ...pageQuery,
  band: Type.Optional(Type.Unsafe<Band>({ type: 'string', enum: bandNames, description: 'Only scores of this band' })),
  confidence: Type.Optional(
    Type.Unsafe<'preliminary' | 'final'>({
      type: 'string',
      enum: ['preliminary', 'final'],
      description: 'Only preliminary or only final scores',
    }),
  ),
  creatorAddress: Type.Optional(Type.String({ description: 'Only scores with this creator' })),
  contractAddress: Type.Optional(Type.String({ description: 'Only scores with this token contract' })),
  createdAfter: Type.Optional(Type.String({ description: 'Only scores made after this time, with a UTC offset' })),
  createdBefore: Type.Optional(Type.String({ description: 'Only scores made before this time, with a UTC offset' })),
})

export function listOwnScoresRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'listOwnScores',
    summary: 'List the scores that you requested',
    description: `Lists the scores that the key of the request, or a key that it was rotated from or to, asked for. With filters, a page covers at most ${scannedRows.toLocaleString('en')} scores: it can be shorter than \`limit\`, and the list ends only where \`nextCursor\` is null.`,
    tags: ['keys'],
    querystring: Query,
    response: { 200: response(OwnScores, 'Newest first'), ...errorResponses(400, 401, 500) },
  }
  app.get('/v1/scores', { schema, preValidation: checkLimit }, (request) =>
    listScores(reads, getHolderKey(request).rootId, request.query),
  )
}

async function listScores(db: Deps['reads'], ownerId: string, query: Static<typeof Query>): Promise<OwnScores> {
  const { limit, after } = pageRequest(query)
  const asked = { ownerId, afterId: after?.id ?? null, filters: toFilters(query) }
  const rows = await listOwnScores(db, { ...asked, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const end = rows.length > limit ? page.at(-1) : await findScanEnd(db, asked)
  const nextCursor = end ? encodeCursor({ at: end.createdAt, id: end.id }) : null
  return { scores: page.map(toOwnScore), limit, nextCursor }
}

function toFilters(query: Static<typeof Query>): ScoreFilters {
  const { band, confidence } = query
  return {
    band,
    hasStubs: confidence === undefined ? undefined : confidence === 'preliminary',
    creatorAddress: toAddress('creatorAddress', query.creatorAddress),
    contractAddress: toAddress('contractAddress', query.contractAddress),
    createdAfter: toInstant('createdAfter', query.createdAfter),
    createdBefore: toInstant('createdBefore', query.createdBefore),
  }
}

function toAddress(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const parsed = parseAddress(text)
  if ('fault' in parsed) throw badField(field, parsed.fault)
  return parsed.address
}

function toInstant(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const parsed = parseInstant(text)
  if ('fault' in parsed) throw badField(field, parsed.fault)
  return parsed.instant
}

const toOwnScore = (row: OwnScoreRow): OwnScores['scores'][number] => ({
  scoreId: row.id,
  ...toScoreFields(row),
  outcome: row.outcome,
  warnings: row.warningCodes,
  hasStubs: row.hasStubs,
  test: row.isTest,
  promptVersion: row.promptVersion,
  rescoredFrom: row.rescoredFrom,
})

export function getMeRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getMe',
    summary: 'Fetch your key, its limits and its usage',
    tags: ['keys'],
    response: { 200: response(KeyHolder, 'The key of the request'), ...errorResponses(401, 500) },
  }
  app.get('/v1/me', { schema }, (request) => getMe(deps, getHolderKey(request)))
}

const usageDays = 30

async function getMe(deps: Deps, key: CallerKey): Promise<KeyHolder> {
  const now = deps.clock.now()
  const days = Array.from({ length: usageDays }, (_, n) => toDay(new Date(now.getTime() - n * dayMs)))
  const since = days.at(-1) ?? ''
  const [description, scores] = await Promise.all([
    describeKey(deps, key, since),
    listDailyScores(deps.reads, { bucket: nameKeyHolder(key.rootId), since }),
  ])
  const { prefix, label, tier, createdAt, endsAt, limit, requests } = description
  const scored = new Map(scores.map(({ day, scores }) => [day, scores]))
  return {
    prefix,
    label,
    tier,
    test: key.isTest,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    limits: {
      requests: limit,
      scores: toScoreLimit(deps.config.scoreDailyByTier[tier], { taken: scored.get(toDay(now)) ?? 0, now }),
    },
    usage: days.map((date) => ({ date, requests: requests.get(date) ?? 0, scores: scored.get(date) ?? 0 })),
  }
}

const toScoreLimit = (quota: number, { taken, now }: { taken: number; now: Date }) => ({
  quota,
  remaining: Math.max(0, quota - taken),
  resetsAt: nextMidnight(now).toISOString(),
})
