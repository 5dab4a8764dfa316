import { Fragment } from 'preact'
import { findLead } from '../../../contract/lead.ts'
import type { RecordedLaunch } from '../../../contract/launch-outcome.ts'
import { dayMs } from '../../../contract/time.ts'
import { LeadChip, OutcomeChip, OutcomeSquare } from '../ui/chips.tsx'
import { Picture } from '../ui/picture.tsx'
import { formatDate, formatScore, formatSpan } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { recordedWords } from '../words/recorded.ts'
import { trackRecordWords } from '../words/track-record.ts'

interface RecordedTableProps {
  launches: RecordedLaunch[]
  label: string
  now: string
}

/** Launches with the score that they had before, what became of them, and a square for each decided horizon. */
export const RecordedTable = ({ launches, label, now }: RecordedTableProps) => (
  <ul class="recorded" aria-label={label}>
    {launches.map((launch) => (
      <Row key={launch.scoreId} launch={launch} now={now} />
    ))}
  </ul>
)

interface RowProps {
  launch: RecordedLaunch
  now: string
}

const Row = ({ launch, now }: RowProps) => {
  const { scoreId, enrollmentId, name, symbol, createdAt, population } = launch
  const t = useWords(recordedWords)
  const language = useLanguage()
  const facts = [
    t.scored(formatScore(launch.aggregate), launch.band),
    t.launched(formatDate(createdAt, language)),
    ...(population === 'committed' ? [] : [population === null ? t.notCounted : t.observed]),
  ]
  const path = enrollmentId === null ? `/score/${scoreId}` : `/launch/${enrollmentId}`
  return (
    <li>
      <Picture scoreId={scoreId} side={44} isLazy />
      <div class="what">
        <a class="row-link" href={`${path}#outcome`}>
          <bdi>{name}</bdi> <bdi class="muted">${symbol}</bdi>
        </a>
        <span class="sub">
          {facts.map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 && ' · '}
              <span>{fact}</span>
            </Fragment>
          ))}
        </span>
      </div>
      <Horizons {...launch} />
      <span class="state">
        <State launch={launch} now={now} />
      </span>
    </li>
  )
}

/** What was decided at each horizon. */
const Horizons = ({ outcomes }: Pick<RecordedLaunch, 'outcomes'>) => {
  const { spans } = useWords(trackRecordWords)
  return (
    <span class="horizons">
      {outcomes.map(
        ({ horizon, outcome }) =>
          outcome !== null && <OutcomeSquare key={horizon} outcome={outcome} name={spans[horizon]} />,
      )}
    </span>
  )
}

/** What leads the launch; without that, what it waits for. */
const State = ({ launch, now }: RowProps) => {
  const { outcomes, tradingSince, isUntraded } = launch
  const t = useWords(recordedWords)
  const language = useLanguage()
  if (findLead(launch) !== null) return <LeadChip {...launch} />
  const last = outcomes.findLast(({ outcome }) => outcome !== null)?.outcome
  if (last) return <OutcomeChip outcome={last} />
  if (tradingSince === null) return <span class="muted">{isUntraded ? t.untraded : t.noMarket}</span>
  const liveMs = Date.parse(now) - Date.parse(tradingSince)
  return liveMs < dayMs ? (
    <span class="chip live">{t.live(formatSpan(Math.max(0, liveMs), language))}</span>
  ) : (
    <span class="muted">{t.deciding}</span>
  )
}
