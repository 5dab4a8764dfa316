import type { Incident } from '../../../../contract/news.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { FeedLinks } from './feed-links.tsx'
import { Section } from './section.tsx'

/** The incidents, in the operator's words. */
export const IncidentsSection = ({ incidents }: { incidents: Incident[] }) => {
  const { places, incidents: t } = useWords(transparencyWords)
  return (
    <Section id="incidents" title={places.incidents} note={<FeedLinks feed="incidents" />}>
      {incidents.length === 0 ? (
        <div class="none">
          <p>
            <strong>{t.none}</strong>
          </p>
          <p class="muted">{t.noneText}</p>
        </div>
      ) : (
        <ol class="entries">
          {incidents.map((incident) => (
            <Entry key={incident.id} {...incident} />
          ))}
        </ol>
      )}
    </Section>
  )
}

const Entry = ({ id, title, impact, openedAt, resolvedAt, updates }: Incident) => {
  const { incidents: t } = useWords(transparencyWords)
  return (
    <li id={`incident-${id}`}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p class="with-chip">
        <Chip tone={resolvedAt ? 'plain' : 'ink'}>{resolvedAt ? t.resolved : t.open}</Chip>
        <span class="note">
          {t.impacts[impact]}, <At at={openedAt} />
          {resolvedAt && (
            <>
              {` ${t.until} `}
              <At at={resolvedAt} />
            </>
          )}
        </span>
      </p>
      <ol class="updates">
        {updates.map(({ kind, body, postedAt }) => (
          <li key={postedAt + kind}>
            <p class="note">
              {t.kinds[kind]}, <At at={postedAt} />
            </p>
            <p class="said" dir="auto">
              {body}
            </p>
          </li>
        ))}
      </ol>
    </li>
  )
}

const At = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at, useLanguage())}</time>
