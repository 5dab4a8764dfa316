import { bands } from '../../rules.ts'
import type { ScoringFacts } from '../../props/transparency.ts'
import type { SignalName } from '../../api-shapes.ts'
import { formatList, formatPercent } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreTerms } from '../../words/scores.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { Section } from './section.tsx'

/** The parts of a score, and the limits of every score. */
export const ScoringSection = ({ promptVersion, weights, rules, caps, criteria, pending }: ScoringFacts) => {
  const { places, scoring: t } = useWords(transparencyWords)
  const { signals } = useWords(scoreTerms)
  const language = useLanguage()
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
      <Weights weights={weights} pending={pending} />
      <p>{t.total(bands.green.from, bands.amber.from)}</p>
      <h3>{t.stubs}</h3>
      <p>{t.stubsText}</p>
      <p>
        <strong>
          {pending.length > 0
            ? t.pending(
                formatList(
                  pending.map((name) => signals[name].title),
                  language,
                ),
              )
            : t.allMeasured}
        </strong>
      </p>
      <Caps {...caps} />
      <h3>{t.criteria}</h3>
      <dl class="facts">
        {(['meme', 'image'] as const).map((name) => (
          <div key={name}>
            <dt>{signals[name].title}</dt>
            <dd lang="en">{listCriteria(criteria[name])}</dd>
          </div>
        ))}
      </dl>
      <h3>{t.rules}</h3>
      <ul class="rules">
        {Object.entries(rules).map(([name, version]) => (
          <li key={name}>
            <code>{version}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Weights = ({ weights, pending }: Pick<ScoringFacts, 'weights' | 'pending'>) => {
  const { scoring: t } = useWords(transparencyWords)
  const { signals } = useWords(scoreTerms)
  const language = useLanguage()
  return (
    <ul class="measures">
      {(Object.keys(makers) as SignalName[]).map((name) => (
        <li key={name}>
          <strong>{signals[name].title}</strong>
          <span class="share">{formatPercent(weights[name] / 100, language)}</span>
          <span class="asks">{signals[name].asks}</span>
          <span class="maker">{pending.includes(name) ? t.notMeasuredHere : t.by[makers[name]]}</span>
        </li>
      ))}
    </ul>
  )
}

const makers = {
  meme: 'model',
  creator: 'chain',
  image: 'model',
  name: 'rules',
  social: 'rules',
  risk: 'risk',
} as const

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
