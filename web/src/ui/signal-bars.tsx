import type { ComponentChildren } from 'preact'
import { listSignals } from '../../../contract/signals/looks.ts'
import type { Fact, Reading } from '../../../contract/signals/schemas.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { formatExact, formatPercent } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { getSignalIcon, useSignalWords } from '../words/signals.ts'
import { type ScoreWords, scoreWords } from '../words/score.ts'
import { factWords } from '../words/facts.ts'
import { BandChip, Shape } from './chips.tsx'
import { Icon, isIconName } from './icon.tsx'
import { SignalBar, toScoreBand } from './short-bars.tsx'
import { type FactMark, markOf } from './critical-bar.tsx'
import { formatPoints, writeFact } from './reason.tsx'

type Contribution = ScoreResult['explanation']['contributions'][number]

/** The signals as rows that open: what each measured, and its share of the total. What is wrong comes first. */
export const SignalBars = ({ score }: { score: ScoreResult }) => {
  const rows = sortRows(score)
  return (
    <div class="signal-bars">
      {rows.map(({ part, reading, isGrave }, at) => (
        <Row key={part.signal} part={part} reading={reading} isOpen={isGrave || (at === 0 && !reading.stub)} />
      ))}
    </div>
  )
}

/** Signals with a critical warning first, then red ones, then the others in their order. */
function sortRows(score: ScoreResult): { part: Contribution; reading: Reading; isGrave: boolean }[] {
  const critical = (score.warnings ?? []).filter(({ severity }) => severity === 'critical').map(({ signal }) => signal)
  const rankOf = (signal: string, reading: Reading): number => {
    if (critical.includes(signal)) return 0
    return !reading.stub && toScoreBand(reading.score) === 'red' ? 1 : 2
  }
  return listSignals(score)
    .map(({ name, part, reading }) => ({ part, reading, rank: rankOf(name, reading) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ rank, ...row }) => ({ ...row, isGrave: rank < 2 }))
}

const Row = ({ part, reading, isOpen }: { part: Contribution; reading: Reading; isOpen: boolean }) => {
  const { title } = useSignalWords(part.signal)
  const icon = getSignalIcon(part.signal)
  return (
    <details id={`signal-${part.signal}`} open={isOpen}>
      <summary>
        <Icon name={isIconName(icon) ? icon : 'bars'} class="icon" />
        <span class="name">{title}</span>
        {reading.stub ? <Unmeasured /> : <Measured part={part} score={reading.score} />}
        <Icon name="chevron" size={14} class="chevron" />
      </summary>
      <SignalFacts part={part} reading={reading} />
    </details>
  )
}

const Measured = ({ part, score }: { part: Contribution; score: number }) => {
  const language = useLanguage()
  const band = toScoreBand(score)
  return (
    <>
      <SignalBar state={score} />
      <span class="value">{score}</span>
      <span class={`band ${band}`}>
        <BandChip band={band} />
        <Shape of={band} />
      </span>
      <span class="share">
        × {formatPercent(part.effectiveWeight, language)} = <b>{formatExact(part.contribution)}</b>
      </span>
    </>
  )
}

const Unmeasured = () => (
  <>
    <SignalBar state={null} />
    <span class="missing">{useWords(scoreTerms).notMeasured}</span>
  </>
)

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

const FactRow = ({ signal, fact, mark }: { signal: string; fact: Fact; mark: Mark }) => (
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

/** A fact of a signal in the reader's language. The signal's own words come first. */
const FactText = ({ signal, fact }: { signal: string; fact: Fact }) => {
  const { facts: own = {} } = useSignalWords(signal)
  const words = useWords(factWords)
  const written = writeFact(fact, Object.hasOwn(own, fact.code) ? own : words)
  const { link } = fact.values
  if (typeof link !== 'string' || !link.startsWith('https://')) return <>{written}</>
  return (
    <a href={link} target="_blank" rel="nofollow noopener noreferrer">
      {written}
    </a>
  )
}
