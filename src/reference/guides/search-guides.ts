import type { FoundSection, Guide } from '../../../contract/props/docs.ts'

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
