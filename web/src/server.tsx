import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { Document } from './document.tsx'
import type { Pages, Render } from './pages.ts'
import { Islands } from './ui/island.tsx'
import { enrollPage } from './pages/enroll.tsx'
import { errorPage } from './pages/error.tsx'
import { homePage } from './pages/home.tsx'
import { launchPage } from './pages/launch.tsx'
import { leavePage } from './pages/leave.tsx'
import { adminPage } from './pages/admin.tsx'
import { creatorPage } from './pages/creator.tsx'
import { launchesPage } from './pages/launches.tsx'
import { leaderboardsPage } from './pages/leaderboards.tsx'
import { scorePage } from './pages/score.tsx'
import { transparencyPage } from './pages/transparency.tsx'
import type { Page } from './page.ts'

const pages: { [Name in keyof Pages]: Page<Pages[Name]> } = {
  home: homePage,
  score: scorePage,
  enroll: enrollPage,
  launch: launchPage,
  leave: leavePage,
  leaderboards: leaderboardsPage,
  launches: launchesPage,
  creator: creatorPage,
  transparency: transparencyPage,
  admin: adminPage,
  error: errorPage,
}

/** Renders a page complete with its head. */
export const render: Render = (name, props, site) => {
  const { head, Body } = pages[name]
  const islands = new Set<string>()
  const body = markup(<Islands.Provider value={islands}>{Body({ ...props, site })}</Islands.Provider>)
  return `<!doctype html>${markup(<Document head={head(props, site)} site={site} islands={islands} body={body} />)}`
}

const markup = (node: VNode): string => renderToString(node)
