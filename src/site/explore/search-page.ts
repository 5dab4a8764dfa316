import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { parseAddress, toChecksumAddress } from '../../../contract/address.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { listTickets } from '../../rankings/explore/list-tickets.ts'
import { parseQuery, search } from '../../rankings/search/search.ts'
import type { SearchResult } from '../../../contract/schemas/search.ts'
import type { Site } from '../load-site.ts'
import { keepLanguage } from '../read-preferences.ts'
import { withLaunchTimes } from './with-launch-times.ts'

const querystring = Type.Object({ q: Type.Optional(Type.String({ maxLength: 1000 })) })
const limit = 20

export function searchPageRoute(app: App, deps: Deps, site: Site) {
  app.get('/search', { schema: { hide: true, querystring }, onSend: setEtag }, async (request, reply) => {
    const asked = request.query.q?.trim() ?? ''
    const own = findOwnPage(asked, deps.config.publicUrl)
    if (own !== null) return reply.redirect(keepLanguage(own, request), 303)
    const { q } = asked === '' ? { q: '' } : parseQuery({ q: asked })
    const results = q === '' ? [] : await search(deps, { q, limit })
    reply.header('cache-control', 'no-cache')
    const target = findTarget(q, results)
    if (target !== null) return reply.redirect(keepLanguage(target, request), 303)
    const listed = await listTickets(
      deps.reads,
      results.map(({ scoreId }) => scoreId),
    )
    const tickets = await withLaunchTimes(deps.reads, listed)
    return site.send(reply, {
      name: 'search',
      props: { q, tickets, now: deps.clock.now().toISOString() },
      path: '/search',
    })
  })
}

/** null: not a link of this service. */
function findOwnPage(text: string, publicUrl: string): string | null {
  const url = URL.parse(text)
  if (url?.origin !== new URL(publicUrl).origin) return null
  const [path] = /^\/(?:score|launch|enroll|creator|token)\/[\w-]+/.exec(url.pathname) ?? []
  return path ?? null
}

/** Where an exact query leads; null: to results. An unknown address may be a token to score. */
function findTarget(q: string, [first]: SearchResult[]): string | null {
  const parsed = parseAddress(q)
  if ('address' in parsed) {
    const address = toChecksumAddress(parsed.address)
    return first?.match === 'wallet' ? `/creator/${address}` : `/token/${address}`
  }
  return first?.match === 'id' ? `/score/${first.scoreId}` : null
}
