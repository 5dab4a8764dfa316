import type { Site } from '../../../contract/props/site.ts'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.ts'
import { Icon } from './icon.tsx'
import { Mark } from './mark.tsx'

type FrameWords = ReturnType<typeof useFrameWords>
const useFrameWords = () => useWords(frameWords)

/** A new page that people look for gets a line here. */
const listPlaces = (t: FrameWords) => [
  { path: '/leaderboards', title: t.explore },
  { path: '/launches', title: t.calendar },
  { path: '/transparency', title: t.howItWorks },
  { path: '/api/v1/docs', title: t.api },
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
        <SearchField t={t} />
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

const SearchField = ({ t }: { t: FrameWords }) => (
  <form class="search" action="/search" role="search" data-suggestions>
    <Icon name="search" size={14} />
    <input
      type="search"
      name="q"
      required
      maxLength={100}
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
    data-waiting
    data-themes={JSON.stringify(t.themes)}
  >
    <Icon class="of-system" name="screen" />
    <Icon class="of-light" name="sun" />
    <Icon class="of-dark" name="moon" />
  </button>
)
