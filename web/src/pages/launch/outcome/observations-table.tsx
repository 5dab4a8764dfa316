import type { Observation } from '../../../../../contract/launch-outcome.ts'
import { formatDateTime, formatNumber, formatPercent } from '../../../words/formats.ts'
import { useLanguage, useWords } from '../../../words/language.ts'
import { outcomeWords } from '../../../words/outcome.ts'

/** Every observation with its figures. It scrolls by itself: a launch has about 150 observations. */
export const ObservationsTable = ({ observations }: { observations: Observation[] }) => {
  const t = useWords(outcomeWords)
  return (
    <div class="scroll observations" role="group" aria-label={t.depth} tabIndex={0}>
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
          {observations.map((observation) => (
            <Row key={observation.seenAt} {...observation} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Row = (observation: Observation) => {
  const language = useLanguage()
  const toCell = (value: number | null) => (value === null ? '–' : formatNumber(value, language))
  return (
    <tr>
      <td>{formatDateTime(observation.seenAt, language)}</td>
      <td>{toCell(observation.depth)}</td>
      <td>{toCell(observation.buys)}</td>
      <td>{toCell(observation.sells)}</td>
      <td>{useNotes(observation).join('; ')}</td>
    </tr>
  )
}

function useNotes({ state, isByChain, removal, cannotSell }: Observation): string[] {
  const { notes } = useWords(outcomeWords)
  const language = useLanguage()
  return [
    ...(state === 'absent' ? [isByChain ? notes.byChain : notes.absent] : []),
    ...(state === 'uncounted' ? [notes.uncounted] : []),
    ...(removal ? [notes.removal[removal.by](formatPercent(removal.share, language))] : []),
    ...(cannotSell ? [notes.cannotSell] : []),
  ]
}
