import { bands } from '../../rules.ts'
import type { Percentile, ScoreProps, ScoreResult } from '../../pages.ts'
import { Section } from '../../ui/layout.tsx'
import { points } from '../../ui/words.ts'

/** How firm the number is, and where it stands among others. */
export const StandingSection = ({ score, percentile, replays }: ScoreProps) => (
  <Section id="standing" title="How to read it">
    <dl class="facts">
      <div>
        <dt>Confidence</dt>
        <dd>{score.hasStubs ? 'Preliminary: a signal is missing' : 'Final: all six signals were measured'}</dd>
      </div>
      <div>
        <dt>Among others</dt>
        <dd>{findPlace(percentile)}</dd>
      </div>
      <div>
        <dt>Distance</dt>
        <dd>{formatDistance(score)}</dd>
      </div>
      <div>
        <dt>Scored</dt>
        <dd>
          {replays.length === 1 ? 'Once' : `${replays.length} times`}, this record by{' '}
          <a href={`/transparency#${score.promptVersion}`}>
            <code>{score.promptVersion}</code>
          </a>
        </dd>
      </div>
    </dl>
  </Section>
)

function findPlace({ percentile, cohortSize }: Percentile): string {
  if (percentile === null) return 'Nothing comparable was scored in the last 7 days'
  const cohort = cohortSize === 1 ? 'the one comparable launch' : `${cohortSize} comparable launches`
  return `Percentile ${percentile} among ${cohort} of the last 7 days`
}

const lines = [
  { at: bands.amber.from, to: 'amber', from: 'red' },
  { at: bands.green.from, to: 'green', from: 'amber' },
]
const nearPoints = 3

/** A number just beside a line says little more than one just across it. */
function formatDistance({ aggregate }: ScoreResult): string {
  const distances = lines.map((line) => ({ ...line, by: aggregate - line.at }))
  const nearest = distances.toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by))[0]
  if (!nearest) return ''
  const { by, from, to } = nearest
  const words = `${points(Math.abs(by))} ${by < 0 ? `below ${to}` : `above ${from}`}`
  return Math.abs(by) <= nearPoints ? `Near the line: ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
}
