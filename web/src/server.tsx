import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { RenderFrame } from '../../contract/props/embed.ts'
import type { Pages, Render } from '../../contract/props/pages.ts'
import type { Language, Site } from '../../contract/props/site.ts'
import { bodyPlace, Document } from './document.tsx'
import { Islands } from './ui/island.tsx'
import { comparePage } from './pages/compare.tsx'
import { FrameDocument, frameStyle } from './pages/embed.tsx'
import { docsPage } from './pages/docs.tsx'
import { draftPage } from './pages/draft.tsx'
import { enrollPage } from './pages/enroll.tsx'
import { errorPage } from './pages/error.tsx'
import { guidePage, guidesPage } from './pages/guides.tsx'
import { homePage } from './pages/home.tsx'
import { launchPage } from './pages/launch.tsx'
import { leavePage } from './pages/leave.tsx'
import { adminPage, developerPage } from './pages/console.tsx'
import { creatorPage } from './pages/creator.tsx'
import { explorePage } from './pages/explore.tsx'
import { reminderPage } from './pages/reminder.tsx'
import { myLaunchesPage } from './pages/my-launches.tsx'
import { scorePage } from './pages/score.tsx'
import { searchPage } from './pages/search.tsx'
import { tokenPage } from './pages/token.tsx'
import { trackRecordPage } from './pages/track-record.tsx'
import { transparencyPage } from './pages/transparency.tsx'
import type { Page } from './page.ts'
import { renderIn } from './words/language.ts'

const pages: { [Name in keyof Pages]: Page<Pages[Name]> } = {
  home: homePage,
  score: scorePage,
  draft: draftPage,
  compare: comparePage,
  enroll: enrollPage,
  launch: launchPage,
  leave: leavePage,
  reminder: reminderPage,
  explore: explorePage,
  search: searchPage,
  token: tokenPage,
  creator: creatorPage,
  myLaunches: myLaunchesPage,
  transparency: transparencyPage,
  trackRecord: trackRecordPage,
  admin: adminPage,
  developer: developerPage,
  docs: docsPage,
  guide: guidePage,
  guides: guidesPage,
  error: errorPage,
}

export const render: Render = (name, props, site) => {
  const { isEnglishOnly = false } = pages[name]
  const shown: Site = isEnglishOnly ? { ...site, language: 'en' } : site
  const html = renderIn(shown, () => renderPage(pages[name], props, shown))
  return `<!doctype html>${site.isLanguageChosen ? keepLanguageInMarkup(html, site.language) : html}`
}

function renderPage<Props>({ head, Body, isEnglishOnly = false }: Page<Props>, props: Props, site: Site): string {
  const islands = new Set<string>()
  const body = renderToString(<Islands.Provider value={islands}>{h(Body, { ...props, site })}</Islands.Provider>)
  const frame = { head: head(props, site), site, islands, isTranslated: !isEnglishOnly }
  const [before, after] = renderToString(<Document {...frame} />).split(bodyPlace)
  return `${before}${body}${after}`
}

export { frameStyle }

export const renderFrame: RenderFrame = (props, site) =>
  `<!doctype html>${renderIn(site, () => renderToString(<FrameDocument props={props} site={site} />))}`

/** The files that pages load. */
export const assets = builtAssets

/**
 * Adds the language that the reader chose to the markup's links and search forms, so that the next page has it too. Files and
 * the API have no language.
 */
const keepLanguageInMarkup = (markup: string, language: Language): string =>
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
