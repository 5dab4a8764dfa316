import type { ComponentChildren } from 'preact'
import type { ScoreResult, ScoreWarning } from '../../../contract/schemas/score.ts'
import { type LeadState, isBadOutcome } from '../../../contract/lead.ts'
import type { Site } from '../../../contract/props/site.ts'
import type { Fact } from '../../../contract/signals/schemas.ts'
import { formatDate, shortenHex } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { leadWords } from '../words/lead.ts'
import { scoreWords } from '../words/score.ts'
import { scoreTerms } from '../words/scores.ts'
import { findChainName } from '../../../contract/chains.ts'

interface BarProps {
  score: ScoreResult
  chainId?: number | undefined
  /** The path of the page: on a score's own page the findings stand below. */
  path?: Site['path']
  /** What is known beside the record; by default nothing. */
  state?: LeadState
  children?: ComponentChildren
}

/** The gravest critical warning in one sentence, at the top of a page. Renders nothing without one. */
export const CriticalBar = ({ score, chainId, path, state, children }: BarProps) => {
  const t = useWords(scoreWords).critical
  const terms = useWords(scoreTerms)
  const [lead, ...others] = (score.warnings ?? []).filter(({ severity }) => severity === 'critical')
  if (!lead || isBadOutcome(state?.outcome ?? null)) return null // the outcome's bar names the warnings too
  const own = `/score/${score.id}`
  return (
    <section class="critical-bar" aria-label={terms.criticalRisk}>
      <Sign />
      <div>
        <p class="sentence">
          <span class="unseen">{terms.warning} </span>
          {t.sentences[lead.code] ?? <span lang="en">{lead.message}</span>}
        </p>
        <Source lead={lead} score={score} chainId={chainId} state={state} />
        <CriticalMessages warnings={others} />
        {children}
      </div>
      <a class="btn sm" href={`${path === own ? '' : own}#signal-${lead.signal}`}>
        {t.findings(countFindings(score, lead))}
      </a>
    </section>
  )
}

/** The critical ones, below what leads. */
export const CriticalMessages = ({ warnings }: { warnings: ScoreWarning[] }) => {
  const critical = warnings.filter(({ severity }) => severity === 'critical')
  if (critical.length === 0) return null
  return (
    <ul class="others">
      {critical.map((warning) => (
        <li key={warning.code}>
          <Message {...warning} />
        </li>
      ))}
    </ul>
  )
}

/** With its figures in English, as the record has it; in other languages in general. */
const Message = ({ code, message }: ScoreWarning) => {
  const { sentences } = useWords(scoreWords).critical
  const [language, said] = [useLanguage(), sentences[code]]
  return language === 'en' || said === undefined ? <span lang="en">{message.replaceAll(' %', '%')}</span> : <>{said}</>
}

interface SourceProps {
  lead: ScoreWarning
  score: ScoreResult
  chainId: number | undefined
  state: LeadState | undefined
}

const Source = ({ lead, score, chainId, state }: SourceProps) => {
  const t = useWords(scoreWords).critical
  const { newerReading } = useWords(leadWords)
  const language = useLanguage()
  const newer = state?.newer
  if (newer?.warnings.some(({ code }) => code === lead.code))
    return <p class="source">{newerReading(formatDate(newer.readAt, language))}</p>
  const date = formatDate(score.createdAt, language)
  const { contractAddress: contract } = score.submission
  if (contract === null || chainId === undefined || lead.signal !== 'risk')
    return <p class="source">{t.reported(lead.source, date)}</p>
  const short = shortenHex(contract)
  return (
    <p class="source">{t.reportedFor({ source: lead.source, contract: short, chain: findChainName(chainId), date })}</p>
  )
}

/** Of the signal that the warning is about: what its row says against the launch. */
function countFindings({ signals }: ScoreResult, { signal }: ScoreWarning): number {
  const marks = (signals[signal]?.facts ?? []).map(markOf)
  return Math.max(1, marks.filter((mark) => mark === 'bad' || mark === 'caution').length)
}

export const Sign = () => (
  <svg class="sign" viewBox="0 0 24 24" width="34" height="34" aria-hidden="true">
    <path fill-rule="evenodd" d="M12 2l10.5 19h-21zM11 9h2v6h-2zM11 16.5h2v2h-2z" />
  </svg>
)

/** The direction in which a fact moves its signal; a caveat qualifies the others. */
export type FactMark = 'good' | 'neutral' | 'caution' | 'bad' | 'caveat'

export function markOf({ code, effect, values: { cap, of } }: Fact): FactMark {
  const own = marks.get(code)
  if (own) return own
  if (cap !== undefined) return 'bad'
  if (effect === null) return 'neutral'
  if (typeof of === 'number' && code !== 'mentions') return markByShare(effect / of)
  if (effect === 0) return 'neutral'
  if (effect > 0) return 'good'
  return effect <= -15 ? 'bad' : 'caution'
}

/** A fact that gives points is as good as the share of its points that it gave. */
function markByShare(share: number): FactMark {
  if (share >= 0.75) return 'good'
  return share >= 0.4 ? 'neutral' : 'caution'
}

/** Those that neither effect nor cap decides. */
const marks = new Map<string, FactMark>(
  Object.entries({
    good: ['faultless', 'no_entry', 'clean_token', 'clean_prior_token', 'contract_clean', 'native_clean', 'renounced'],
    neutral: ['no_contract', 'no_record', 'native_unread', 'launches_through'],
    caution: [
      'suspected',
      'mixer',
      'unclear_token',
      'unclear_prior_token',
      'not_creator',
      'unsigned',
      'name_mismatch',
      'proxy',
      'unknown',
      'lowered',
    ],
    caveat: [
      'launches_unseen',
      'launches_not_looked_at',
      'launchpads_read',
      'history_gaps',
      'transactions_unread',
      'lists_partial',
      'lists_not_asked',
      'no_lists',
      'token_partial',
      'native_partial',
      'namesakes_unread',
      'no_proof',
      'deployer_only',
    ],
  } satisfies Partial<Record<FactMark, string[]>>).flatMap(
    ([mark, codes]) => codes.map((code): [string, FactMark] => [code, mark as FactMark]), // the keys above
  ),
)
