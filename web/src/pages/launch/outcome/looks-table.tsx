import type { Look } from '../../../pages.ts'
import { formatDateTime, formatNumber, formatPercent } from '../../../words/formats.ts'
import { useLanguage, useWords } from '../../../words/language.ts'
import { outcomeWords } from '../../../words/outcome.ts'

/** Every look with its figures. It scrolls by itself: a launch has about 150 looks. */
export const LooksTable = ({ looks }: { looks: Look[] }) => {
  const t = useWords(outcomeWords)
  return (
    <div class="scroll looks" role="group" aria-label={t.depth} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {Object.values(t.columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {looks.map((look) => (
            <Row key={look.seenAt} {...look} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Row = (look: Look) => {
  const language = useLanguage()
  const toCell = (value: number | null) => (value === null ? '–' : formatNumber(value, language))
  return (
    <tr>
      <td>{formatDateTime(look.seenAt, language)}</td>
      <td>{toCell(look.depth)}</td>
      <td>{toCell(look.buys)}</td>
      <td>{toCell(look.sells)}</td>
      <td>{useNotes(look).join('; ')}</td>
    </tr>
  )
}

function useNotes({ state, isByChain, removal, cannotSell }: Look): string[] {
  const { notes } = useWords(outcomeWords)
  const language = useLanguage()
  return [
    ...(state === 'absent' ? [isByChain ? notes.byChain : notes.absent] : []),
    ...(state === 'uncounted' ? [notes.uncounted] : []),
    ...(removal ? [notes.removal[removal.by](formatPercent(removal.share, language))] : []),
    ...(cannotSell ? [notes.cannotSell] : []),
  ]
}
