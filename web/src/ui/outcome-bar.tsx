import { findLead, isBadOutcome, tellOutcome, type LeadState } from '../../../contract/lead.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { formatDate, formatDateTime, formatScore } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { leadWords } from '../words/lead.ts'
import { scoreTerms } from '../words/scores.ts'
import { CriticalMessages, Sign } from './critical-bar.tsx'
import { TransactionLink } from './links.tsx'

interface OutcomeBarProps {
  score: ScoreResult
  state: LeadState
  /** Undefined: the page doesn't know the chain. */
  chainId?: number
  /** Where the page tells what happened. */
  href?: string
}

/** The outcome of the launch, at the top of a page. Renders nothing before it is decided, or while the token simply trades. */
export const OutcomeBar = ({ score, state, chainId, href = '#outcome' }: OutcomeBarProps) => {
  const t = useWords(leadWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const lead = findLead(state)
  if (lead === null || !('outcome' in lead) || lead.outcome === 'alive') return null
  const isBad = isBadOutcome(lead.outcome)
  const story = state.story ?? { outcome: lead.outcome, cause: state.outcomeCause }
  const band = terms.bands[score.band].toLowerCase()
  return (
    <section class={isBad ? 'critical-bar' : 'critical-bar good'} aria-label={t.outcomes[lead.outcome]}>
      {isBad ? <Sign /> : <Passed />}
      <div>
        <p class="sentence">
          {isBad && <span class="unseen">{terms.warning} </span>}
          {t.outcomes[lead.outcome]}
          {t.join}
          {tellOutcome(story, t.sentences)}
        </p>
        <Removal state={state} {...(chainId !== undefined && { chainId })} />
        <p class="source">
          {score.hasStubs ? t.before(formatScore(score.aggregate)) : t.beforeBand(formatScore(score.aggregate), band)}
          {state.outcomeAt && ` · ${t.decided(formatDate(state.outcomeAt, language))}`}
        </p>
        <CriticalMessages warnings={score.warnings ?? []} />
      </div>
      <a class="btn sm" href={href}>
        {t.more}
      </a>
    </section>
  )
}

/** A tick on a disc. */
const Passed = () => (
  <svg class="sign" viewBox="0 0 24 24" width="34" height="34" aria-hidden="true">
    <path
      fill-rule="evenodd"
      d="M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20zM10.8 16.4l-4.2-4.2 1.5-1.5 2.7 2.7 5.1-5.1 1.5 1.5z"
    />
  </svg>
)

/** Who took it out, when, and in which transaction. */
const Removal = ({ state: { story }, chainId }: Pick<OutcomeBarProps, 'state' | 'chainId'>) => {
  const t = useWords(leadWords)
  const language = useLanguage()
  const removal = story?.removal
  if (!removal) return null
  const [from, to] = [removal.from, removal.to].map((at) => formatDateTime(at, language)) as [string, string]
  return (
    <p class="source">
      {t.by[removal.by](from, to)}
      {removal.txHash && chainId !== undefined && (
        <>
          {' '}
          <TransactionLink hash={removal.txHash} chainId={chainId} />
        </>
      )}
      {t.stop}
    </p>
  )
}
