import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import type { FoundSection, Guide, GuideEntry } from '../../../contract/props/docs.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { keepLanguage, type SiteRenderer } from '../load-site.ts'

const Query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) })
const Params = Type.Object({ slug: Type.String({ maxLength: 100 }) })

export function guidePageRoutes(app: App, site: SiteRenderer) {
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

const built = new URL('../../../web/dist/guides.json', import.meta.url)

/** Read on first use; none without a build of the pages. */
export function createGuides(from = built): () => Promise<Guide[]> {
  let reading: Promise<Guide[]> | undefined
  return () => (reading ??= readGuides(from))
}

async function readGuides(from: URL): Promise<Guide[]> {
  try {
    return JSON.parse(await readFile(from, 'utf8')) as Guide[] // web/build-guides.ts wrote it
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const maxFound = 20
const excerptLength = 180

/** Sections that have every word of `q`, words in titles first. */
export function searchGuides(guides: Guide[], q: string): FoundSection[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return guides
    .flatMap((guide) => guide.sections.map((section) => ({ guide, section, rank: rankSection(section, words) })))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, maxFound)
    .map(({ guide, section: { id, title, text } }) => ({
      slug: guide.slug,
      id,
      title,
      guideTitle: guide.title,
      excerpt: cutExcerpt(text, words),
    }))
}

/** 0: a word is missing. */
function rankSection({ title, text, level }: Guide['sections'][number], words: string[]): number {
  const [heading, body] = [title.toLowerCase(), text.toLowerCase()]
  const ranks = words.map((word) => (heading.includes(word) ? 10 : 0) + (body.includes(word) ? 1 : 0))
  return ranks.includes(0) ? 0 : ranks.reduce((sum, one) => sum + one, 0) + 1 / level
}

function cutExcerpt(text: string, words: string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const near = Math.max(0, Math.min(...places, text.length) - 60)
  const start = near === 0 ? 0 : text.indexOf(' ', near) + 1 // a whole word
  const cut = text.slice(start, start + excerptLength).trim()
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < text.length ? ' …' : ''}`
}
