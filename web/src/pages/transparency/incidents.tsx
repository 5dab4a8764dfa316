import type { Incident } from '../../pages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/layout.tsx'
import { Time } from '../../ui/time.tsx'
import { FeedLinks } from './feed-links.tsx'

/** What went wrong, and what was said of it. */
export const IncidentsSection = ({ incidents }: { incidents: Incident[] }) => (
  <Section id="incidents" title="Incidents" note={<FeedLinks feed="incidents" />}>
    {incidents.length === 0 ? (
      <EmptyState title="No incident has been recorded">
        <p>
          When something goes wrong, whoever runs this service opens an incident, says here what is known, and closes it
          when it is over. Closed ones stay.
        </p>
      </EmptyState>
    ) : (
      <ol class="entries">
        {incidents.map((incident) => (
          <Entry key={incident.id} {...incident} />
        ))}
      </ol>
    )}
  </Section>
)

const Entry = ({ id, title, impact, openedAt, resolvedAt, updates }: Incident) => (
  <li id={`incident-${id}`}>
    <h3>
      <bdi>{title}</bdi>
    </h3>
    <p class="with-chip">
      <span class={`chip ${resolvedAt ? 'green' : 'red'}`}>{resolvedAt ? 'Resolved' : 'Open'}</span>
      <span class="note">
        {impact}, <Time at={openedAt} />
        {resolvedAt && (
          <>
            {' '}
            to <Time at={resolvedAt} />
          </>
        )}
      </span>
    </p>
    <ol class="updates">
      {updates.map(({ kind, body, postedAt }) => (
        <li key={postedAt + kind}>
          <p class="note">
            {kind}, <Time at={postedAt} />
          </p>
          <p class="said" dir="auto">
            {body}
          </p>
        </li>
      ))}
    </ol>
  </li>
)
