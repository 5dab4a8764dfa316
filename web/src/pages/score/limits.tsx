import type { ScoreProps, ScoreResult } from '../../pages.ts'
import { Section } from '../../ui/layout.tsx'
import { formatList, getTitle } from '../../ui/words.ts'

/** What the score doesn't say, in plain sight. */
export const LimitsSection = ({ score }: ScoreProps) => (
  <Section id="limits" title="What this is not">
    <p>
      <strong>No advice to buy, and no verdict that anything is harmless.</strong> A green score can still lose all its
      holders put in.
    </p>
    <ul class="plain">
      {uncheckedIn(score).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  </Section>
)

const uncheckedIn = ({ stubbedSignals, submission }: ScoreResult): string[] => [
  ...(stubbedSignals.length > 0 ? [`Not measured here: ${formatList(stubbedSignals.map(getTitle))}.`] : []),
  ...(submission.contractAddress ? [] : ['Not examined: the contract, which did not exist or was not named.']),
  'Not checked: who is behind the wallet and the handle, what they intend, and what they do after this score.',
]
