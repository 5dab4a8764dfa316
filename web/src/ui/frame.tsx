import type { Site } from '../../../contract/props/site.ts'
import { frameWords } from '../words/frame.ts'
import { languages, useLanguage, useWords } from '../words/language.ts'
import { Icon } from './icon.tsx'
import { Mark } from './mark.tsx'

type FrameWords = ReturnType<typeof useFrameWords>
const useFrameWords = () => useWords(frameWords)

/** A new page that people look for gets a line here. */
const listPlaces = (t: FrameWords) => [
  { path: '/leaderboards', title: t.explore },
  { path: '/launches', title: t.calendar },
  { path: '/track-record', title: t.trackRecord },
  { path: '/transparency', title: t.howItWorks },
]

/** The bar at the top of every page: navigation, search, theme, and the link to the form. */
export function TopBar({ site }: { site: Site }) {
  const t = useFrameWords()
  return (
    <header class="top-bar">
      <div class="wrap line">
        <a class="home" href="/" aria-label={site.name}>
          <Mark />
          <span class="name">{site.name}</span>
        </a>
        <nav class="places" aria-label={t.main}>
          <Places site={site} t={t} />
        </nav>
        <SearchField site={site} t={t} />
        <ThemeToggle site={site} t={t} />
        <a class="btn pri start" href="/#score">
          {t.scoreALaunch}
        </a>
        <details class="menu">
          <summary aria-label={t.menu}>
            <Icon name="menu" size={18} />
          </summary>
          <nav aria-label={t.menu}>
            <Places site={site} t={t} />
            <a class="btn pri wide" href="/#score">
              {t.scoreALaunch}
            </a>
          </nav>
        </details>
      </div>
    </header>
  )
}

const Places = ({ site, t }: { site: Site; t: FrameWords }) => (
  <ul>
    {listPlaces(t).map(({ path, title }) => (
      <li key={path}>
        <a href={path} aria-current={site.path === path ? 'page' : undefined}>
          {title}
        </a>
      </li>
    ))}
  </ul>
)

const SearchField = ({ site, t }: { site: Site; t: FrameWords }) => (
  <form class="search" action="/search" role="search" data-suggestions>
    <Icon name="search" size={14} />
    <input
      type="search"
      name="q"
      required
      maxLength={100}
      defaultValue={site.path === '/search' ? (new URLSearchParams(site.query).get('q') ?? '') : ''}
      placeholder={t.searchHint}
      aria-label={t.searchHint}
      autocomplete="off"
      spellcheck={false}
    />
    <kbd aria-hidden="true">/</kbd>
  </form>
)

/** Without JavaScript the theme is the system's, and nothing here promises otherwise. */
const ThemeToggle = ({ site, t }: { site: Site; t: FrameWords }) => (
  <button
    class="btn ico theme needs-script"
    type="button"
    aria-label={t.themes[site.theme ?? 'system']}
    title={t.themes[site.theme ?? 'system']}
    data-waiting
    data-themes={JSON.stringify(t.themes)}
  >
    <Icon class="of-system" name="screen" />
    <Icon class="of-light" name="sun" />
    <Icon class="of-dark" name="moon" />
  </button>
)

interface FooterProps {
  site: Site
  /** The page has words in every language. */
  isTranslated: boolean
}

/** The footer of every page. */
export function Footer({ site, isTranslated }: FooterProps) {
  const t = useFrameWords()
  return (
    <footer class="footer">
      <div class="wrap line">
        <a class="home" href="/" aria-label={site.name}>
          <Mark size={20} />
        </a>
        <p>
          {t.advice} {site.credit && <span lang="en">{site.credit}.</span>}
        </p>
        <nav class="places" aria-label={t.footer}>
          <ul>
            <li>
              <a href="/transparency">{t.howItWorks}</a>
            </li>
            <li>
              <a href="/track-record">{t.trackRecord}</a>
            </li>
            <li>
              <a href="/docs">{t.documentation}</a>
            </li>
            <li>
              <a href="/api/v1/docs">{t.apiReference}</a>
            </li>
            <li>
              <a href="/developer">{t.developer}</a>
            </li>
            {site.contactUrl && (
              <li>
                <a href={toReportUrl(site.contactUrl, site)} rel="nofollow">
                  {t.report}
                </a>
              </li>
            )}
          </ul>
        </nav>
        {isTranslated && <Languages label={t.language} query={site.query} />}
      </div>
    </footer>
  )
}

/** Each language is named in itself. */
const Languages = ({ label, query }: { label: string; query: string }) => {
  const current = useLanguage()
  const toHref = (language: string) => `?${new URLSearchParams([...new URLSearchParams(query), ['lang', language]])}`
  return (
    <nav class="languages" aria-label={label}>
      <ul>
        {Object.entries(languages).map(([language, { tag, name }]) => (
          <li key={language}>
            <a
              href={toHref(language)}
              lang={tag}
              hreflang={tag}
              rel="nofollow"
              aria-current={language === current ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A mail names the page that it is about. */
export function toReportUrl(contactUrl: string, { url, path }: Site): string {
  if (!contactUrl.startsWith('mailto:')) return contactUrl
  const join = contactUrl.includes('?') ? '&' : '?'
  return `${contactUrl}${join}subject=${encodeURIComponent(`Report: ${url}${path}`)}`
}

/** The place of short messages, which `showToast` fills. That something was copied is only heard: its button shows a tick. */
export function Toast() {
  const { copied, notCopied } = useWords(frameWords)
  return <div class="toast" role="status" data-copied={copied} data-not-copied={notCopied} />
}
