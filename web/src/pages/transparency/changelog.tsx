import type { ApiChange } from '../../../../contract/news.ts'
import { formatDate } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { FeedLinks } from './feed-links.tsx'
import { Section } from './section.tsx'

/** Changes for developers, who read English. */
export const ChangelogSection = ({ changelog }: { changelog: ApiChange[] }) => {
  const language = useLanguage()
  const { places } = useWords(transparencyWords)
  return (
    <Section id="changelog" title={places.changelog} note={<FeedLinks feed="changelog" />}>
      <ol class="entries">
        {changelog.map(({ id, date, title, changes }) => (
          <li key={id} id={id}>
            <h3 lang="en">{title}</h3>
            <p class="note">
              <time dateTime={date}>{formatDate(date, language)}</time>
            </p>
            <ul class="changes" lang="en">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}
