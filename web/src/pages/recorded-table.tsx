import { Fragment } from 'preact'
import type { RecordedLaunch } from '../../../contract/launch-outcome.ts'
import { DataTable } from '../ui/data-table.tsx'
import { LeadChip, OutcomeChip } from '../ui/chips.tsx'
import { formatDate, formatScore } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { recordedWords } from '../words/recorded.ts'
import { trackRecordWords } from '../words/track-record.ts'

interface RecordedTableProps {
  launches: RecordedLaunch[]
  label: string
  now: string
}

/** Launches with the score that they had before, and their outcome at every horizon. */
export const RecordedTable = ({ launches, label, now }: RecordedTableProps) => {
  const { columns } = useWords(recordedWords)
  const { spans } = useWords(trackRecordWords)
  const language = useLanguage()
  const rows = launches.map((launch) => ({
    key: launch.scoreId,
    cells: [
      <Name key="name" {...launch} />,
      <Fragment key="score">
        <LeadChip {...launch} /> {formatScore(launch.aggregate)}
      </Fragment>,
      formatDate(launch.createdAt, language),
      ...launch.outcomes.map((one) => <Outcome key={one.horizon} {...one} launch={launch} now={now} />),
    ],
  }))
  return <DataTable label={label} columns={[...Object.values(columns), ...Object.values(spans)]} rows={rows} />
}

const Name = ({ name, symbol, enrollmentId, scoreId, population }: RecordedLaunch) => {
  const t = useWords(recordedWords)
  const href = enrollmentId === null ? `/score/${scoreId}` : `/launch/${enrollmentId}`
  return (
    <>
      <a href={`${href}#outcome`}>
        <bdi>{name}</bdi> <bdi class="muted">${symbol}</bdi>
      </a>
      {population !== 'committed' && <span class="muted meta">{population === null ? t.notCounted : t.observed}</span>}
    </>
  )
}

type OutcomeProps = RecordedLaunch['outcomes'][number] & { launch: RecordedLaunch; now: string }

const Outcome = ({ outcome, dueAt, horizon, launch, now }: OutcomeProps) => {
  const t = useWords(recordedWords)
  const language = useLanguage()
  if (outcome !== null) return <OutcomeChip outcome={outcome} />
  if (dueAt !== null)
    return <span class="muted meta">{dueAt > now ? t.due(formatDate(dueAt, language)) : t.deciding}</span>
  const missing = launch.isUntraded ? t.untraded : t.noMarket
  return <span class="muted meta">{horizon === '24h' ? missing : '–'}</span>
}
