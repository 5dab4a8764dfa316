import type { Site } from '../../../contract/props/site.ts'
import { frameWords } from '../words/frame.ts'
import { languages, useLanguage, useWords } from '../words/language.ts'

interface FooterProps {
  site: Site
  /** The page has words in every language. */
  isTranslated: boolean
}

/** The footer of every page. */
export function Footer({ site, isTranslated }: FooterProps) {
  const t = useWords(frameWords)
  return (
    <footer class="footer">
      <div class="wrap line">
        <p>
          <strong>{site.name}</strong> {t.advice} {site.credit && <span lang="en">{site.credit}.</span>}
        </p>
        <nav aria-label={t.footer}>
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
            <li>
              <a href="/api/v1/openapi.json">OpenAPI</a>
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

/** Each language names itself, so that its readers find it. */
const Languages = ({ label, query }: { label: string; query: string }) => {
  const current = useLanguage()
  const toHref = (language: string) => `?${new URLSearchParams([...new URLSearchParams(query), ['lang', language]])}`
  return (
    <nav aria-label={label}>
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
function toReportUrl(contactUrl: string, { url, path }: Site): string {
  if (!contactUrl.startsWith('mailto:')) return contactUrl
  const join = contactUrl.includes('?') ? '&' : '?'
  return `${contactUrl}${join}subject=${encodeURIComponent(`Report: ${url}${path}`)}`
}
