import type { ApiChange } from '../../pages.ts'
import { Section } from '../../ui/layout.tsx'
import { FeedLinks } from './feed-links.tsx'

/** What changed for programs. */
export const ChangelogSection = ({ changelog }: { changelog: ApiChange[] }) => (
  <Section id="changelog" title="API changelog" note={<FeedLinks feed="changelog" />}>
    <ol class="entries">
      {changelog.map(({ id, date, title, changes }) => (
        <li key={id} id={id}>
          <h3>{title}</h3>
          <p class="note">
            <time dateTime={date}>{inWords.format(new Date(date))}</time>
          </p>
          <ul class="changes">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  </Section>
)

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
