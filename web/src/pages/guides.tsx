import type { Page } from '../page.ts'
import type { GuidesProps } from '../../../contract/props/docs.ts'
import { GuideSearch } from './guides/guide-list.tsx'

/** The list of all guides, or the sections that a search found. */
export const guidesPage: Page<GuidesProps> = {
  isEnglishOnly: true,
  head: ({ q }, { name }) => ({
    title: q === '' ? `${name} documentation` : `${q} · ${name} documentation`,
    description: 'Guides for integrators, creators and operators, and references for errors, limits and events.',
    isUnlisted: q !== '',
  }),
  Body: ({ q, guides, found, site }) => (
    <div class="guides-page">
      <header class="page-head">
        <h1>{site.name} documentation</h1>
        <p>Guides for integrators, creators and operators, and references for errors, limits and events.</p>
      </header>
      <GuideSearch q={q} />
      {q !== '' && <Found q={q} found={found} />}
      <GuideCards guides={guides} />
    </div>
  ),
}

const GuideCards = ({ guides }: Pick<GuidesProps, 'guides'>) => (
  <>
    {[...new Set(guides.map(({ group }) => group))].map((group) => (
      <section key={group} class="group">
        <h2>{group}</h2>
        <ul class="cards">
          {guides
            .filter((one) => one.group === group)
            .map(({ slug, title, description }) => (
              <li key={slug} class="card">
                <a href={`/docs/${slug}`}>{title}</a>
                <p>{description}</p>
              </li>
            ))}
        </ul>
      </section>
    ))}
    <p>
      Every route, field and status is in the <a href="/api/v1/docs">API reference</a>.
    </p>
  </>
)

const Found = ({ q, found }: Pick<GuidesProps, 'q' | 'found'>) => (
  <section class="found" aria-live="polite">
    <h2>{found.length === 0 ? `No section has “${q}”` : `Sections with “${q}”`}</h2>
    {found.length === 0 && <p>Try fewer or different words.</p>}
    <ol>
      {found.map(({ slug, id, title, guideTitle, excerpt }) => (
        <li key={`${slug}#${id}`}>
          <a href={`/docs/${slug}#${id}`}>{title}</a> <span class="kind">{guideTitle}</span>
          <p>{excerpt}</p>
        </li>
      ))}
    </ol>
  </section>
)
