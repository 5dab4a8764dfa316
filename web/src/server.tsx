import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { Document, bodyPlace } from './document.tsx'
import { keepLanguageInMarkup } from './keep-language.ts'
import type { Pages, Render } from '../../contract/props/pages.ts'
import type { Site } from '../../contract/props/site.ts'
import { Islands } from './ui/island.tsx'
import { comparePage } from './pages/compare.tsx'
import { docsPage } from './pages/docs.tsx'
import { enrollPage } from './pages/enroll.tsx'
import { errorPage } from './pages/error.tsx'
import { guidePage } from './pages/guide.tsx'
import { guidesPage } from './pages/guides.tsx'
import { homePage } from './pages/home.tsx'
import { launchPage } from './pages/launch.tsx'
import { leavePage } from './pages/leave.tsx'
import { adminPage } from './pages/admin.tsx'
import { developerPage } from './pages/developer.tsx'
import { creatorPage } from './pages/creator.tsx'
import { explorePage } from './pages/explore.tsx'
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
  compare: comparePage,
  enroll: enrollPage,
  launch: launchPage,
  leave: leavePage,
  explore: explorePage,
  search: searchPage,
  token: tokenPage,
  creator: creatorPage,
  transparency: transparencyPage,
  trackRecord: trackRecordPage,
  admin: adminPage,
  developer: developerPage,
  docs: docsPage,
  guide: guidePage,
  guides: guidesPage,
  error: errorPage,
}

/** Renders a page complete with its head. */
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

/** The files that pages load. */
export const assets = builtAssets
