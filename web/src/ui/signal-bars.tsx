import type { ComponentChildren } from 'preact'
import { listSignals } from '../../../contract/signals/looks.ts'
import type { Fact, Reading } from '../../../contract/signals/schemas.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { toTotalSpread } from '../../../contract/aggregate.ts'
import { formatExact, formatNumber, formatPercent, formatScore } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { getSignalIcon, useSignalWords } from '../words/signals.ts'
import { type ScoreWords, scoreWords } from '../words/score.ts'
import { factWords } from '../words/facts.ts'
import { tellSignal } from '../words/sentence.ts'
import { BandChip } from './chips.tsx'
import { Icon, isIconName } from './icon.tsx'
import { SignalBar, toScoreBand } from './short-bars.tsx'
import { type FactMark, markOf } from './critical-bar.tsx'
import { formatPoints, writeFact } from './reason.tsx'

type Contribution = ScoreResult['explanation']['contributions'][number]

/** The signals as rows that open: what each measured and why, and its points of the total. What is wrong comes first. */
export const SignalBars = ({ score }: { score: ScoreResult }) => {
  const { signals: t } = useWords(scoreWords)
  const spread = findTotalSpread(score)
  const judged = spread && listSignals(score).find(({ reading }) => reading.spread)?.name
  return (
    <div class="signal-bars">
      <p class="columns" aria-hidden="true">
        <span />
        <span />
        <span />
        <span>{t.score}</span>
        <span />
        <span>{t.pointsColumn}</span>
      </p>
      {sortRows(score).map(({ part, reading, isCritical }) => (
        <Row
          key={part.signal}
          part={part}
          reading={reading}
          isOpen={isCritical}
          spread={part.signal === judged ? spread : null}
        />
      ))}
    </div>
  )
}

/** By the weights that made the total: those of stubs are 0. */
export const findTotalSpread = (score: ScoreResult) =>
  toTotalSpread(listSignals(score).map(({ part, reading }) => ({ ...reading, weight: part.effectiveWeight })))

type Spread = ReturnType<typeof findTotalSpread>

/** Signals with a critical warning first, then red and amber ones, then the others, each in their order. */
function sortRows(score: ScoreResult): { part: Contribution; reading: Reading; isCritical: boolean }[] {
  const critical = (score.warnings ?? []).filter(({ severity }) => severity === 'critical').map(({ signal }) => signal)
  return listSignals(score)
    .map(({ name, part, reading }) => ({ part, reading, isCritical: critical.includes(name) }))
    .toSorted((one, other) => toRank(one) - toRank(other))
}

function toRank({ reading, isCritical }: { reading: Reading; isCritical: boolean }): number {
  if (isCritical) return 0
  return reading.stub ? ranks.green : ranks[toScoreBand(reading.score)]
}

const ranks = { red: 1, amber: 2, green: 3 }

interface RowProps {
  part: Contribution
  reading: Reading
  isOpen: boolean
  spread: Spread
}

const Row = ({ part, reading, isOpen, spread }: RowProps) => {
  const { title } = useSignalWords(part.signal)
  const icon = getSignalIcon(part.signal)
  const why = tellSignal({ name: part.signal, reading }, useLanguage(), useWords(factWords))
  return (
    <details id={`signal-${part.signal}`} open={isOpen}>
      <summary>
        <Icon name={isIconName(icon) ? icon : 'bars'} class="icon" />
        <span class="name">
          <b>{title}</b> {why && <span>{why}</span>}
        </span>
        {reading.stub ? <Unmeasured /> : <Measured part={part} score={reading.score} />}
        <Icon name="chevron" size={14} class="chevron" />
      </summary>
      <SignalFacts part={part} reading={reading} spread={spread} />
    </details>
  )
}

const Measured = ({ part, score }: { part: Contribution; score: number }) => {
  const { signals: t } = useWords(scoreWords)
  const language = useLanguage()
  const weight = formatPercent(part.effectiveWeight, language)
  return (
    <>
      <SignalBar state={score} />
      <span class="value">{score}</span>
      <span class="band">
        <BandChip band={toScoreBand(score)} />
      </span>
      <span class="points" title={`${score} × ${weight}`}>
        {formatExact(part.contribution)}
        <span class="unseen"> {t.pointsOf(formatNumber(100 * part.effectiveWeight, language))}</span>
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
  /** The spread of the total, if this signal's row shows it. */
  spread?: Spread
}

/** Why a signal has its score: a row for each fact, and its reservations in a line. */
export const SignalFacts = ({ part: { signal, weight }, reading, spread = null }: FactsProps) => {
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
      <Caveats {...{ signal, caveats, reading, verdict, spread }} />
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
  spread: Spread
}

const Caveats = ({ signal, caveats, reading, verdict, spread }: CaveatsProps) => {
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
      {spread && <span>{t.spread(formatBound(spread.lowest), formatBound(spread.highest))} </span>}
      {attribution && <span lang="en">{attribution}. </span>}
      <a href="/transparency#scoring">{t.signals.howMeasured}</a>
    </p>
  )
}

/** Limited to 0–100. */
const formatBound = (points: number): string => formatScore(Math.min(100, Math.max(0, points)))

/** How often the judge was asked, and how far apart its answers were. */
function formatSamples({ values }: Fact, { signals }: ScoreWords): string {
  const [count, lowest, highest] = [values['samples'], values['lowest'], values['highest']].map(Number)
  if (count === undefined || lowest === undefined || highest === undefined) return ''
  const spread = lowest < highest ? `, ${signals.spread(String(Math.round(lowest)), String(Math.round(highest)))}` : ''
  return count > 1 ? `, ${signals.asked(count)}${spread}` : ''
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
