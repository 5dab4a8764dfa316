import type { ScoreProps } from '../../pages.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { Section } from '../../ui/layout.tsx'
import { Time } from '../../ui/time.tsx'
import { WarningChip } from '../../ui/warning.tsx'
import { points } from '../../ui/words.ts'

/** All records of the submission. */
export const HistorySection = ({ score, replays }: ScoreProps) => (
  <Section id="history" title="History" note="Scoring again adds a record; none is ever changed.">
    <ol class="history">
      {replays.map(({ id, aggregate, band, warnings, confidence, promptVersion, createdAt }) => (
        <li key={id} aria-current={id === score.id ? 'true' : undefined}>
          {warnings.length > 0 && <WarningChip codes={warnings} />}
          <span class="figure">{points(aggregate)}</span>
          <BandChip band={band} isPreliminary={confidence === 'preliminary'} />
          <span class="when">
            {id === score.id ? (
              <>
                <Time at={createdAt} />, this record
              </>
            ) : (
              <a href={`/score/${id}`}>
                <Time at={createdAt} />
              </a>
            )}
          </span>
          <span class="note">
            <code>{promptVersion}</code>
          </span>
        </li>
      ))}
    </ol>
  </Section>
)
