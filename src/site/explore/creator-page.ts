import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { parseAddress, toChecksumAddress } from '../../../contract/address.ts'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { checkLimit, pageQuery, pageRequest } from '../../platform/http/paging.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { listCreatorRecord } from '../../outcomes/followed/list-recorded.ts'
import { listCreatorLaunches } from '../../rankings/explore/list-creator-launches.ts'
import { countWarnedCreator, getCreator } from '../../rankings/get-creator.ts'
import type { Site } from '../load-site.ts'
import { keepLanguage } from '../read-preferences.ts'
import { withLaunchTimes } from './with-launch-times.ts'

const schema = { hide: true, params: Type.Object({ address: Type.String() }), querystring: Type.Object(pageQuery) }

export function creatorPageRoutes(app: App, { reads, config, clock }: Deps, site: Site) {
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/creator/:address', { schema, ...hooks }, async (request, reply) => {
    const { address } = request.params
    const { limit = null, cursor } = request.query
    const creatorAddress = toAddress(address)
    const [page, recorded] = await Promise.all([
      listCreatorLaunches(reads, { ...pageRequest(request.query), creatorAddress }),
      listCreatorRecord(reads, creatorAddress),
    ])
    const { criticalCount } = await countWarnedCreator(reads, toChecksumAddress(creatorAddress))
    const profile = await getCreator(reads, address) // last, because it refuses what was taken down meanwhile
    reply.header('cache-control', 'no-cache')
    const tickets = await withLaunchTimes(reads, page.tickets)
    const place = { ...page, tickets, limit, isFirst: cursor === undefined }
    const { chainId, marketData } = config
    const record = { recorded, observing: marketData !== null }
    const props = { profile, criticalCount, ...place, ...record, chainId, now: clock.now().toISOString() }
    return site.send(reply, { name: 'creator', props, path: `/creator/${profile.creatorAddress}` })
  })

  const querystring = Type.Object({ address: Type.String({ default: '' }) })
  app.get('/creator', { schema: { hide: true, querystring } }, async (request, reply) => {
    const address = request.query.address.trim()
    const path = address === '' ? '/search' : `/creator/${toAddress(address)}`
    return reply.redirect(keepLanguage(path, request), 303)
  })
}

function toAddress(text: string): string {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  return toChecksumAddress(result.address)
}
