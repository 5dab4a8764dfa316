import type { TrackRecord } from '../../../../contract/props/track-record.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreTerms } from '../../words/scores.ts'
import { trackRecordWords } from '../../words/track-record.ts'

const steps = ['scored', 'enrolled', 'launched', 'traded', 'due', 'known', 'unknown'] as const

/** The funnel of each band: it shows who launched. */
export const BandSteps = ({ bands }: Pick<TrackRecord, 'bands'>) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const rows = bands.map((figures) => ({
    key: figures.band,
    cells: [terms.bands[figures.band], ...steps.map((name) => formatNumber(figures[name], language))],
  }))
  const columns = [t.stepColumns.band, ...steps.map((name) => t.stepColumns[name])]
  return <DataTable label={t.bandSteps} columns={columns} rows={rows} />
}
