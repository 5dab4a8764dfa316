import type { TrackRecord } from '../../../../contract/props/track-record.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber, formatPercent } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreTerms } from '../../words/scores.ts'
import { trackRecordWords } from '../../words/track-record.ts'

type BandFigures = TrackRecord['bands'][number]

/** The share of good outcomes of each band, as a drawing in each row of the table with its figures. */
export const BandShares = ({ bands }: Pick<TrackRecord, 'bands'>) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const columns = t.bandColumns
  const rows = bands.map((figures) => ({
    key: figures.band,
    cells: [
      terms.bands[figures.band],
      formatNumber(figures.known, language),
      <Unknown key="unknown" {...figures} />,
      formatNumber(figures.good, language),
      <Share key="share" {...figures} />,
      figures.interval === null ? '–' : figures.interval.map((end) => formatPercent(end, language)).join(' – '),
      figures.claimed === null ? '–' : formatPercent(figures.claimed, language),
    ],
  }))
  return (
    <>
      <DataTable label={t.bands} columns={Object.values(columns)} rows={rows} />
      {listOverlaps(bands).map(([one, other]) => (
        <p key={`${one} ${other}`}>{t.overlap(terms.bands[one], terms.bands[other])}</p>
      ))}
    </>
  )
}

/** From this share on, the unknown could change what the known ones show. */
const minMarked = 0.1

const Unknown = ({ unknown, due }: BandFigures) => {
  const language = useLanguage()
  if (due === 0) return <>–</>
  const share = unknown / due
  const text = `${formatNumber(unknown, language)} (${formatPercent(share, language)})`
  return share < minMarked ? <>{text}</> : <strong>{text}</strong>
}

/** The pairs of bands that the known launches tell apart, but not the unknown ones at their best or worst. */
function listOverlaps(bands: BandFigures[]): [BandFigures['band'], BandFigures['band']][] {
  return bands.flatMap((one, index) =>
    bands.slice(index + 1).flatMap((other): [BandFigures['band'], BandFigures['band']][] => {
      if (one.bounds === null || other.bounds === null || one.share === other.share) return []
      const overlap = one.bounds[0] <= other.bounds[1] && other.bounds[0] <= one.bounds[1]
      return overlap ? [[one.band, other.band]] : []
    }),
  )
}

const Share = ({ band, share, interval, bounds, claimed }: BandFigures) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  if (share === null || interval === null) return <span class="muted">{t.tooFew}</span>
  const [low, high] = interval
  const label = t.sharesOf(
    terms.bands[band],
    ...([share, low, high].map((one) => formatPercent(one, language)) as Ends),
  )
  return (
    <>
      {formatPercent(share, language)}
      <svg class="share-line" width="100%" height="16" role="img" aria-label={label}>
        {bounds && <line class="bounds" x1={percent(bounds[0])} x2={percent(bounds[1])} y1="14" y2="14" />}
        <line class="interval" x1={percent(low)} x2={percent(high)} y1="8" y2="8" />
        {claimed !== null && <line class="claimed" x1={percent(claimed)} x2={percent(claimed)} y1="2" y2="14" />}
        <circle cx={percent(share)} cy="8" r="4" />
      </svg>
    </>
  )
}

const percent = (value: number) => `${(100 * value).toFixed(1)}%`

type Ends = [share: string, low: string, high: string]
