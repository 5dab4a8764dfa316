import type { GuideEntry } from '../../../../contract/props/docs.ts'

/** All guides by group. The groups have no headings, because the list is before the heading of the guide. */
export const GuideList = ({ guides, current }: { guides: GuideEntry[]; current?: string }) => (
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

export const GuideSearch = ({ q }: { q: string }) => (
  <form class="guide-search" action="/docs" role="search" aria-label="Documentation">
    <input
      type="search"
      name="q"
      value={q}
      maxLength={100}
      placeholder="Search the documentation"
      aria-label="Search the documentation"
      required
    />
    <button class="btn sm">Search</button>
  </form>
)
