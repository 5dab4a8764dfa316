import type { Followed, HorizonOutcome } from '../../../../../contract/launch-outcome.ts'
import { OutcomeChip } from '../../../ui/outcome-chip.tsx'
import { formatDate } from '../../../words/formats.ts'
import { useLanguage, useWords } from '../../../words/language.ts'
import { outcomeWords } from '../../../words/outcome.ts'
import { trackRecordWords } from '../../../words/track-record.ts'

/** The outcome at each horizon with the sentence of its cause, or the day on which it is due. */
export const Horizons = ({ horizons, now }: Pick<Followed, 'horizons'> & { now: string }) => {
  const t = useWords(outcomeWords)
  const { spans } = useWords(trackRecordWords)
  return (
    <div class="part">
      <h3>{t.horizons}</h3>
      <dl class="horizons">
        {horizons.map((one) => (
          <div key={one.horizon}>
            <dt>{spans[one.horizon]}</dt>
            <dd>
              <Decided {...one} now={now} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const Decided = ({ outcome, cause, dueAt, now }: HorizonOutcome & { now: string }) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  if (outcome === null)
    return <span class="muted">{dueAt > now ? t.due(formatDate(dueAt, language)) : t.deciding}</span>
  return (
    <>
      <OutcomeChip outcome={outcome} /> <span>{(cause !== null && t.causes[cause]) || t.outcomes[outcome]}</span>
    </>
  )
}
