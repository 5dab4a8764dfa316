import type { ComponentChildren } from 'preact'
import type { Site } from '../pages.ts'

/** What the masthead leads to: a new page that people look for gets a line here. */
const places: { path: string; title: string }[] = [
  { path: '/', title: 'Score a launch' },
  { path: '/leaderboards', title: 'Leaderboards' },
  { path: '/launches', title: 'Launches' },
  { path: '/transparency', title: 'Transparency' },
  { path: '/api/v1/docs', title: 'API' },
]

export const Masthead = ({ site }: { site: Site }) => (
  <header class="masthead">
    <a class="wordmark" href="/">
      <Mark />
      {site.name}
    </a>
    <nav aria-label="Main">
      <ul>
        {places.map(({ path, title }) => (
          <li key={path}>
            <a href={path} aria-current={site.path === path ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </header>
)

/** Four rising lines of a scale. */
const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
    <path d="M4 22h3v6H4zM11.5 17h3v11h-3zM19 11h3v17h-3zM26 4h3v24h-3z" />
  </svg>
)

export const Footer = ({ site }: { site: Site }) => (
  <footer class="colophon">
    <p>
      A score says how a launch reads to six measurements. It is no advice to buy, and no promise that anything is
      harmless.
    </p>
    <ul>
      <li>
        <a href="/api/v1/docs">API documentation</a>
      </li>
      <li>
        <a href="/api/v1/openapi.json">OpenAPI</a>
      </li>
      {site.contactUrl && (
        <li>
          <a href={toReportUrl(site.contactUrl, site)} rel="nofollow">
            Report this page
          </a>
        </li>
      )}
      <li>{site.name}</li>
    </ul>
  </footer>
)

/** A mail names the page that it is about. */
function toReportUrl(contactUrl: string, { url, path }: Site): string {
  if (!contactUrl.startsWith('mailto:')) return contactUrl
  const join = contactUrl.includes('?') ? '&' : '?'
  return `${contactUrl}${join}subject=${encodeURIComponent(`Report: ${url}${path}`)}`
}

interface SectionProps {
  /** The heading's id, for links to it. */
  id: string
  title: string
  /** A line under the title, in the margin. */
  note?: ComponentChildren
  children: ComponentChildren
}

/** A part of a page: its title in the margin where there is room, what it says beside it. */
export const Section = ({ id, title, note, children }: SectionProps) => (
  <section class="section" aria-labelledby={id}>
    <div class="margin">
      <h2 id={id}>{title}</h2>
      {note && <p class="note">{note}</p>}
    </div>
    <div class="matter">{children}</div>
  </section>
)
