import type { ComponentChildren } from 'preact'
import type { Judged, SignalEffects } from '../props/score.ts'
import type { Reading, ScoreResult } from '../api-shapes.ts'
import { type Fact, readReason } from '../rules.ts'
import { factWords } from '../words/facts.ts'
import { findingWords } from '../words/findings.ts'
import { useWords } from '../words/language.ts'
import { type ScoreWords, scoreWords } from '../words/score.ts'
import { Icon } from './icon.tsx'

interface FactsProps {
  part: ScoreResult['explanation']['contributions'][number]
  reading: Reading
  effects: SignalEffects | undefined
  judged: Judged | null
}

/** Why a signal has its score: a row for each fact, and its reservations in a line. */
export const SignalFacts = ({ part: { signal, weight }, reading, effects, judged }: FactsProps) => {
  const t = useWords(scoreWords)
  if (reading.stub)
    return (
      <div class="facts">
        <p class="caveats">{t.signals.weightGoes(weight)}</p>
      </div>
    )
  const own = signal === 'creator' || signal === 'risk' ? effects?.[signal] : undefined
  const { facts, caveats } = readReason(signal, reading.reason, own)
  const isFinding = signal === 'name' || signal === 'social'
  return (
    <div class="facts">
      <ul>
        {facts.map((fact) => (
          <FactRow key={fact.text} fact={fact} isFinding={isFinding} />
        ))}
        {rankCriteria(judged?.criteria).map(([criterion, value]) => (
          <CriterionRow key={criterion} criterion={criterion} value={value} />
        ))}
      </ul>
      <Caveats caveats={caveats} reading={reading} judged={judged} />
    </div>
  )
}

const FactRow = ({ fact, isFinding }: { fact: Fact; isFinding: boolean }) => {
  const t = useWords(scoreWords)
  const found = useFactText(fact, isFinding)
  return (
    <FactLine mark={fact.mark} effect={formatEffect(fact.effect, t)}>
      {found ?? <bdi lang="en">{fact.text}</bdi>}
    </FactLine>
  )
}

/** In the reader's language; undefined: only the record's own English says it. */
function useFactText({ code, values, text }: Fact, isFinding: boolean): string | undefined {
  const [words, findings] = [useWords(factWords), useWords(findingWords)]
  if (code === null) return undefined
  if (isFinding) return Object.hasOwn(findings, code) ? findings[code]?.({ values, text }) : undefined
  return Object.hasOwn(words, code) ? words[code]?.(values) : undefined
}

/** Of the judge's ratings, the best first. */
const rankCriteria = (criteria: Record<string, number> | null | undefined): [string, number][] =>
  Object.entries(criteria ?? {}).toSorted(([, one], [, other]) => other - one)

const CriterionRow = ({ criterion, value }: { criterion: string; value: number }) => {
  const t = useWords(scoreWords)
  return (
    <FactLine mark={markOf(value)} effect={t.signals.ofScale(value)}>
      {t.criteria[criterion] ?? <span lang="en">{criterion.replaceAll('_', ' ')}</span>}
    </FactLine>
  )
}

function markOf(rating: number): Fact['mark'] {
  if (rating >= 4) return 'good'
  if (rating === 3) return 'neutral'
  return rating === 2 ? 'caution' : 'bad'
}

const marks = { good: 'check', caution: 'exclamation', bad: 'cross' } as const

interface LineProps {
  mark: Fact['mark']
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
function formatEffect(effect: Fact['effect'], { signals }: ScoreWords): string {
  if (!effect) return ''
  const { points, of, cap } = effect
  const given = points === undefined ? [] : [of === undefined ? signed(points) : `${points}/${of}`]
  return [...given, ...(cap === undefined ? [] : [signals.most(cap)])].join(' · ')
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`)

const Caveats = ({ caveats, reading, judged }: { caveats: Fact[]; reading: Reading; judged: Judged | null }) => {
  const t = useWords(scoreWords)
  const words = useWords(factWords)
  const { confidence, attribution } = reading
  const said = caveats.map(({ code, values, text }) => ({
    text,
    said: code === null ? undefined : words[code]?.(values),
  }))
  return (
    <p class="caveats">
      {said.map(({ text, said }) => (
        <span key={text}>{said ?? <span lang="en">{text}</span>} </span>
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
