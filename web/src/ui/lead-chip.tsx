import type { Band } from '../../../contract/schemas/score.ts'
import { type ShownState, findLead } from '../../../contract/lead.ts'
import { BandChip } from './band-chip.tsx'
import { CriticalChip } from './critical-chip.tsx'
import { OutcomeChip } from './outcome-chip.tsx'

interface LeadChipProps extends ShownState {
  band: Band
  hasStubs?: boolean
}

/** What leads a score: the outcome of its launch (D101), else a critical warning (D59), else its band. */
export function LeadChip({ outcome, warnings, band, hasStubs = false }: LeadChipProps) {
  const lead = findLead({ outcome, warnings })
  if (lead === null) return <BandChip band={band} hasStubs={hasStubs} />
  return 'outcome' in lead ? <OutcomeChip outcome={lead.outcome} /> : <CriticalChip codes={warnings} />
}
