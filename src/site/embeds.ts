import type { FastifyError } from 'fastify'
import { Type } from 'typebox'
import { parseAddress } from '../../contract/address.ts'
import type { TicketFrameProps } from '../../contract/props/embed.ts'
import { type ScoreResult, parseScore } from '../../contract/schemas/score.ts'
import { findAttestation } from '../attestation/store.ts'
import type { Deps } from '../deps.ts'
import { getLaunch } from '../launches/get-launch.ts'
import { ApiError, badField } from '../platform/errors.ts'
import { type App, addScope } from '../platform/http/app.ts'
import { logFault, toErrorResponse } from '../platform/http/error-handler.ts'
import { setEtag } from '../platform/http/responses.ts'
import { listContractKeys, toKeyChain } from '../scoring/contract-key.ts'
import { findShownDraft, toDraftState } from '../scoring/drafts.ts'
import { getScoreOrThrow, ifFound } from '../scoring/shown-body.ts'
import { findSpeakingScore } from '../scoring/shown-store.ts'
import { createScoreNotFoundError, refuseHidden } from '../scoring/visibility.ts'
import { findLaunched, findLeadState } from '../tokens/launch-outcome.ts'
import { createPageNotFoundError, getPageId, IdParam, type SiteRenderer, toTokenPath } from './load-site.ts'

const frameThemes = ['light', 'dark', 'auto'] as const

const Query = Type.Object({
  theme: Type.Optional(Type.Enum(frameThemes)),
  lang: Type.Optional(Type.String()),
  host: Type.Optional(Type.Literal('farcaster')),
})

const TokenQuery = Type.Object({ ...Query.properties, chainId: Type.Optional(Type.Integer({ minimum: 1 })) })

const TokenParams = Type.Object({ address: Type.String() })

/** The tickets that other sites show in frames, or fetch (D95). Errors are frames too. */
export async function embedRoutes(app: App, deps: Deps, site: SiteRenderer): Promise<void> {
  await addScope(app, 'embeds', (scope) => {
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      logFault(error, request)
      const { status, message, details = [], retryAfterSeconds } = toErrorResponse(error)
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
      reply.header('cache-control', 'no-store')
      const [detail] = details
      const theme = findTheme(request.url)
      const said = detail ? `The link’s ${detail.path} ${detail.message}.` : message
      return site.sendFrame(reply, { props: { status, message: said }, status, theme })
    })
    elementScriptRoute(scope, site)
    addFrames(scope, deps, site)
  })
}

/** Of a request that may be invalid. */
const findTheme = (url: string) => frameThemes.find((theme) => url.includes(`theme=${theme}`)) ?? 'auto'

/** Pages of other sites load it as a module, which CORS must allow. */
function elementScriptRoute(app: App, { elementScript }: SiteRenderer): void {
  const options = { schema: { hide: true }, config: { limit: 'file' as const, isCrossOrigin: true }, onSend: setEtag }
  app.get('/embed.js', options, async (_request, reply) => {
    if (elementScript === null) throw new ApiError('not_found', 'The web pages are not built in this deployment.')
    reply.headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
    return reply.type('text/javascript; charset=utf-8').send(elementScript)
  })
}

function addFrames(app: App, deps: Deps, site: SiteRenderer): void {
  const config = { isCrossOrigin: true } // the script of an element fetches them
  const score = { hide: true, params: IdParam, querystring: Query }
  app.get('/embed/score/:id', { schema: score, config, onSend: setEtag }, async (request, reply) => {
    const id = getPageId(request.params.id, 'score')
    const published = await ifFound(() => getScoreOrThrow(deps.reads, id))
    reply.header('cache-control', published ? 'public, max-age=300' : 'no-store')
    const props = published ? await readTicket(deps, published, `/score/${id}`) : await readDraftTicket(deps, id)
    return site.sendFrame(reply, { props, ...toLook(request.query) })
  })

  app.get('/embed/launch/:id', { schema: score, config, onSend: setEtag }, async (request, reply) => {
    const props = await readLaunchTicket(deps, getPageId(request.params.id, 'launch'))
    reply.header('cache-control', 'public, max-age=300')
    return site.sendFrame(reply, { props, ...toLook(request.query) })
  })

  const token = { hide: true, params: TokenParams, querystring: TokenQuery }
  app.get('/embed/token/:address', { schema: token, config, onSend: setEtag }, async (request, reply) => {
    const { chainId } = request.query
    const props = await readTokenTicket(deps, { address: request.params.address, chainId })
    reply.header('cache-control', 'public, max-age=300')
    return site.sendFrame(reply, { props, ...toLook(request.query) })
  })
}

const toLook = ({ theme = 'auto', host }: { theme?: (typeof frameThemes)[number]; host?: 'farcaster' }) => ({
  theme,
  isMiniApp: host === 'farcaster',
})

async function readTicket(deps: Deps, score: ScoreResult, page: string): Promise<TicketFrameProps> {
  const { reads } = deps
  const [state, attestation] = await Promise.all([findLeadState(reads, score.id), findAttestation(reads, score.id)])
  if (!state) throw createScoreNotFoundError()
  return toTicket(deps, { score, state, isRevoked: attestation?.revokedAt != null, page })
}

async function readDraftTicket(deps: Deps, id: string): Promise<TicketFrameProps> {
  const draft = await findShownDraft(deps, id)
  if (!draft) throw createScoreNotFoundError()
  const { score } = draft
  return toTicket(deps, { score, state: toDraftState(score), isRevoked: false, page: `/score/${id}` })
}

const toTicket = (
  { config, clock }: Deps,
  told: Pick<TicketFrameProps, 'score' | 'state' | 'isRevoked' | 'page'>,
): TicketFrameProps => ({
  ...told,
  standing: null,
  chainId: told.score.submission.chainId ?? config.chainId,
  now: clock.now().toISOString(),
})

async function readLaunchTicket(deps: Deps, id: string): Promise<TicketFrameProps> {
  const launch = await getLaunch(deps.reads, id)
  if (!launch) throw createPageNotFoundError('launch')
  const { enrollment, score } = launch
  const [ticket, launched] = await Promise.all([
    readTicket(deps, score, `/launch/${enrollment.enrollmentId}`),
    findLaunched(deps.reads, score.id),
  ])
  const at = launched?.at ?? enrollment.scheduledFor
  const isKnown = at !== null && (launched !== null || at > ticket.now)
  return { ...ticket, launch: isKnown ? { at, isOver: launched !== null } : null }
}

async function readTokenTicket(
  deps: Deps,
  { address, chainId }: { address: string; chainId: number | undefined },
): Promise<TicketFrameProps> {
  const parsed = parseAddress(address)
  if ('fault' in parsed) throw badField('address', parsed.fault)
  const found = await findSpeakingScore(deps.reads, listContractKeys(parsed.address, chainId, deps.config))
  if (!found) throw new ApiError('not_found', 'Nobody has scored this token here yet.')
  refuseHidden(found.hiddenReason)
  const page = toTokenPath(parsed.address, toKeyChain(found.contract, deps.config), deps.config)
  const ticket = await readTicket(deps, parseScore(found.body), page)
  return { ...ticket, standing: found.standing }
}
