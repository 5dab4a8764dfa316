import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { getToken } from '../../rankings/explore/get-token.ts'
import type { Site } from '../load-site.ts'

const params = Type.Object({ address: Type.String() })

/** GET /token/:address: the score that speaks for a token's contract, and all others that name it. */
export function tokenPageRoute(
  app: App,
  { reads, config, clock }: Pick<Deps, 'reads' | 'config' | 'clock'>,
  site: Site,
) {
  app.get('/token/:address', { schema: { hide: true, params }, onSend: setEtag }, async (request, reply) => {
    const token = await getToken(reads, request.params.address)
    reply.header('cache-control', 'no-cache')
    const props = { ...token, chainId: config.chainId, now: clock.now().toISOString() }
    return site.send(reply, { name: 'token', props, path: `/token/${token.contractAddress}` })
  })
}
