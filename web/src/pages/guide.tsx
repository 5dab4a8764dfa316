import type { Page } from '../page.ts'
import type { GuideProps } from '../../../contract/props/docs.ts'
import { GuideList, GuideSearch } from './guides/guide-list.tsx'

/** A guide, between the list of all guides and its own contents. */
export const guidePage: Page<GuideProps> = {
  isEnglishOnly: true,
  head: ({ guide: { title, description } }) => ({ title, description: description || title }),
  Body: ({ guide, guides }) => (
    <div class="guide-page">
      <nav class="guides" aria-label="Guides">
        <GuideSearch q="" />
        <GuideList guides={guides} current={guide.slug} />
      </nav>
      {/* rendered from our own documents when the pages were built */}
      <article class="guide" dangerouslySetInnerHTML={{ __html: guide.html }} />
      {guide.sections.length > 2 && (
        <nav class="on-page" aria-label="On this page">
          <ul>
            {guide.sections
              .filter(({ level }) => level === 2 || level === 3)
              .map(({ id, title, level }) => (
                <li key={id} class={`level-${level}`}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
          </ul>
        </nav>
      )}
    </div>
  ),
}
