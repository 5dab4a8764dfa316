import type { ScoreResult } from '../pages.ts'
import { BandChip } from './band-chip.tsx'
import { points } from './words.ts'

/** A score in short, which leads to the whole of it. */
export const Tally = ({ score: { id, aggregate, band, hasStubs } }: { score: ScoreResult }) => (
  <a class="tally" href={`/score/${id}`}>
    <span class="tally-number">{points(aggregate)}</span>
    <span class="tally-words">
      <BandChip band={band} />
      <span class="note">{hasStubs ? 'preliminary, ' : ''}of 100; higher is better</span>
    </span>
    <span class="tally-more">See the score</span>
  </a>
)
