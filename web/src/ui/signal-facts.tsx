import type { ComponentChildren } from 'preact'
import type { Fact, Reading } from '../../../contract/signals/schemas.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
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
}

/** Why a signal has its score: a row for each fact, and its reservations in a line. */
export const SignalFacts = ({ part: { signal, weight }, reading }: FactsProps) => {
  const t = useWords(scoreWords)
  if (reading.stub)
    return (
      <div class="facts">
        <p class="caveats">{t.signals.weightGoes(weight)}</p>
      </div>
    )
  const verdict = reading.facts?.find(({ code }) => code === 'verdict')
  const words = reading.facts ? verdict?.values['words'] : reading.reason
  const found = (reading.facts ?? [])
    .filter((fact) => fact !== verdict && !isRating(fact))
    .map((fact) => ({ fact, mark: markOf(fact) }))
  const caveats = found.filter(({ mark }) => mark === 'caveat').map(({ fact }) => fact)
  return (
    <div class="facts">
      <ul>
        {words !== undefined && (
          <FactLine mark="neutral" effect="">
            <bdi lang="en">{words}</bdi>
          </FactLine>
        )}
        {found.map(
          ({ fact, mark }) => mark !== 'caveat' && <FactRow key={fact.code} signal={signal} fact={fact} mark={mark} />,
        )}
        {rankRatings(reading.facts ?? []).map((fact) => (
          <RatingRow key={fact.code} {...fact} />
        ))}
      </ul>
      <Caveats signal={signal} caveats={caveats} reading={reading} verdict={verdict} />
    </div>
  )
}

interface FactRowProps {
  signal: string
  fact: Fact
  mark: Mark
}

const FactRow = ({ signal, fact, mark }: FactRowProps) => (
  <FactLine mark={mark} effect={formatEffect(fact, useWords(scoreWords))}>
    <FactText signal={signal} fact={fact} />
  </FactLine>
)

const isRating = ({ values }: Fact): boolean => typeof values['rating'] === 'number'

/** The judge's ratings, the best first. */
const rankRatings = (facts: Fact[]): Fact[] =>
  facts.filter(isRating).toSorted((one, other) => Number(other.values['rating']) - Number(one.values['rating']))

const RatingRow = ({ code, values }: Fact) => {
  const t = useWords(scoreWords)
  const rating = Number(values['rating'])
  return (
    <FactLine mark={markOfRating(rating)} effect={t.signals.ofScale(rating)}>
      {t.criteria[code] ?? <span lang="en">{code.replaceAll('_', ' ')}</span>}
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

interface CaveatsProps {
  signal: string
  caveats: Fact[]
  reading: Reading
  verdict: Fact | undefined
}

const Caveats = ({ signal, caveats, reading, verdict }: CaveatsProps) => {
  const t = useWords(scoreWords)
  const { confidence, attribution } = reading
  return (
    <p class="caveats">
      {caveats.map((fact) => (
        <span key={fact.code}>
          <FactText signal={signal} fact={fact} />{' '}
        </span>
      ))}
      {confidence !== null && (
        <span>
          {t.signals.confidence(confidence)}
          {verdict && formatSamples(verdict, t)}.{' '}
        </span>
      )}
      {attribution && <span lang="en">{attribution}. </span>}
      <a href="/transparency#scoring">{t.signals.howMeasured}</a>
    </p>
  )
}

/** How often the judge was asked, and how far apart its answers were. */
function formatSamples({ values }: Fact, { signals }: ScoreWords): string {
  const [count, lowest, highest] = [values['samples'], values['lowest'], values['highest']].map(Number)
  if (count === undefined || lowest === undefined || highest === undefined) return ''
  const spread = lowest < highest ? `, ${signals.spread(String(Math.round(lowest)), String(Math.round(highest)))}` : ''
  return `, ${signals.asked(count)}${spread}`
}
