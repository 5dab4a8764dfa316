import { Type } from 'typebox'
import type { Guide, GuideEntry } from '../../../contract/props/docs.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { createGuides } from '../../reference/guides/load-guides.ts'
import { searchGuides } from '../../reference/guides/search-guides.ts'
import type { Site } from '../load-site.ts'
import { keepLanguage } from '../read-preferences.ts'

const Query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) })
const Params = Type.Object({ slug: Type.String({ maxLength: 100 }) })

export function guidePageRoutes(app: App, site: Site) {
  const getGuides = createGuides()
  app.get('/docs', { schema: { hide: true, querystring: Query }, onSend: setEtag }, async (request, reply) => {
    const guides = await getGuides()
    const q = (request.query.q ?? '').trim()
    const props = { q, guides: guides.map(toEntry), found: searchGuides(guides, q) }
    return site.send(reply.header('cache-control', cacheControl), { name: 'guides', props, path: '/docs' })
  })
  app.get('/docs/:slug', { schema: { hide: true, params: Params }, onSend: setEtag }, async (request, reply) => {
    const { slug } = request.params
    if (slug === '') return reply.redirect(keepLanguage('/docs', request), 308)
    const guides = await getGuides()
    const guide = guides.find((one) => one.slug === slug)
    if (!guide) throw new ApiError('not_found', 'There is no guide at this address. See /docs.')
    const props = { guide, guides: guides.map(toEntry) }
    return site.send(reply.header('cache-control', cacheControl), { name: 'guide', props, path: `/docs/${slug}` })
  })
}

const cacheControl = 'public, max-age=300'

const toEntry = ({ slug, group, title, description }: Guide): GuideEntry => ({ slug, group, title, description })
