import type { ScoreProps } from '../../../contract/props/score.ts'
import type { Site } from '../../../contract/props/site.ts'
import { findLead, leadSign, ledWithScore } from '../../../contract/lead.ts'
import { getScoreCardPath } from '../../../contract/card-paths.ts'
import { leadWarning, listWarningCodes, recordWarning, warned } from '../../../contract/warning-words.ts'
import { type Language, listSignals } from '../../../contract/signals/looks.ts'
import { getMeasuredWeight } from '../../../contract/headline.ts'
import { toTotalSpread } from '../../../contract/aggregate.ts'
import { isSignedStanding } from '../../../contract/standing.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import type { Page } from '../page.ts'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { Island } from '../ui/island.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { RaiseIt } from '../ui/raise-it.tsx'
import {
  capitalise,
  formatAge,
  formatDateTime,
  formatList,
  formatScore,
  shortenHex,
  formatExact,
} from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { leadWords, ledBefore, ledIn, tellIn } from '../words/lead.ts'
import { type ScoreWords, scoreWords } from '../words/score.ts'
import { scoreTerms } from '../words/scores.ts'
import { countSignals, pickSignalTitle } from '../words/signals.ts'
import { BandChip, LeadChip } from '../ui/chips.tsx'
import { ScoreDial } from '../ui/score-dial.tsx'
import { Picture } from '../ui/picture.tsx'
import { findChainName } from '../../../contract/chains.ts'
import { explorerLink } from '../ui/chains.ts'
import { Icon } from '../ui/icon.tsx'
import { SignalBars } from '../ui/signal-bars.tsx'
import { OutsideLink } from '../ui/links.tsx'
import { formatShareText, shareWords } from '../words/share.ts'
import { Command } from '../ui/command.tsx'
import { SubmittedLinks } from '../ui/submitted-links.tsx'
import { OutcomeSection } from './outcome.tsx'
import {
  AppealCard,
  CopyAddress,
  CreatorCard,
  findStep,
  HistoryCard,
  isOver,
  NextStep,
  offersReminder,
  PositionCard,
  ProofCard,
} from './score-rail.tsx'
import { Breadcrumb, CopyNotice, EarlierNotices, NewerNotice, TestNotice } from './notices.tsx'

/** One score, to be shared: the number, what it is made of, and how to check it. */
export const scorePage: Page<ScoreProps> = {
  head: ({ score, state }, site) => {
    const title = formatTitle({ score, state }, site)
    const text = `${score.explanation.summary} ${pickWords(scoreWords, site.language).description}`
    const told = tellIn(site.language, state)
    const before = `${pickWords(leadWords, site.language).before(formatScore(score.aggregate))}.`
    return {
      title,
      description:
        told === undefined
          ? warned(recordWarning(score), text)
          : `${leadSign(state)}${told} ${capitalise(before)} ${text}`,
      image: { path: getScoreCardPath(score.id, state), alt: title },
      frame: { imagePath: getScoreCardPath(score.id, state, '-3x2'), button: 'See the score' },
      hasOembed: true,
      ...(score.test && { isUnlisted: true }),
    }
  },
  Body: (props) => (
    <article class={props.isFresh ? 'score-page fresh' : 'score-page'}>
      <OutcomeBar {...props} chainId={props.outcome.binding?.chainId ?? props.chainId} />
      <CriticalBar score={props.score} chainId={props.chainId} path={props.site.path} state={props.state} />
      <Breadcrumb {...props} />
      <TestNotice {...props} />
      <NewerNotice {...props} />
      <CopyNotice {...props} />
      <EarlierNotices {...props} />
      <div class="grid">
        <div class="main">
          <Hero {...props} />
          <Signals {...props} />
        </div>
        <div class="rail score-rail">
          <NextStep {...props} />
          {props.position && <PositionCard score={props.score} position={props.position} />}
          <CreatorCard {...props} />
          <ProofCard {...props} />
          <HistoryCard {...props} />
        </div>
        <div class="rest">
          {!isOver(props) && <RaiseIt score={props.score} />}
          {props.outcome.binding && (
            <OutcomeSection
              {...props}
              id={props.score.id}
              contractAddress={props.score.submission.contractAddress ?? null}
            />
          )}
          <AppealCard {...props} />
          <Pitch {...props} />
        </div>
      </div>
      <EmbedDialog {...props} />
      {props.isFresh && <Island name="count-up" />}
      <BottomBar {...props} />
    </article>
  ),
}

/** The outcome or a critical warning comes first; a warning stands in place of the number, which could be read as praise. */
function formatTitle({ score, state }: Pick<ScoreProps, 'score' | 'state'>, { language }: Site): string {
  const t = pickWords(scoreWords, language)
  const terms = pickWords(scoreTerms, language)
  const { submission, aggregate, band, stubbedSignals } = score
  const name = `${submission.name} ($${submission.symbol})`
  const mark = (text: string) =>
    state.isUnsigned ? `${text}${pickWords(leadWords, language).comma}${terms.unsigned}` : text
  const test = score.test ? t.titleTest : ''
  const values = { name, score: formatScore(aggregate) }
  if (state.outcome !== null) return `${test}${ledBefore(language, state, { subject: name, points: values.score })}`
  if (findLead(state) !== null) return `${test}${ledIn(language, state, mark(name))}`
  const missing = formatList(
    stubbedSignals.map((signal) => pickSignalTitle(signal, language)),
    language,
  )
  const words =
    missing === ''
      ? t.title({ ...values, band: mark(terms.bands[band]) })
      : t.titlePreliminary({ ...values, missing: mark(missing) })
  return test + words
}

type HeroProps = Pick<ScoreProps, 'score' | 'state' | 'standing' | 'chainId' | 'now'>

/** The picture, the name and the number, with what the number says in a sentence. */
export const Hero = (props: HeroProps) => {
  const t = useWords(scoreWords)
  const { score, state } = props
  const before = useWords(leadWords).before(formatScore(score.aggregate))
  const { submission, aggregate, band, hasStubs } = score
  const spread = toDialSpread(score)
  return (
    <header class="card score-hero">
      <div class="token">
        <Picture scoreId={score.id} side={92} alt={t.imageOf(submission.name)} />
        <div>
          <h1 class={submission.name.length > 24 ? 'is-long' : undefined}>
            <bdi>{submission.name}</bdi>{' '}
            <span class="ticker">
              <bdi>${submission.symbol}</bdi>
            </span>
          </h1>
          <Tags {...props} />
        </div>
      </div>
      <div class="total">
        <ScoreDial score={aggregate} hasStubs={hasStubs} spread={spread} />
        <div class="chips">
          {findLead(state) && <LeadChip {...state} band={band} />}
          <BandChip band={band} hasStubs={hasStubs} />
          <p class="scale">{state.outcome === null ? t.outOf : before}</p>
          {spread && state.outcome === null && (
            <p class="scale">{t.spread(formatBound(spread.lowest), formatBound(spread.highest))}</p>
          )}
        </div>
      </div>
      <Verdict {...props} />
    </header>
  )
}

/** Of 0 to 100, a tenth exactly. */
const formatBound = (points: number): string => formatScore(Math.round(Math.min(100, Math.max(0, points)) * 10) / 10)

/** By the weights that made the total: those of stubs are 0. */
const toDialSpread = (score: ScoreProps['score']) =>
  toTotalSpread(listSignals(score).map(({ part, reading }) => ({ ...reading, weight: part.effectiveWeight })))

/** The meaning of the number, in the reader's language: computed from the record, never from its English sentence. */
const Verdict = ({ score }: Pick<ScoreProps, 'score'>) => {
  const t = useWords(scoreWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const { band, aggregate, hasStubs, stubbedSignals, warnings = [] } = score
  const isWarned = leadWarning(listWarningCodes(score)) !== undefined
  const missing = formatList(
    stubbedSignals.map((name) => pickSignalTitle(name, language)),
    language,
  )
  return (
    <div class="verdict">
      <p>
        {isWarned && (
          <>
            {band !== 'red' && <strong>{t.dontRead(terms.bands[band])}</strong>} {t.noScore}{' '}
          </>
        )}
        {hasStubs && <strong>{t.partly(formatScore(aggregate), getMeasuredWeight(score))}</strong>}{' '}
        {!hasStubs && !isWarned && `${t.overall[band]} `}
        {formatExtremes(score, { t, language })}
      </p>
      {hasStubs && <p class="missing">{t.missing(missing)}</p>}
      {warnings
        .filter(({ severity }) => severity === 'caution')
        .map(({ code, message }) => (
          <p class="doubt" key={code}>
            {t.cautions[code] ?? <span lang="en">{message}</span>}
          </p>
        ))}
    </div>
  )
}

/** `Best: name (100). Weakest: social (75).` */
function formatExtremes(score: ScoreProps['score'], { t, language }: { t: ScoreWords; language: Language }): string {
  const live = listSignals(score).flatMap(({ part, reading }) => (reading.stub ? [] : [part]))
  const [first, ...others] = live
  if (!first) return ''
  const best = others.reduce((one, other) => (other.score > one.score ? other : one), first)
  const worst = others.reduce((one, other) => (other.score < one.score ? other : one), first)
  if (best.score === worst.score) return others.length > 0 ? t.allEqual(String(first.score)) : ''
  const say = ({ signal, score }: typeof first) => `${pickSignalTitle(signal, language).toLowerCase()} (${score})`
  return t.extremes(say(best), say(worst))
}

/** The chain, the contract, the creator and the age of a score. */
const Tags = ({ score, chainId, standing, now }: HeroProps) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  const { contractAddress, creatorAddress } = score.submission
  return (
    <ul class="tags">
      <li>{findChainName(chainId)}</li>
      {contractAddress && <Contract address={contractAddress} chainId={chainId} />}
      <li>
        {t.by}{' '}
        <a class="mono" href={`/creator/${creatorAddress}`} title={creatorAddress}>
          {shortenHex(creatorAddress)}
        </a>
        {score.submission.creatorName && <bdi class="muted"> {score.submission.creatorName}</bdi>}
        {isSignedStanding(standing) && (
          <span class="signed">
            <Icon name="check" size={14} />
            {t.signed}
          </span>
        )}
      </li>
      <li>
        <time dateTime={score.createdAt} title={formatDateTime(score.createdAt, language)}>
          {formatAge(score.createdAt, now, language)}
        </time>
      </li>
    </ul>
  )
}

const Contract = ({ address, chainId }: { address: string; chainId: number }) => {
  const t = useWords(scoreWords)
  const href = explorerLink(chainId, `token/${address}`)
  return (
    <li>
      <span class="unseen">{t.contract} </span>
      <span class="mono" title={address}>
        {shortenHex(address)}
      </span>
      <CopyAddress address={address} />
      {href && (
        <a
          class="icon-button"
          href={href}
          target="_blank"
          rel="nofollow noopener noreferrer"
          aria-label={t.onExplorer(findChainName(chainId))}
        >
          <Icon name="external" size={14} />
        </a>
      )}
    </li>
  )
}

/** The signals and their sum. */
export const Signals = ({ score }: Pick<ScoreProps, 'score'>) => {
  const { signals: t } = useWords(scoreWords)
  const count = countSignals(score.explanation.contributions.length, useLanguage())
  return (
    <section class="card" aria-labelledby="signals">
      <div class="section-head">
        <h2 id="signals">{count}</h2>
        <span class="muted">{t.formula}</span>
      </div>
      <SignalBars score={score} />
      <div class="sum">
        <span>{t.total}</span>
        <Island name="recompute" class="recomputed" props={addUp(score)} />
        <output>{formatExact(score.aggregate)}</output>
      </div>
    </section>
  )
}

/** The parts from which the browser adds it up again. */
const addUp = (score: ScoreResult) => ({
  aggregate: score.aggregate,
  band: score.band,
  parts: listSignals(score).map(({ part, reading }) => ({
    weight: Math.round(part.weight * 100),
    score: reading.score,
    stub: reading.stub,
  })),
})

/** The submission, in its author's words. */
export const Pitch = ({ score }: Pick<ScoreProps, 'score'>) => {
  const t = useWords(scoreWords)
  const { submission, promptVersion } = score
  return (
    <>
      <section class="card pitch" aria-labelledby="pitch">
        <h2 id="pitch">{t.pitch}</h2>
        {submission.description === null ? (
          <p class="muted">{t.noPitch}</p>
        ) : (
          <blockquote dir="auto">{submission.description}</blockquote>
        )}
        <SubmittedLinks scoreId={score.id} links={submission.links} />
        <p class="muted">
          {t.pitchBy} · {submission.xHandle === null ? t.noHandle : <HandleLink handle={submission.xHandle} />}
        </p>
      </section>
      <p class="foot">
        {t.foot} {t.history.madeBy}{' '}
        <a href={`/transparency#${promptVersion}`}>
          <code>{promptVersion}</code>
        </a>{' '}
        · <a href={`/v1/score/${score.id}`}>JSON</a>
      </p>
    </>
  )
}

const HandleLink = ({ handle }: { handle: string }) => (
  <OutsideLink href={`https://x.com/${encodeURIComponent(handle.slice(1))}`}>
    {useWords(scoreWords).handle(handle)}
  </OutsideLink>
)

/** On a phone, the two actions stay visible. */
const BottomBar = (props: ScoreProps & { site: Site }) => {
  const share = useWords(shareWords)
  const language = useLanguage()
  const { score, site } = props
  const { href, label } = useAction(props)
  return (
    <div class="bottom-bar">
      <Island
        name="share-sheet"
        props={{
          url: `${site.url}/score/${score.id}`,
          text: formatShareText(score, { language, serviceName: site.name, state: props.state }),
        }}
      >
        <a class="btn wide" href="#share">
          <Icon name="share" />
          {share.share}
        </a>
      </Island>
      <a class="btn pri wide" href={href}>
        {label}
      </a>
    </div>
  )
}

function useAction(props: ScoreProps): { href: string; label: string } {
  const { next: t } = useWords(scoreWords)
  const { more } = useWords(leadWords)
  const { score, state, enrollment, replays } = props
  const newest = replays[0]
  switch (findStep(props)) {
    case 'launched':
      return { href: '#outcome', label: more }
    case 'warned':
      if (state.outcome !== null) return { href: '#outcome', label: more }
      return { href: `#signal-${score.warnings?.[0]?.signal ?? 'risk'}`, label: t.findings }
    case 'unsigned':
      return { href: `/enroll/${score.id}`, label: t.claim }
    case 'enrolled': {
      const path = `/launch/${enrollment?.enrollmentId ?? ''}`
      return offersReminder(props) ? { href: `${path}#remind`, label: t.remind } : { href: path, label: t.openLaunch }
    }
    default:
      return newest && newest.id !== score.id
        ? { href: `/score/${newest.id}`, label: t.newer }
        : { href: '/', label: t.testRecord }
  }
}

/** The markup with which other sites embed the score. */
const EmbedDialog = ({ score, state, site }: ScoreProps & { site: Site }) => {
  const t = useWords(shareWords)
  const { id, submission, aggregate, band } = score
  const url = `${site.url}/score/${id}`
  const points = formatScore(aggregate)
  const toWords = (subject: string) =>
    ledWithScore(state, { subject, points, plain: `${subject}: ${points} of 100, ${band}` })
  const words = toWords(forMarkup(submission.name))
  return (
    <dialog class="embed-dialog" id="embed" aria-labelledby="embed-title">
      <h2 id="embed-title">{t.embedTitle}</h2>
      <img
        src={`/score/${id}/badge.svg?theme=auto`}
        alt={t.badgeAlt(toWords(submission.name))}
        height="20"
        loading="lazy"
      />
      <h3>{t.html}</h3>
      <Command text={`<a href="${url}"><img src="${url}/badge.svg" alt="${words}" height="20"></a>`} what={t.html} />
      <h3>{t.markdown}</h3>
      <Command text={`[![${words}](${url}/badge.svg)](${url})`} what={t.markdown} />
      <h3>{t.frame}</h3>
      <Command
        text={`<iframe src="${site.url}/embed/score/${id}" title="${words}" width="480" height="260" loading="lazy"></iframe>`}
        what={t.frame}
      />
      <button class="btn" type="button" commandfor="embed" command="close">
        {t.close}
      </button>
    </dialog>
  )
}

/** Removes the characters that could be read as markup where others paste a name. */
const forMarkup = (text: string): string => text.replace(/[<>"'&[\]()`\\*_!]/g, '')
