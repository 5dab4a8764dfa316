import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import type { ToldState } from '../../../../contract/lead.ts'
import { findLead } from '../../../../contract/lead.ts'
import { Reason } from '../../ui/reason.tsx'
import { toScoreBand } from '../../ui/words.ts'
import { factWords } from '../../words/facts.ts'
import { useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'

/** A notice for launches without an outcome and without a critical warning: a red score, or a red risk under a better one. */
export const RedNotice = ({ score, state }: { score: ScoreResult; state: ToldState }) => {
  const t = useWords(launchWords)
  const words = useWords(factWords)
  const { band, signals } = score
  const { risk } = signals
  const redRisk = risk && !risk.stub && toScoreBand(risk.score) === 'red' ? risk : null
  if ((band !== 'red' && !redRisk) || findLead(state) !== null) return null
  return (
    <div class="red-notice">
      <p class="card-title">{band === 'red' ? t.redScore : t.redRisk}</p>
      {redRisk ? <Reason {...redRisk} words={words} /> : <p>{t.readWhy}</p>}
    </div>
  )
}
