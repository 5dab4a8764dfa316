import type { ComponentChildren } from 'preact'
import type { Judged } from '../props/score.ts'
import type { Fact, Reading, ScoreResult } from '../api-shapes.ts'
import { useWords } from '../words/language.ts'
import { type ScoreWords, scoreWords } from '../words/score.ts'
import { type FactMark, markOf } from './fact-mark.ts'
import { FactText } from './fact-text.tsx'
import { Icon } from './icon.tsx'
import { formatPoints } from './reason.tsx'

type Mark = Exclude<FactMark, 'caveat'>

interface FactsProps {
  part: ScoreResult['explanation']['contributions'][number]
  reading: Reading
  judged: Judged | null
}

/** Why a signal has its score: a row for each fact, and its reservations in a line. */
export const SignalFacts = ({ part: { weight }, reading, judged }: FactsProps) => {
  const t = useWords(scoreWords)
  if (reading.stub)
    return (
      <div class="facts">
        <p class="caveats">{t.signals.weightGoes(weight)}</p>
      </div>
    )
  const facts = (reading.facts ?? []).map((fact) => ({ fact, mark: markOf(fact) }))
  const caveats = facts.filter(({ mark }) => mark === 'caveat').map(({ fact }) => fact)
  return (
    <div class="facts">
      <ul>
        {!reading.facts && (
          <FactLine mark="neutral" effect="">
            <bdi lang="en">{reading.reason}</bdi>
          </FactLine>
        )}
        {facts.map(({ fact, mark }) => mark !== 'caveat' && <FactRow key={fact.code} fact={fact} mark={mark} />)}
        {rankCriteria(judged?.criteria).map(([criterion, value]) => (
          <CriterionRow key={criterion} criterion={criterion} value={value} />
        ))}
      </ul>
      <Caveats caveats={caveats} reading={reading} judged={judged} />
    </div>
  )
}

const FactRow = ({ fact, mark }: { fact: Fact; mark: Mark }) => (
  <FactLine mark={mark} effect={formatEffect(fact, useWords(scoreWords))}>
    <FactText fact={fact} />
  </FactLine>
)

/** Of the judge's ratings, the best first. */
const rankCriteria = (criteria: Record<string, number> | null | undefined): [string, number][] =>
  Object.entries(criteria ?? {}).toSorted(([, one], [, other]) => other - one)

const CriterionRow = ({ criterion, value }: { criterion: string; value: number }) => {
  const t = useWords(scoreWords)
  return (
    <FactLine mark={markOfRating(value)} effect={t.signals.ofScale(value)}>
      {t.criteria[criterion] ?? <span lang="en">{criterion.replaceAll('_', ' ')}</span>}
    </FactLine>
  )
}

function markOfRating(rating: number): Mark {
  if (rating >= 4) return 'good'
  if (rating === 3) return 'neutral'
  return rating === 2 ? 'caution' : 'bad'
}

const marks = { good: 'check', caution: 'exclamation', bad: 'cross' } as const

interface LineProps {
  mark: Mark
  effect: string
  children: ComponentChildren
}

const FactLine = ({ mark, effect, children }: LineProps) => {
  const t = useWords(scoreWords)
  return (
    <li class={mark}>
      {mark === 'neutral' ? <span class="dot" aria-hidden="true" /> : <Icon name={marks[mark]} size={14} />}
      <span>
        {mark !== 'neutral' && <span class="unseen">{t.signals.marks[mark]} </span>}
        {children}
      </span>
      <span class="effect">{effect}</span>
    </li>
  )
}

/** `24/30`, `−40`, `−35 · max 10`. */
function formatEffect({ effect, values: { cap, of } }: Fact, { signals }: ScoreWords): string {
  const given = effect === null ? [] : [typeof of === 'number' ? `${effect}/${of}` : formatPoints(effect)]
  return [...given, ...(typeof cap === 'number' ? [signals.most(cap)] : [])].join(' · ')
}

const Caveats = ({ caveats, reading, judged }: { caveats: Fact[]; reading: Reading; judged: Judged | null }) => {
  const t = useWords(scoreWords)
  const { confidence, attribution } = reading
  return (
    <p class="caveats">
      {caveats.map((fact) => (
        <span key={fact.code}>
          <FactText fact={fact} />{' '}
        </span>
      ))}
      {confidence !== null && (
        <span>
          {t.signals.confidence(confidence)}
          {judged && `, ${t.signals.asked(judged.count)}`}
          {judged && judged.lowest < judged.highest && `, ${formatSpread(judged, t)}`}.{' '}
        </span>
      )}
      {attribution && <span lang="en">{attribution}. </span>}
      <a href="/transparency#scoring">{t.signals.howMeasured}</a>
    </p>
  )
}

const formatSpread = ({ lowest, highest }: Judged, { signals }: ScoreWords): string =>
  signals.spread(String(Math.round(lowest)), String(Math.round(highest)))
