import { Type } from 'typebox'
import { isCriticalLead } from '../../../contract/lead.ts'
import type { HomeProps } from '../../../contract/props/home.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { listNewest, listTickets } from '../../rankings/explore.ts'
import { listLeaderboards } from '../../rankings/list-leaderboards.ts'
import { listVersionSignals } from '../../scoring/shown-scores.ts'
import type { SiteRenderer } from '../load-site.ts'

const shownNewest = 8

/** An invalid value is left out of the form. */
const Query = Type.Object({ contract: Type.Optional(Type.String()), chainId: Type.Optional(Type.String()) })

export function homePageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const schema = { hide: true, querystring: Query }
  const needsKey = deps.config.scoreAccess === 'key'
  const nameSuffix = deps.chain?.names?.suffix ?? null
  app.get('/', { schema, onSend: setEtag }, async (request, reply) => {
    const { contract = '', chainId } = request.query
    const props = {
      needsKey,
      nameSuffix,
      signals: await listVersionSignals(deps),
      ...(await findScores(deps)),
      contract: /^0x[0-9a-fA-F]{40}$/.test(contract) ? contract : '',
      chainId: deps.chains.has(Number(chainId)) ? Number(chainId) : null,
    }
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'home', props, path: '/' })
  })
}

async function findScores(deps: Deps): Promise<Pick<HomeProps, 'example' | 'newest'>> {
  const newest = { isSigned: false, window: 'all', filter: null, limit: shownNewest, after: null } as const
  const [example, { tickets }] = await Promise.all([findExample(deps), listNewest(deps, newest)])
  return { example, newest: tickets }
}

/** The best score of the week, else of all time, without a critical warning or a bad outcome. */
async function findExample(deps: Deps): Promise<HomeProps['example']> {
  for (const window of ['7d', 'all'] as const) {
    const { best } = await listLeaderboards(deps, { window, isSigned: false, band: null, limit: 5, cursor: null })
    const entry = best.find((one) => !isCriticalLead(one))
    if (entry) return (await listTickets(deps.reads, [entry.scoreId]))[0] ?? null
  }
  return null
}
