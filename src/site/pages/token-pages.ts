import { Type } from 'typebox'
import type { TokenProps } from '../../../contract/props/lists.ts'
import { findMarketChain } from '../../config/read-market.ts'
import { readStoredLaunches } from '../../creators/creator-history.ts'
import { findLaunch } from '../../creators/launch-index-store.ts'
import type { Deps } from '../../deps.ts'
import { toChecksumAddress } from '../../../contract/address.ts'
import { withNewerWarnings } from '../../../contract/lead.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag, startDeadline } from '../../platform/http/responses.ts'
import { sourcesOf } from '../../providers/chain-sources.ts'
import { getToken } from '../../rankings/explore.ts'
import { LeaderboardQuery } from '../../rankings/list-leaderboards.ts'
import { findLeadState } from '../../tokens/launch-outcome.ts'
import { readShownScore } from '../../scoring/shown-scores.ts'
import { findBoundToken } from '../../tokens/get-bound-token.ts'
import { createTokenReader, type TokenReader } from '../../tokens/read-token.ts'
import { keepLanguage, type SiteRenderer, toTokenPath } from '../load-site.ts'
import { withLaunchTimes } from './explore-pages.ts'

const schema = {
  hide: true,
  params: Type.Object({ address: Type.String() }),
  querystring: Type.Object({ chainId: LeaderboardQuery.properties.chainId }),
}

/** Longer than any of the parts of a reading may take. */
const deadlineMs = 20_000

/**
 * The page of a token, scored or not. A visit of the page asks no provider: its script, or a button where there is none,
 * requests a reading, which crawlers don't.
 */
export function tokenPageRoutes(app: App, deps: Deps, site: SiteRenderer) {
  const reader = createTokenReader(deps)
  app.get('/token/:address', { schema, onSend: setEtag }, async (request, reply) => {
    const props = await getTokenProps(deps, reader, { ...request.params, ...request.query })
    reply.header('cache-control', 'no-cache')
    const path = toTokenPath(props.contractAddress, props.chainId, deps.config)
    return site.send(reply, { name: 'token', props, path })
  })
  app.post('/token/:address/reading', { schema }, async (request, reply) => {
    const { contractAddress, chainId } = await getToken(deps, request.params.address, request.query.chainId)
    const signal = startDeadline(reply, deadlineMs)
    await reader.refresh({ address: contractAddress.toLowerCase(), chainId }, { request, reply, signal })
    const path = toTokenPath(contractAddress, chainId, deps.config)
    return reply.redirect(keepLanguage(path, request), 303)
  })
}

async function getTokenProps(
  deps: Deps,
  reader: TokenReader,
  { address, chainId: given }: { address: string; chainId?: number },
): Promise<TokenProps> {
  const { reads, config, clock } = deps
  const token = await getToken(deps, address, given)
  const { contractAddress, chainId, speaking: ticket, standing } = token
  const key = { address: contractAddress.toLowerCase(), chainId }
  const [speaking, bound, history, others, reading, launch] = await Promise.all([
    ticket && findSpeaking(reads, ticket.scoreId),
    standing === 'bound' && ticket ? findBoundToken(reads, ticket.scoreId) : null,
    withLaunchTimes(reads, token.history),
    withLaunchTimes(reads, token.others),
    reader.find(key),
    findLaunch(reads, { chainId, token: key.address }),
  ])
  const wallet = ticket?.creatorAddress ?? reading?.creator?.address ?? launch?.creator ?? null
  return {
    contractAddress,
    chainId,
    marketChain: (chainId === config.chainId ? config.marketData?.chain : null) ?? findMarketChain(chainId) ?? null,
    canRead: canRead(deps, chainId),
    speaking: speaking && { ...speaking, enrollmentId: ticket?.enrollmentId ?? null, standing },
    bound,
    history,
    others,
    reading,
    creator: wallet === null ? null : await readCreator(deps, { wallet, reading }),
    now: clock.now().toISOString(),
  }
}

async function findSpeaking(reads: Deps['reads'], id: string) {
  const [shown, state] = await Promise.all([readShownScore(reads, id), findLeadState(reads, id)])
  return shown && state ? { score: withNewerWarnings(shown.score, state), state } : null
}

async function readCreator(
  deps: Deps,
  { wallet, reading }: { wallet: string; reading: TokenProps['reading'] },
): Promise<TokenProps['creator']> {
  const address = toChecksumAddress(wallet)
  const read = reading?.creator?.address === address ? reading.creator : null
  return {
    address,
    walletAgeDays: read?.walletAgeDays ?? null,
    ...(await readStoredLaunches(deps, wallet.toLowerCase())),
  }
}

function canRead(deps: Deps, chainId: number): boolean {
  const { tokenReader, tokenRisk, market } = sourcesOf(deps, chainId)
  return tokenReader !== null || tokenRisk !== null || market !== null
}
