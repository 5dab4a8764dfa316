import type { GuideEntry, GuideProps, GuidesProps } from '../../../contract/props/docs.ts'
import type { Page } from '../page.ts'
import { Icon } from '../ui/icon.tsx'

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

/** A guide, between the list of all guides and its own contents. */
export const guidePage: Page<GuideProps> = {
  isEnglishOnly: true,
  head: ({ guide: { title, description } }) => ({ title, description: description || title }),
  Body: ({ guide, guide: { sections }, guides }) => (
    <div class="guide-page">
      <nav class="guides" aria-label="Guides">
        <GuideSearch q="" />
        <GuideList guides={guides} current={guide.slug} />
        <a class="all" href="/docs">
          All guides
        </a>
        {sections.length > 2 && (
          <details class="on-page-fold">
            <summary>On this page</summary>
            <SectionLinks sections={sections} />
          </details>
        )}
      </nav>
      {/* rendered from our own documents when the pages were built */}
      <article class="guide" dangerouslySetInnerHTML={{ __html: guide.html }} />
      {sections.length > 2 && (
        <nav class="on-page" aria-label="On this page">
          <SectionLinks sections={sections} />
        </nav>
      )}
    </div>
  ),
}

const SectionLinks = ({ sections }: Pick<GuideProps['guide'], 'sections'>) => (
  <ul>
    {sections
      .filter(({ level }) => level === 2 || level === 3)
      .map(({ id, title, level }) => (
        <li key={id} class={`level-${level}`}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
  </ul>
)

/** All guides by group. The groups have no headings, because the list is before the heading of the guide. */
const GuideList = ({ guides, current }: { guides: GuideEntry[]; current?: string }) => (
  <>
    {[...new Set(guides.map(({ group }) => group))].map((group) => (
      <section key={group}>
        <p class="group-title">{group}</p>
        <ul aria-label={group}>
          {guides
            .filter((one) => one.group === group)
            .map(({ slug, title }) => (
              <li key={slug}>
                <a href={`/docs/${slug}`} aria-current={slug === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
        </ul>
      </section>
    ))}
    <section>
      <p class="group-title">API</p>
      <ul aria-label="API">
        <li>
          <a href="/api/v1/docs">API reference</a>
        </li>
        <li>
          <a href="/transparency#changelog">API changelog</a>
        </li>
        <li>
          <a href="/llms-full.txt">llms-full.txt</a>
        </li>
      </ul>
    </section>
  </>
)

const GuideSearch = ({ q }: { q: string }) => (
  <form class="guide-search" action="/docs" role="search" aria-label="Documentation">
    <input
      type="search"
      name="q"
      value={q}
      maxLength={100}
      placeholder="Search the docs"
      aria-label="Search the documentation"
      required
    />
    <button class="btn ico" aria-label="Search">
      <Icon name="search" />
    </button>
  </form>
)
