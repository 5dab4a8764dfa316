import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { listRaises } from '../../../contract/signals/list-raises.ts'
import { leadWarning, listWarningCodes } from '../../../contract/warning-words.ts'
import { formatScore } from '../words/formats.ts'
import { useWords } from '../words/language.ts'
import { raiseWords } from '../words/raise.ts'

const most = 3

/** What to change for a higher score, and the way to do it; nothing where a critical warning or the rules leave no room. */
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
        {raises.slice(0, most).map(({ signal, code, gain, isMost, words: [todo, why] }) => (
          <li key={`${signal} ${code}`}>
            <span class="gain">
              {isMost && <span class="meta">{t.upTo} </span>}
              <strong>+{formatScore(gain)}</strong>
            </span>
            <p>
              <strong>{todo}</strong> {why}
            </p>
          </li>
        ))}
      </ul>
      <p class="again">
        <a class="btn pri" href={`/?edit=${score.id}#score`}>
          {t.edit}
        </a>
        <span class="meta">{t.note}</span>
      </p>
    </section>
  )
}
