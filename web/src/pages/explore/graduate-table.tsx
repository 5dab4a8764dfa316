import { Fragment } from 'preact'
import type { Graduate, GraduateList } from '../../../../contract/props/lists.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { LeadChip } from '../../ui/lead-chip.tsx'
import { exploreWords } from '../../words/explore.ts'
import { formatDate, formatNumber, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { trackRecordWords } from '../../words/track-record.ts'

const dayMs = 86_400_000

/** The graduates with the score that they had before, and what became of them since; one that fell keeps its place. */
export const GraduateTable = ({ entries, count, traded }: GraduateList) => {
  const { graduates: t } = useWords(exploreWords)
  const { outcomeNames } = useWords(trackRecordWords)
  const language = useLanguage()
  const nameSince = ({ outcome, at }: NonNullable<Graduate['since']>) => {
    // That it graduated is said already: at that look it was still alive.
    const name = outcomeNames[outcome === 'graduated' ? 'alive' : (outcome as keyof typeof outcomeNames)] ?? outcome
    return at === null ? name : t.since(name, formatDate(at, language))
  }
  const rows = entries.map((graduate) => {
    const {
      scoreRequestId,
      name,
      symbol,
      aggregate,
      band,
      outcome,
      warnings,
      tradingSince,
      graduatedAt,
      venueGraduatedAt,
      since,
    } = graduate
    return {
      key: scoreRequestId,
      cells: [
        <a key="name" href={`/score/${scoreRequestId}`}>
          <bdi>{name}</bdi> <bdi class="muted">${symbol}</bdi>
        </a>,
        <Fragment key="score">
          <LeadChip outcome={outcome} warnings={warnings} band={band} /> {formatScore(aggregate)}
        </Fragment>,
        <Fragment key="graduated">
          {formatDate(graduatedAt, language)}
          {venueGraduatedAt !== null && (
            <span class="muted meta">{t.byVenue(formatDate(venueGraduatedAt, language))}</span>
          )}
        </Fragment>,
        formatNumber(Math.floor((Date.parse(graduatedAt) - Date.parse(tradingSince)) / dayMs), language),
        since === null || (since.at !== null && since.at < graduatedAt) ? t.notDue : nameSince(since),
      ],
    }
  })
  return (
    <>
      <p>{t.rate(formatNumber(count, language), formatNumber(traded, language))}</p>
      <DataTable label={t.table} columns={Object.values(t.columns)} rows={rows} />
    </>
  )
}
