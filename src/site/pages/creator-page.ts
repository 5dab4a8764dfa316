import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { parseAddress, toChecksumAddress } from '../../platform/address.ts'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { getCreator } from '../../rankings/get-creator.ts'
import type { Site } from '../load-site.ts'

/** GET /creator/:address: the launches that a wallet has signed for. GET /creator?address= redirects there, for a form. */
export function creatorPageRoutes(
  app: App,
  { reads, config, clock }: Pick<Deps, 'reads' | 'config' | 'clock'>,
  site: Site,
) {
  const params = Type.Object({ address: Type.String() })
  app.get('/creator/:address', { schema: { hide: true, params }, onSend: setEtag }, async (request, reply) => {
    const profile = await getCreator(reads, request.params.address)
    reply.header('cache-control', 'no-cache')
    const props = { profile, chainId: config.chainId, now: clock.now().toISOString() }
    return site.send(reply, { name: 'creator', props, path: `/creator/${profile.creatorAddress}` })
  })

  const querystring = Type.Object({ address: Type.String({ default: '' }) })
  app.get('/creator', { schema: { hide: true, querystring } }, async (request, reply) => {
    const address = request.query.address.trim()
    return reply.redirect(address === '' ? '/launches#creators' : `/creator/${toAddress(address)}`, 303)
  })
}

function toAddress(text: string): string {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  return toChecksumAddress(result.address)
}
