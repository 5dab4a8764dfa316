import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { leadWarning, listWarningCodes } from '../../../contract/warning-words.ts'
import { listRaises } from '../../../contract/signals/list-raises.ts'
import { formatScore } from '../words/formats.ts'
import { useWords } from '../words/language.ts'
import { raiseWords } from '../words/raise.ts'

const most = 4

/** Changes that would raise a score, by the rules that anybody can check; nothing where a critical warning or the rules leave no room. */
export function RaiseIt({ score }: { score: ScoreResult }) {
  const t = useWords(raiseWords)
  if (leadWarning(listWarningCodes(score)) !== undefined) return null
  const raises = listRaises(score).flatMap((raise) => {
    const words = t.changes[`${raise.signal} ${raise.code}`]
    return words === undefined ? [] : [{ ...raise, words }]
  })
  if (raises.length === 0) return null
  return (
    <section class="raise-it card" aria-labelledby="raise-title">
      <h2 id="raise-title">{t.title}</h2>
      <ul>
        {raises.slice(0, most).map(({ signal, code, gain, aggregate, words }) => (
          <li key={`${signal} ${code}`}>
            <strong>{t.points(formatScore(gain))}</strong>
            <span>{words}</span>
            <span class="total">{t.total(formatScore(aggregate))}</span>
          </li>
        ))}
      </ul>
      <p class="note">{t.note}</p>
    </section>
  )
}
