import type { ComponentChildren } from 'preact'
import { shapes } from '../../../contract/design.ts'
import type { ScoreResult, ScoreWarning } from '../../../contract/schemas/score.ts'
import { type LeadState, isBadOutcome } from '../../../contract/lead.ts'
import type { Site } from '../../../contract/props/site.ts'
import type { Fact } from '../../../contract/signals/schemas.ts'
import { formatDate, formatList, shortenHex } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { newsWords } from '../words/lead.ts'
import { scoreTerms } from '../words/scores.ts'
import { findChainName } from '../../../contract/chains.ts'

interface LineProps {
  tone: 'crit' | 'grad' | 'dead' | 'warn'
  /** For readers who listen: what kind of news it is. */
  label: string
  sentence: ComponentChildren
  /** In one line: what it means, who says so, and when. */
  source: ComponentChildren
  /** Where the rest stands. */
  more: { href: string; words: string }
}

/** The first thing in `main`: what happened to a launch, or what is fatal about it. */
export const NewsLine = ({ tone, label, sentence, source, more }: LineProps) => (
  <section class={`news ${tone}`} aria-label={label}>
    <Sign tone={tone} />
    <p class="sentence">
      {tone !== 'grad' && <span class="unseen">{useWords(scoreTerms).warning} </span>}
      {sentence}
    </p>
    <p class="source">{source}</p>
    <a class="btn sm" href={more.href}>
      {more.words}
    </a>
  </section>
)

const Sign = ({ tone }: Pick<LineProps, 'tone'>) => {
  if (tone === 'crit')
    return (
      <svg class="sign" viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
        <path fill-rule="evenodd" d="M12 2l10.5 19h-21zM11 9h2v6h-2zM11 16.5h2v2h-2z" />
      </svg>
    )
  const { path } = shapes[signs[tone]]
  return (
    <svg class="sign" viewBox="-1 -1 12 12" width="32" height="32" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

const signs = { grad: 'graduated', dead: 'dead', warn: 'amber' } as const

interface BarProps {
  score: ScoreResult
  chainId?: number | undefined
  /** The path of the page: on a score's own page the findings stand below. */
  path?: Site['path']
  /** What is known beside the record; by default nothing. */
  state?: LeadState
}

/** The gravest critical warning, else the rights of the owner that holders should know. Renders nothing without one. */
export const CriticalBar = ({ score, chainId, path, state }: BarProps) => {
  const t = useWords(newsWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  if (isBadOutcome(state?.outcome ?? null)) return null // the outcome says enough
  const warnings = score.warnings ?? []
  const critical = warnings.filter(({ severity }) => severity === 'critical')
  const [lead, ...others] = critical.length > 0 ? critical : warnings.filter(({ code }) => t.rights[code])
  if (!lead) return null
  const isCritical = critical.length > 0
  const own = `/score/${score.id}`
  const labels = [...new Set(others.map(({ code }) => terms.warnings[code]))].filter(
    (label) => label !== terms.warnings[lead.code],
  )
  return (
    <NewsLine
      tone={isCritical ? 'crit' : 'warn'}
      label={isCritical ? terms.criticalRisk : terms.warnings[lead.code]}
      sentence={
        isCritical ? (t.sentences[lead.code] ?? <span lang="en">{lead.message}</span>) : terms.warnings[lead.code]
      }
      source={
        <>
          {!isCritical && `${t.rights[lead.code]} `}
          <Source lead={lead} score={score} chainId={chainId} state={state} />
          {labels.length > 0 &&
            ` ${t.also(
              formatList(
                labels.map((label) => label.toLowerCase()),
                language,
              ),
            )}`}
        </>
      }
      more={{
        href: `${path === own ? '' : own}#signal-${lead.signal}`,
        words: t.findings(countFindings(score, lead)),
      }}
    />
  )
}

interface SourceProps {
  lead: ScoreWarning
  score: ScoreResult
  chainId: number | undefined
  state: LeadState | undefined
}

const Source = ({ lead, score, chainId, state }: SourceProps) => {
  const t = useWords(newsWords)
  const language = useLanguage()
  const newer = state?.newer
  if (newer?.warnings.some(({ code }) => code === lead.code))
    return <>{t.newerReading(formatDate(newer.readAt, language))}</>
  const date = formatDate(score.createdAt, language)
  const { contractAddress: contract } = score.submission
  if (contract === null || chainId === undefined || lead.signal !== 'risk') return <>{t.reported(lead.source, date)}</>
  const short = shortenHex(contract)
  return <>{t.reportedFor({ source: lead.source, contract: short, chain: findChainName(chainId), date })}</>
}

/** Of the signal that the warning is about: what its row says against the launch. */
function countFindings({ signals }: ScoreResult, { signal }: ScoreWarning): number {
  const marks = (signals[signal]?.facts ?? []).map(markOf)
  return Math.max(1, marks.filter((mark) => mark === 'bad' || mark === 'caution').length)
}

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
