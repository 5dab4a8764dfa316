import { bands } from '../../../../contract/bands.ts'
import type { ScoringFacts } from '../../../../contract/props/transparency.ts'
import { formatList, formatPercent } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { pickSignalTitle, useSignalWords } from '../../words/signals.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { Section } from './section.tsx'

/** The parts of a score, and the limits of every score. */
export const ScoringSection = ({ promptVersion, signals, rules, caps, criteria }: ScoringFacts) => {
  const { places, scoring: t } = useWords(transparencyWords)
  const language = useLanguage()
  const pending = signals.filter(({ isPending }) => isPending).map(({ name }) => pickSignalTitle(name, language))
  return (
    <Section
      id="scoring"
      title={places.scoring}
      note={
        <>
          {t.note} <code>{promptVersion}</code>
        </>
      }
    >
      <h3>{t.weights}</h3>
      <p class="muted">{t.scale}</p>
      <Weights signals={signals} />
      <p>{t.total(bands.green.from, bands.amber.from)}</p>
      <h3>{t.stubs}</h3>
      <p>{t.stubsText}</p>
      <p>
        <strong>{pending.length > 0 ? t.pending(formatList(pending, language)) : t.allMeasured}</strong>
      </p>
      <Caps {...caps} />
      <h3>{t.criteria}</h3>
      <dl class="facts">
        {Object.entries(criteria).map(([name, weights]) => (
          <div key={name}>
            <dt>{pickSignalTitle(name, language)}</dt>
            <dd lang="en">{listCriteria(weights)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t.rules}</h3>
      <ul class="rules">
        {rules.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Weights = ({ signals }: Pick<ScoringFacts, 'signals'>) => (
  <ul class="measures">
    {signals.map((signal) => (
      <Measure key={signal.name} {...signal} />
    ))}
  </ul>
)

const Measure = ({ name, weight, isPending, provider }: ScoringFacts['signals'][number]) => {
  const { scoring: t } = useWords(transparencyWords)
  const { title, asks } = useSignalWords(name)
  const language = useLanguage()
  return (
    <li>
      <strong>{title}</strong>
      <span class="share">{formatPercent(weight / 100, language)}</span>
      <span class="asks">{asks}</span>
      <span class="maker">{isPending ? t.notMeasuredHere : t.by[provider ?? 'rules']}</span>
    </li>
  )
}

const Caps = ({ copycat, botBait, instruction }: ScoringFacts['caps']) => {
  const { scoring: t } = useWords(transparencyWords)
  return (
    <>
      <h3>{t.caps}</h3>
      <dl class="facts">
        <div>
          <dt>{t.copycat.title}</dt>
          <dd>{t.copycat.text(copycat.least, copycat.most)}</dd>
        </div>
        <div>
          <dt>{t.botBait.title}</dt>
          <dd>{t.botBait.text(botBait)}</dd>
        </div>
        <div>
          <dt>{t.instruction.title}</dt>
          <dd>{t.instruction.text(instruction)}</dd>
        </div>
      </dl>
    </>
  )
}

const listCriteria = (criteria: Record<string, number>): string =>
  Object.entries(criteria)
    .map(([name, weight]) => `${name.replaceAll('_', ' ')} ${weight}%`)
    .join(', ')
