import type { Site } from '../../contract/props/site.ts'
import { colors } from '../../contract/design.ts'
import type { Head } from './page.ts'
import { Footer, Toast, TopBar } from './ui/frame.tsx'
import { frameWords } from './words/frame.ts'
import { languages, useWords } from './words/language.ts'

interface DocumentProps {
  head: Head
  site: Site
  islands: Set<string>
  /** The page has words in every language. */
  isTranslated: boolean
}

/**
 * Where the server inserts the page's markup. When it was rendered inside the document, the markup of every page stayed
 * reachable until the next full garbage collection. Preact escapes text, so no text contains it.
 */
export const bodyPlace = '<!--body-->'

/** The document around a page: its head, the top bar and the footer. */
export const Document = ({ head, site, islands, isTranslated }: DocumentProps) => (
  <html
    lang={languages[site.language].tag}
    data-theme={site.theme ?? undefined}
    data-chains={site.chains.length > 1 ? site.chains.join(',') : undefined}
  >
    <head>
      <meta charset="utf-8" />
      <title>{getTitle(head, site)}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="description" content={head.description} />
      <ThemeColors theme={site.theme} />
      <link rel="preload" as="font" type="font/woff2" href={builtAssets.font} crossOrigin="anonymous" />
      <link rel="stylesheet" href={builtAssets.style} />
      <link rel="icon" type="image/svg+xml" href={builtAssets.icon} />
      <link rel="alternate icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <script type="module" src={builtAssets.script} />
      {listModules(islands).map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {site.walletConnect && (
        <meta name="walletconnect" content={JSON.stringify({ ...site.walletConnect, name: site.name })} />
      )}
      {head.isUnlisted ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Sharing head={head} site={site} isTranslated={isTranslated} />
      )}
    </head>
    <body>
      <SkipLink />
      <TopBar site={site} />
      <main id="content" class="wrap" tabIndex={-1} dangerouslySetInnerHTML={{ __html: bodyPlace }} />
      <Footer site={site} isTranslated={isTranslated} />
      <Toast />
    </body>
  </html>
)

const SkipLink = () => (
  <a class="skip" href="#content">
    {useWords(frameWords).skip}
  </a>
)

/** The colours of the browser's own interface. */
const ThemeColors = ({ theme }: Pick<Site, 'theme'>) => (
  <>
    <meta name="color-scheme" content={theme ?? 'light dark'} />
    {theme ? (
      <meta name="theme-color" content={colors.bg[theme]} />
    ) : (
      <>
        <meta name="theme-color" content={colors.bg.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={colors.bg.dark} media="(prefers-color-scheme: dark)" />
      </>
    )}
  </>
)

const getTitle = ({ title }: Head, { name }: Site) => (title.includes(name) ? title : `${title} · ${name}`)

const listModules = (islands: Set<string>): string[] => [
  ...new Set([...islands].flatMap((name) => builtAssets.modules[name] ?? [])),
]

/** The tags of link previews, with absolute addresses. */
const Sharing = ({ head, site, isTranslated }: Pick<DocumentProps, 'head' | 'site' | 'isTranslated'>) => {
  const { title, description, image, frame, hasOembed } = head
  const url = site.url + (site.isLanguageChosen ? withLanguage(site.path, site.language) : site.path)
  const { path, alt } = image ?? { path: '/card.png', alt: useWords(frameWords).cardAlt(site.name) }
  return (
    <>
      <link rel="canonical" href={url} />
      {isTranslated &&
        Object.entries(languages).map(([language, { tag }]) => (
          <link key={tag} rel="alternate" hreflang={tag} href={site.url + withLanguage(site.path, language)} />
        ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.url + path} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={site.url + path} />
      <meta name="twitter:image:alt" content={alt} />
      {frame && site.hasMiniApp && <Frame frame={frame} site={site} />}
      {hasOembed && <link rel="alternate" type="application/json+oembed" title={title} href={toOembedUrl(site)} />}
    </>
  )
}

const withLanguage = (path: string, language: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

const toOembedUrl = ({ url, path }: Site): string =>
  `${url}/oembed?${new URLSearchParams({ url: url + path, format: 'json' })}`

/** A Farcaster client opens the ticket, which calls `ready()`. Under both names, because older clients know only `fc:frame`. */
const Frame = ({ frame: { imagePath, button }, site }: { frame: NonNullable<Head['frame']>; site: Site }) => {
  const content = (type: string) =>
    JSON.stringify({
      version: '1',
      imageUrl: site.url + imagePath,
      button: { title: button, action: { type, name: site.name, url: `${site.url}/embed${site.path}?host=farcaster` } },
    })
  return (
    <>
      <meta name="fc:miniapp" content={content('launch_miniapp')} />
      <meta name="fc:frame" content={content('launch_frame')} />
    </>
  )
}
