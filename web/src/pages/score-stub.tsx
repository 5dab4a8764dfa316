import { getMeasuredWeight } from '../../../contract/headline.ts'
import { type LeadState, findLead, findOwnerRight, isCriticalLead } from '../../../contract/lead.ts'
import type { Position } from '../../../contract/props/score.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { BandChip, LeadChip, OutcomeChip } from '../ui/chips.tsx'
import { ScoreDial } from '../ui/score-dial.tsx'
import { findTotalSpread } from '../ui/signal-bars.tsx'
import { formatDate, formatPercent } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreWords } from '../words/score.ts'
import { scoreTerms } from '../words/scores.ts'

interface ScoreStubProps {
  score: ScoreResult
  state: LeadState
  position?: Position | null | undefined
}

/** The number of a score and its verdict, on the stub of a ticket. */
export const ScoreStub = ({ score, state, position }: ScoreStubProps) => {
  const { aggregate, band, hasStubs } = score
  return (
    <>
      <ScoreDial score={aggregate} hasStubs={hasStubs} isOld={isCriticalLead(state)} spread={findTotalSpread(score)}>
        <Scale score={score} state={state} />
      </ScoreDial>
      {state.outcome === 'alive' && !hasStubs ? (
        <p class="verdicts">
          <OutcomeChip outcome="alive" /> <BandChip band={band} />
        </p>
      ) : (
        <LeadChip {...state} band={band} hasStubs={hasStubs} />
      )}
      <Standing score={score} state={state} position={position} />
    </>
  )
}

/** `out of 100 · ± 3`; once the launch has ended, when it was scored. */
const Scale = ({ score, state }: ScoreStubProps) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  const spread = findTotalSpread(score)
  if (score.hasStubs) return <>{t.ofWeight(getMeasuredWeight(score))}</>
  if (state.outcome !== null)
    return <>{t.scoredBefore(formatDate(score.createdAt, language).replaceAll(' ', '\u00a0'))}</>
  return (
    <>
      {t.outOf}
      {spread && !isCriticalLead(state) && ` · ± ${Math.max(1, Math.round((spread.highest - spread.lowest) / 2))}`}
    </>
  )
}

/** The band of a score that something else leads, or its place in the week. */
const Standing = ({ score, state, position }: ScoreStubProps) => {
  const t = useWords(scoreWords)
  const { bands } = useWords(scoreTerms)
  const language = useLanguage()
  if (score.hasStubs || state.outcome === 'alive') return null
  if (findLead(state) !== null || findOwnerRight({ ...state, band: score.band }) !== null)
    return <p class="aside">{t.scoreAlone(bands[score.band].toLowerCase())}</p>
  const share = position && findShare(position)
  return share ? <p class="aside">{t.position.week(formatPercent(share, language))}</p> : null
}

/** The part of the launches that score less, in whole per cent; null: too few for a percentage. */
export const findShare = ({ below, size }: Position): number | null =>
  size >= 20 ? Math.floor((100 * below) / size) / 100 : null
