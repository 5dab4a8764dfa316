import type { LaunchItem } from '../pages.ts'
import { Address } from './address.tsx'
import { BandChip } from './band-chip.tsx'
import { Time } from './time.tsx'
import { WarningChip } from './warning.tsx'
import { points } from './words.ts'

interface RowsProps {
  launches: LaunchItem[]
  now: string
  /** Whose they are needs no saying. */
  isOneCreators?: boolean
}

/** Enrolled launches, one below the other. */
export const LaunchRows = ({ launches, now, isOneCreators }: RowsProps) => (
  <ul class="launches">
    {launches.map((launch) => (
      <li key={launch.enrollmentId}>
        <img src={`/score/${launch.scoreRequestId}/picture`} alt="" width="48" height="48" loading="lazy" />
        <div class="who">
          <WarningChip codes={launch.warnings} />
          <a class="launch-name" href={`/launch/${launch.enrollmentId}`}>
            <bdi>{launch.name}</bdi>{' '}
            <span class="ticker">
              $<bdi>{launch.symbol}</bdi>
            </span>
          </a>
          <p class="note meta">
            {!isOneCreators && (
              <Address address={launch.creatorAddress} href={`/creator/${launch.creatorAddress}`} isBare />
            )}
            <span>
              signed <Time at={launch.enrolledAt} />
            </span>
          </p>
        </div>
        <p class="plan">
          <Plan at={launch.scheduledFor} now={now} />
        </p>
        <a class="mark-of" href={`/score/${launch.scoreRequestId}`}>
          <span class="figure">{points(launch.aggregate)}</span>
          <BandChip band={launch.band} />
        </a>
      </li>
    ))}
  </ul>
)

/** Only the time is known: whether it happened isn't observed. */
const Plan = ({ at, now }: { at: string | null; now: string }) => {
  if (at === null) return <span class="note">No time set</span>
  return (
    <>
      <span class="note">{at > now ? 'Planned for' : 'Time has passed'}</span>
      <Time at={at} />
    </>
  )
}
