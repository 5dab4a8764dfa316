import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { findBoundToken } from '../../outcomes/binding/get-bound-token.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { getToken } from '../../rankings/explore/get-token.ts'
import type { Site } from '../load-site.ts'
import { withLaunchTimes } from './with-launch-times.ts'

const params = Type.Object({ address: Type.String() })

export function tokenPageRoute(app: App, { reads, config, clock }: Deps, site: Site) {
  app.get('/token/:address', { schema: { hide: true, params }, onSend: setEtag }, async (request, reply) => {
    const token = await getToken(reads, request.params.address)
    const [speaking, history, others, bound] = await Promise.all([
      withLaunchTimes(reads, token.speaking ? [token.speaking] : []),
      withLaunchTimes(reads, token.history),
      withLaunchTimes(reads, token.others),
      token.standing === 'bound' && token.speaking ? findBoundToken(reads, token.speaking.scoreId) : null,
    ])
    reply.header('cache-control', 'no-cache')
    const lists = { speaking: speaking[0] ?? null, bound, history, others }
    const props = { ...token, ...lists, chainId: config.chainId, now: clock.now().toISOString() }
    return site.send(reply, { name: 'token', props, path: `/token/${token.contractAddress}` })
  })
}
