import type { Language } from '../../contract/props/site.ts'

/**
 * Adds the language that the reader chose to the markup's links and search forms, so that the next page has it too. Files and
 * the API have no language.
 */
export const keepLanguageInMarkup = (markup: string, language: Language): string =>
  markup
    .replaceAll(linkPattern, (link, before: string, path: string) =>
      isPage(path) ? `${before}"${addLanguage(path, language)}"` : link,
    )
    .replaceAll(formPattern, (form) => `${form}<input type="hidden" name="lang" value="${language}"/>`)

// Preact escapes quotes in text and in attributes, so only real attributes match
const linkPattern = /(<a (?:[\w-]+(?:="[^"]*")? )*href=)"(\/[^"]*)"/g
const formPattern = /<form (?:[\w-]+(?:="[^"]*")? )*action="\/[^"]*"(?: [\w-]+(?:="[^"]*")?)*>/g

const isPage = (path: string) => !/^\/(api|v1|assets|feeds)\/|^\/\/|\.\w{2,11}($|[?#])/.test(path)

function addLanguage(path: string, language: Language): string {
  const [rest = '', hash] = path.split('#', 2)
  const query = `${rest.includes('?') ? '&amp;' : '?'}lang=${language}`
  return `${rest}${query}${hash === undefined ? '' : `#${hash}`}`
}
