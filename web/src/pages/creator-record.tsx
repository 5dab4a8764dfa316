import type { CreatorProps } from '../../../contract/props/lists.ts'
import type { RecordedLaunch } from '../../../contract/launch-outcome.ts'
import { formatNumber } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { recordedWords } from '../words/recorded.ts'
import { trackRecordWords } from '../words/track-record.ts'
import { RecordedTable } from './recorded-table.tsx'

/** The outcomes of the tokens that a wallet launched. */
export const CreatorRecord = ({ recorded, observing, now }: CreatorProps) => {
  const t = useWords(recordedWords)
  const { notObserved } = useWords(trackRecordWords)
  return (
    <section class="outcomes-part card" id="outcomes" aria-labelledby="outcomes-title">
      <h2 id="outcomes-title">{t.creatorTitle}</h2>
      {!observing && <p class="muted">{notObserved}</p>}
      {observing && recorded.length === 0 && <p class="muted">{t.creatorNone}</p>}
      {recorded.length > 0 && (
        <>
          <p>{useSentence(recorded)}</p>
          <p class="muted">{t.creatorNote}</p>
          <RecordedTable launches={recorded} label={t.creatorTitle} now={now} />
        </>
      )}
    </section>
  )
}

function useSentence(recorded: RecordedLaunch[]): string {
  const t = useWords(recordedWords)
  const language = useLanguage()
  const decided = recorded.map(({ outcomes }) => outcomes.find(({ horizon }) => horizon === '30d')?.outcome ?? null)
  const count = (...names: (string | null)[]) =>
    formatNumber(decided.filter((outcome) => names.includes(outcome)).length, language)
  return t.creatorSentence({
    launched: formatNumber(recorded.length, language),
    due: formatNumber(decided.filter((outcome) => outcome !== null).length, language),
    good: count('graduated', 'alive'),
    bad: count('dead', 'rugged'),
    unknown: count('unknown'),
  })
}
