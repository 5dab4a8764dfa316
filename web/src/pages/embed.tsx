import { type ColorName, colors } from '../../../contract/design.ts'
import { getMeasuredWeight } from '../../../contract/headline.ts'
import { findLead, findOwnerRight, isBadOutcome, isCriticalLead, tellOutcome } from '../../../contract/lead.ts'
import type { FaultFrameProps, FrameProps, FrameSite, TicketFrameProps } from '../../../contract/props/embed.ts'
import type { WarningCode } from '../../../contract/schemas/score.ts'
import { dayMs } from '../../../contract/time.ts'
import { findChainName } from '../../../contract/chains.ts'
import { Mark } from '../ui/mark.tsx'
import { BandChip, Chip, LeadChip, Shape } from '../ui/chips.tsx'
import { Picture } from '../ui/picture.tsx'
import rules from '../styles/embed.css?inline'
import { embedWords } from '../words/embed.ts'
import { capitalise, formatDate, formatDateTime, formatList, formatScore } from '../words/formats.ts'
import { languages, pickWords, useLanguage, useWords } from '../words/language.ts'
import { tellScore } from '../words/sentence.ts'
import { useSignalWords } from '../words/signals.ts'
import { toScoreBand } from '../ui/short-bars.tsx'
import { listSignals } from '../../../contract/signals/looks.ts'
import { leadWords, newsWords } from '../words/lead.ts'
import { scoreWords } from '../words/score.ts'
import { scoreTerms } from '../words/scores.ts'

const used: ColorName[] = [
  ...(['card', 'sunk', 'line', 'edge', 'ink', 'muted', 'accent', 'crit', 'onCrit', 'grad', 'onGrad'] as const),
  ...(['green', 'amber', 'red', 'greenInk', 'greenWash', 'amberInk', 'amberWash', 'redInk', 'redWash'] as const),
]

const listColors = (scheme: 'light' | 'dark'): string =>
  used.map((name) => `--${name}:${colors[name][scheme]}`).join(';')

/** The frame's only style. The theme is a class of the ticket, because a page can also show it without a frame. */
export const frameStyle = [
  `.ticket{${listColors('light')}}`,
  `@media(prefers-color-scheme:dark){.ticket.auto{${listColors('dark')}}}.ticket.dark{${listColors('dark')}}`,
  rules.trim(),
].join('')

/** Without the site's own frame, fonts and scripts. */
export const FrameDocument = ({ props, site }: { props: FrameProps; site: FrameSite }) => (
  <html lang={languages[site.language].tag}>
    <head>
      <meta charset="utf-8" />
      <title>{formatTitle(props, site)}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content={site.theme === 'auto' ? 'light dark' : site.theme} />
      <style dangerouslySetInnerHTML={{ __html: frameStyle }} />
      {site.isMiniApp && <script type="module" src={builtAssets.miniApp} />}
    </head>
    <body>{'score' in props ? <Ticket {...props} site={site} /> : <Fault {...props} site={site} />}</body>
  </html>
)

const isTicket = (props: FrameProps): props is TicketFrameProps => 'score' in props

function formatTitle(props: FrameProps, { name, language }: FrameSite): string {
  return isTicket(props) ? `${props.score.submission.name} · ${name}` : formatFault(props, language)
}

function formatFault({ status }: FaultFrameProps, language: FrameSite['language']): string {
  const { faults, fault } = pickWords(embedWords, language)
  return faults[status] ?? fault
}

type Shown = TicketFrameProps & { site: FrameSite }

function Ticket(props: Shown) {
  const { score, site } = props
  const t = useWords(embedWords)
  const { name } = score.submission
  return (
    <main class={`ticket ${site.theme}`} data-score={score.id}>
      <Strip {...props} />
      <div class="top">
        <Picture scoreId={score.id} side={64} />
        <div class="who">
          <h1 class="name">
            <bdi>{name}</bdi>
          </h1>
          <Facts {...props} />
        </div>
        <div class="verdict">
          <Number {...props} />
          {score.test ? <Chip>{t.test}</Chip> : <FrameChip {...props} />}
        </div>
      </div>
      <Sentence {...props} />
      <Bars {...props} />
      <Foot {...props} />
    </main>
  )
}

/** A right of the owner stands in the strip: its words are too long for a chip. */
const FrameChip = ({ score: { band, hasStubs }, state }: Shown) =>
  findOwnerRight({ ...state, band }) === null ? (
    <LeadChip {...state} band={band} hasStubs={hasStubs} />
  ) : (
    <BandChip band={band} hasStubs={hasStubs} />
  )

/** What the reader must know before the number. */
function Strip({ score, state }: Shown) {
  const t = useWords(embedWords)
  const { outcomes } = useWords(leadWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const lead = findLead(state)
  const right = findOwnerRight({ ...state, band: score.band })
  if (right !== null)
    return (
      <p class="strip amber">
        <Shape of="amber" />
        <span>
          <span class="unseen">{terms.warning} </span>
          {terms.warnings[right]}
        </span>
      </p>
    )
  if (lead === null || ('outcome' in lead && lead.outcome === 'alive')) return null
  if ('warning' in lead)
    return (
      <p class="strip crit">
        <Shape of="critical" />
        <span>
          <span class="unseen">{terms.warning} </span>
          <Warned code={lead.warning} messages={[...(score.warnings ?? []), ...(state.newer?.warnings ?? [])]} />
        </span>
      </p>
    )
  const outcome = outcomes[lead.outcome]
  return (
    <p class={`strip ${lead.outcome}`}>
      <Shape of={lead.outcome} />
      {state.outcomeAt === null ? outcome : t.on(outcome, formatDate(state.outcomeAt, language))}
    </p>
  )
}

/** In English as the record has it, with its figures; in other languages in general. */
function Warned({ code, messages }: { code: WarningCode; messages: { code: WarningCode; message: string }[] }) {
  const { sentences } = useWords(newsWords)
  const { warnings } = useWords(scoreTerms)
  const message = messages.find((one) => one.code === code)?.message.replace(/\.$/, '')
  const said = useLanguage() === 'en' ? message : undefined
  return <>{said ?? sentences[code] ?? warnings[code]}</>
}

function Facts({ score, state, chainId, standing }: Shown) {
  const t = useWords(embedWords)
  const { unsigned } = useWords(scoreTerms)
  const signing = standing === null ? state.isUnsigned && unsigned : t.standings[standing]
  return (
    <p class="facts">
      <bdi>${score.submission.symbol}</bdi> · {findChainName(chainId)}
      {score.draft && ` · ${t.draft}`}
      {signing && ` · ${signing}`}
    </p>
  )
}

function Number({ score, state, isRevoked, now }: Shown) {
  const { outOf100, higherIsBetter } = useWords(scoreTerms)
  const [whole, decimals] = formatScore(score.aggregate).split('.')
  const isDoubted =
    isCriticalLead(state) || score.test || score.hasStubs || isRevoked || (state.outcome === null && isOld(score, now))
  return (
    <p class={isDoubted ? 'number doubted' : 'number'} title={`${outOf100}, ${higherIsBetter}`}>
      {whole}
      {decimals && <small>.{decimals}</small>}
      <span class="unseen">
        {' '}
        {outOf100}, {higherIsBetter}
      </span>
    </p>
  )
}

const isOld = ({ createdAt }: { createdAt: string }, now: string): boolean =>
  Date.parse(now) - Date.parse(createdAt) > 30 * dayMs

function Sentence(props: Shown) {
  const { score, state, launch, isRevoked, now } = props
  const t = useWords(embedWords)
  const { warnings, warning } = useWords(scoreTerms)
  const language = useLanguage()
  const lead = findLead(state)
  const said = lead !== null && 'warning' in lead ? lead.warning : findOwnerRight({ ...state, band: score.band })
  const isOver = isBadOutcome(state.outcome)
  const others = state.warnings.filter((code) => code !== said && !(isOver && code === 'not_examined'))
  const labels = others.map((code) => warnings[code])
  return (
    <div class="said">
      <p>
        <Verdict {...props} />
        {isRevoked && ` ${t.revoked}`}
        {isOld(score, now) && state.outcome === null && ` ${t.old}`}
      </p>
      {labels.length > 0 && (
        <p class="doubt">
          {warning} {formatList(labels, language)}
        </p>
      )}
      {launch && state.outcome === null && (
        <p class="time">
          {launch.isOver
            ? t.launched(formatDateTime(launch.at, language))
            : t.launches(formatDateTime(launch.at, language))}
        </p>
      )}
    </div>
  )
}

/** What happened, else what the score says. */
function Verdict({ score, state }: Shown) {
  const t = useWords(scoreWords)
  const { bands } = useWords(scoreTerms)
  const lead = useWords(leadWords)
  const language = useLanguage()
  const points = formatScore(score.aggregate)
  const shown = findLead(state)
  if (shown && 'outcome' in shown) {
    const told = tellOutcome(state.story ?? { outcome: shown.outcome, cause: state.outcomeCause }, lead.sentences)
    const before = score.hasStubs ? lead.before(points) : lead.beforeBand(points, bands[score.band].toLowerCase())
    return (
      <>
        {capitalise(told)}
        {lead.stop} {capitalise(before)}
        {lead.stop}
      </>
    )
  }
  if (isCriticalLead(state)) return <>{t.noScore}</>
  if (score.test) return <>{t.testText}</>
  if (score.hasStubs) return <>{t.partly(points, getMeasuredWeight(score))}</>
  return <>{tellScore(score, language)}</>
}

/** The signals, where nothing graver is said. */
function Bars({ score, state }: Shown) {
  const { notMeasured } = useWords(scoreTerms)
  const lead = findLead(state)
  if (lead !== null && !('outcome' in lead && lead.outcome === 'alive')) return null
  return (
    <ul class="bars">
      {listSignals(score).map(({ name, reading: { score: points, stub } }) => (
        <li key={name}>
          <SignalTitle name={name} />
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            {!stub && <rect class={toScoreBand(points)} width={Math.max(points, 4)} height="8" />}
            <path d="M45 0v8M70 0v8" />
          </svg>
          <b>
            {stub ? '–' : points}
            {stub && <span class="unseen"> {notMeasured}</span>}
          </b>
        </li>
      ))}
    </ul>
  )
}

const SignalTitle = ({ name }: { name: string }) => <span>{useSignalWords(name).title}</span>

function Foot({ site, page, state, launch, standing }: Shown) {
  const t = useWords(embedWords)
  const language = useLanguage()
  const text = () => {
    if (state.outcome !== null && state.outcome !== 'alive') return t.happened
    if (isCriticalLead(state)) return t.findings
    if (launch !== undefined) return t.openLaunch
    return standing === null ? t.open : t.openToken
  }
  return (
    <p class="foot">
      <Mark size={16} />
      <span>{site.name}</span>
      <a href={`${site.url}${page}${page.includes('?') ? '&' : '?'}lang=${language}`} target="_blank" rel="noopener">
        {text()} <span aria-hidden="true">→</span>
        <span class="unseen"> {t.newTab}</span>
      </a>
    </p>
  )
}

const Fault = ({ site, ...fault }: FaultFrameProps & { site: FrameSite }) => (
  <main class={`ticket ${site.theme}`}>
    <div class="said alone">
      <h1 class="name">{formatFault(fault, site.language)}</h1>
      <p lang="en">{fault.message}</p>
    </div>
    <p class="foot">
      <Mark size={16} />
      <span>{site.name}</span>
    </p>
  </main>
)
