import { useEffect, useState } from 'preact/hooks'
import type { OwnScores } from '../../../../contract/schemas/own-scores.ts'
import { BusyButton } from '../busy-button.tsx'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { Alert, Pane, Pick } from '../../ui/console.tsx'
import { CriticalChip } from '../../ui/critical-chip.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { formatAge, formatDateTime, formatScore } from '../../words/formats.ts'
import { usePages } from '../paging/use-pages.ts'
import { askWithKey } from './ask-with-key.ts'

const rowsAtOnce = 10

/** The scores that the key asked for, by band and confidence. */
export function Scores({ apiKey }: { apiKey: string }) {
  const [band, setBand] = useState('')
  const [confidence, setConfidence] = useState('')
  const { pages, problem, isBusy, load } = usePages<OwnScores>((cursor) => {
    const given = { limit: String(rowsAtOnce), band, confidence, cursor }
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
    return askWithKey<OwnScores>(apiKey, `/v1/scores?${query.toString()}`)
  })
  useEffect(() => void load([]), [band, confidence])
  const rows = (pages ?? []).flatMap(({ scores }) => scores)
  return (
    <Pane id="scores" title={t.scores}>
      <div class="filter-line">
        <Pick label={t.band} value={band} options={{ '': t.all, ...t.bands }} onValue={setBand} />
        <Pick
          label={t.confidence}
          value={confidence}
          options={{ '': t.all, ...t.confidences }}
          onValue={setConfidence}
        />
      </div>
      <div role="alert">{problem && <Alert title={problem} />}</div>
      {rows.length > 0 && <DataTable label={t.scores} columns={t.scoresColumns} rows={rows.map(toRow)} />}
      {rows.length === 0 && <p class="muted">{pages === null ? t.loading : t.noScores}</p>}
      {pages?.at(-1)?.nextCursor && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void load(pages)}>
            {t.more}
          </BusyButton>
        </p>
      )}
    </Pane>
  )
}

const toRow = (row: OwnScores['scores'][number]) => ({
  key: row.scoreId,
  cells: [
    <a key="launch" href={`/score/${row.scoreId}`}>
      <bdi>{row.name}</bdi> <bdi>${row.symbol}</bdi>
    </a>,
    <>
      {formatScore(row.aggregate)} <CriticalChip codes={row.warnings} />{' '}
      <BandChip band={row.band} hasStubs={row.hasStubs} />
    </>,
    <Address key="creator" address={row.creatorAddress} href={`/creator/${row.creatorAddress}`} isBare />,
    [row.promptVersion, ...(row.test ? [t.testRecord] : [])].join(' · '),
    <time key="made" dateTime={row.createdAt} title={formatDateTime(row.createdAt, 'en')}>
      {formatAge(row.createdAt, new Date(), 'en')}
    </time>,
  ],
})
