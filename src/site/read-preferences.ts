import type { FastifyRequest } from 'fastify'
import type { Language, Site } from '../../contract/props/site.ts'

type Preferences = Pick<Site, 'language' | 'isLanguageChosen' | 'theme'>

const languages: Language[] = ['en', 'es', 'zh']

/** Longer headers are cut. */
const maxRead = 1000

/** `?lang=` comes before Accept-Language; the theme is the only cookie. */
export function readPreferences({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Preferences {
  const chosen = findLanguage(readQuery(url).get('lang') ?? '')
  return {
    language: chosen ?? findAccepted(headers['accept-language'] ?? ''),
    isLanguageChosen: chosen !== undefined,
    theme: readTheme(headers.cookie ?? ''),
  }
}

/** A redirect must keep the language that the reader chose. */
export function keepLanguage(path: string, request: Pick<FastifyRequest, 'url' | 'headers'>): string {
  const { language, isLanguageChosen } = readPreferences(request)
  return isLanguageChosen ? `${path}${path.includes('?') ? '&' : '?'}lang=${language}` : path
}

/** The query without the language, for links to other languages. */
export function readChoices(url: string): string {
  const query = readQuery(url)
  for (const name of ['lang', 'new']) query.delete(name) // `new` opens an editor once
  return query.toString()
}

const readQuery = (url: string) => new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length, maxRead))

/** `es` for `es-MX`. */
const findLanguage = (tag: string): Language | undefined =>
  languages.find((language) => language === tag.trim().toLowerCase().split('-', 1)[0])

/** The preferred one of the languages that the pages have. */
function findAccepted(header: string): Language {
  const wishes = header.slice(0, maxRead).split(',').map(parseWish)
  const liked = wishes.filter(({ language, quality }) => language !== undefined && quality > 0)
  return liked.toSorted((a, b) => b.quality - a.quality)[0]?.language ?? 'en'
}

/** `es-MX;q=0.8` */
function parseWish(wish: string): { language: Language | undefined; quality: number } {
  const [tag = '', ...parameters] = wish.split(';')
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  return { language: findLanguage(tag), quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}

function readTheme(header: string): Site['theme'] {
  const cookies = header
    .slice(0, maxRead)
    .split(';')
    .map((cookie) => cookie.trim())
  if (cookies.includes('theme=light')) return 'light'
  return cookies.includes('theme=dark') ? 'dark' : null
}
