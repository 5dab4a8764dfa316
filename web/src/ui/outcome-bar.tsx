import { findLead, tellOutcome, type LeadState } from '../../../contract/lead.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { formatDate, formatDateTimeRange, formatScore, capitalise } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { leadWords, newsWords } from '../words/lead.ts'
import { scoreTerms } from '../words/scores.ts'
import { NewsLine } from './critical-bar.tsx'
import { TransactionLink } from './links.tsx'

interface OutcomeBarProps {
  score: ScoreResult
  state: LeadState
  /** Undefined: the page doesn't know the chain. */
  chainId?: number
  /** Where the page tells what happened. */
  href?: string
}

const tones = { graduated: 'grad', rugged: 'crit', dead: 'dead' } as const

/** The outcome of the launch, at the top of a page. Renders nothing before it is decided, or while the token simply trades. */
export const OutcomeBar = ({ score, state, chainId, href = '#outcome' }: OutcomeBarProps) => {
  const t = useWords(leadWords)
  const news = useWords(newsWords)
  const language = useLanguage()
  const lead = findLead(state)
  if (lead === null || !('outcome' in lead) || lead.outcome === 'alive') return null
  const { outcome } = lead
  const label = t.outcomes[outcome]
  const at = state.outcomeAt && formatDate(state.outcomeAt, language)
  const told = tellOutcome(state.story ?? { outcome, cause: state.outcomeCause }, t.sentences)
  const graduated = at ? news.on(label, at) : label
  return (
    <NewsLine
      tone={tones[outcome]}
      label={label}
      sentence={outcome === 'graduated' ? graduated : `${label}${t.join}${told}`}
      source={
        <>
          {outcome === 'graduated' ? news.graduated : <Cause state={state} chainId={chainId} />}{' '}
          <Before score={score} />
        </>
      }
      more={{ href, words: t.more }}
    />
  )
}

/** The score follows the outcome (D101). */
const Before = ({ score: { aggregate, band, hasStubs } }: Pick<OutcomeBarProps, 'score'>) => {
  const t = useWords(leadWords)
  const { bands } = useWords(scoreTerms)
  const points = formatScore(aggregate)
  return (
    <>
      {hasStubs ? capitalise(t.before(points)) : t.beforeBand(points, bands[band].toLowerCase())}
      {t.stop}
    </>
  )
}

/** Who took the liquidity out, when, and in which transaction; else when the outcome was decided. */
const Cause = ({ state, chainId }: { state: LeadState; chainId: number | undefined }) => {
  const t = useWords(newsWords)
  const { stop } = useWords(leadWords)
  const language = useLanguage()
  const removal = state.story?.removal
  if (!removal) return <>{state.outcomeAt && t.decided(formatDate(state.outcomeAt, language))}</>
  return (
    <>
      {t.by[removal.by](formatDateTimeRange(removal.from, removal.to, language))}
      {removal.txHash && chainId !== undefined && (
        <>
          {' '}
          <TransactionLink hash={removal.txHash} chainId={chainId} />
        </>
      )}
      {stop}
    </>
  )
}
