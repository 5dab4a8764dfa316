import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../platform/address.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { getCreator } from '../standings/get-creator.ts'
import type { Site } from './open-site.ts'

/** GET /creator/:address: what a wallet has signed for. GET /creator?address= leads there, for a form. */
export function creatorPageRoutes(
  app: App,
  { reads, config, clock }: Pick<Deps, 'reads' | 'config' | 'clock'>,
  site: Site,
) {
  const params = Type.Object({ address: Type.String() })
  app.get('/creator/:address', { schema: { hide: true, params }, onSend: tagAnswer }, async (request, reply) => {
    const profile = await getCreator(reads, request.params.address)
    reply.header('cache-control', 'no-cache')
    const props = { profile, chainId: config.chainId, now: clock.now().toISOString() }
    return site.send(reply, { name: 'creator', props, path: `/creator/${profile.creatorAddress}` })
  })

  const querystring = Type.Object({ address: Type.String({ default: '' }) })
  app.get('/creator', { schema: { hide: true, querystring } }, async (request, reply) => {
    const address = request.query.address.trim()
    return reply.redirect(address === '' ? '/launches#creators' : `/creator/${addressOf(address)}`, 303)
  })
}

function addressOf(text: string): string {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  return toChecksumAddress(result.address)
}
