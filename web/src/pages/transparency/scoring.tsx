import { bands } from '../../rules.ts'
import type { ScoringFacts } from '../../pages.ts'
import { Section } from '../../ui/layout.tsx'
import { formatList, signals, getTitle } from '../../ui/words.ts'

/** What goes into a score, and what no score can be. */
export const ScoringSection = ({ promptVersion, weights, rules, caps, criteria, pending }: ScoringFacts) => (
  <Section
    id="scoring"
    title="How scores are made"
    note={
      <>
        By the active version, <code>{promptVersion}</code>. All of it goes from 0 to 100; higher is better.
      </>
    }
  >
    <h3>Weights</h3>
    <ul class="weights">
      {signals.map(({ name, title, asks, by }) => (
        <li key={name}>
          <span class="weight">{weights[name]}&#8239;%</span>
          <span class="what">
            <strong>{title}</strong> {asks}
          </span>
          <span class="by">{pending.includes(name) ? 'not measured here' : `by ${by}`}</span>
        </li>
      ))}
    </ul>
    <p>
      The total is the mean of the signals by these weights, rounded half up to two decimals. Green begins at{' '}
      {bands.green.from}, amber at {bands.amber.from}; below that is red.
    </p>
    <h3>Signals that aren’t measured</h3>
    <p>
      A signal that a deployment is not set up to ask about is a stub: it is marked, left out of the total, and its
      weight goes to the others. The score is preliminary, and can’t be enrolled, attested or ranked. A provider that
      fails is no stub: then nothing is scored at all.
    </p>
    <p>
      {pending.length > 0 ? (
        <strong>
          Here {formatList(pending.map(getTitle))} {pending.length === 1 ? 'is a stub' : 'are stubs'}.
        </strong>
      ) : (
        'Here all six are measured.'
      )}
    </p>
    <h3>Caps that hold whatever the judge says</h3>
    <dl class="facts">
      <div>
        <dt>Copycat</dt>
        <dd>
          A meme that copies another lies between {caps.copycat.least} and {caps.copycat.most}
        </dd>
      </div>
      <div>
        <dt>Bot bait</dt>
        <dd>A pitch made for bots gets at most {caps.botBait} for its meme</dd>
      </div>
      <div>
        <dt>Instructions</dt>
        <dd>Text that tries to direct the judge: at most {caps.instruction}</dd>
      </div>
    </dl>
    <h3>What the judge rates</h3>
    <dl class="facts">
      <div>
        <dt>Meme</dt>
        <dd>{criteriaIn(criteria.meme)}</dd>
      </div>
      <div>
        <dt>Image</dt>
        <dd>{criteriaIn(criteria.image)}</dd>
      </div>
    </dl>
    <h3>Rules in force</h3>
    <ul class="chips">
      {Object.entries(rules).map(([name, version]) => (
        <li key={name}>
          <code>{version}</code>
        </li>
      ))}
    </ul>
  </Section>
)

const criteriaIn = (criteria: Record<string, number>): string =>
  Object.entries(criteria)
    .map(([name, weight]) => `${name.replaceAll('_', ' ')} ${weight} %`)
    .join(', ')
