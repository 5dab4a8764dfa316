import { Time } from './time.tsx'
import type { Launched } from '../../../contract/launch-outcome.ts'
import type { Position, ScoreProps } from '../../../contract/props/score.ts'
import type { Site } from '../../../contract/props/site.ts'
import { getScoreCardPath } from '../../../contract/card-paths.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import { bands } from '../../../contract/bands.ts'
import type { Band } from '../../../contract/schemas/score.ts'
import type { Attestation } from '../../../contract/schemas/attestation.ts'
import type { Appeal } from '../../../contract/schemas/appeal.ts'
import { toScoreBand } from '../ui/short-bars.tsx'
import { BandChip, Chip, CriticalChip, CriticalCount, OutcomeChip, Shape } from '../ui/chips.tsx'
import { RailCard, RailRow } from '../ui/cards.tsx'
import { ShareRow } from '../ui/share-row.tsx'
import { formatAge, formatDate, formatDateTime, formatScore, formatSpan, shortenHex } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { historyWords } from '../words/history.ts'
import { scoreWords } from '../words/score.ts'
import { formatShareText, shareWords } from '../words/share.ts'
import { scoreTerms } from '../words/scores.ts'
import { factWords } from '../words/facts.ts'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { findChainName } from '../../../contract/chains.ts'
import { explorerLink } from '../ui/chains.ts'
import { Command } from '../ui/command.tsx'
import { appealWords } from '../words/appeal.ts'

type Step = 'test' | 'warned' | 'preliminary' | 'unsigned' | 'enrolled' | 'launched'

/** The next step of a score's visitor. A fatal fact comes before anything that would advertise the launch. */
export function findStep({ score, enrollment, outcome, state }: Known): Step {
  if (score.test) return 'test'
  if (isCriticalLead(state)) return 'warned'
  if (isOver({ outcome, state })) return enrollment ? 'enrolled' : 'launched'
  if (score.hasStubs) return 'preliminary'
  return enrollment ? 'enrolled' : 'unsigned'
}

type Known = Pick<ScoreProps, 'score' | 'enrollment' | 'outcome' | 'state'>

/** The launch has happened: nothing can raise its score any more, and nobody can claim it or wait for it. */
export const isOver = ({ outcome, state }: Pick<ScoreProps, 'outcome' | 'state'>): boolean =>
  outcome.launched !== null || state.outcome !== null

/** Whether the launch page has a reminder to offer: before the launch, where web push is configured. */
export const offersReminder = ({ enrollment, outcome, state, canRemind, now }: ScoreProps) =>
  canRemind && !isOver({ outcome, state }) && (enrollment?.scheduledFor ?? '') > now

/** The first card of the rail: the next step, and the ways to share. */
export const NextStep = (props: ScoreProps & { site: Site }) => {
  const { score, state, site } = props
  const share = useWords(shareWords)
  const language = useLanguage()
  const step = findStep(props)
  return (
    <RailCard id="share" title={<StepTitle {...props} />}>
      <StepText {...props} />
      {step !== 'test' && (
        <ShareRow
          url={`${site.url}/score/${score.id}`}
          text={formatShareText(score, { language, serviceName: site.name, state })}
          card={{ path: getScoreCardPath(score.id, state), fileName: `score-${score.id}.png` }}
          embedId="embed"
        />
      )}
      {step === 'warned' && <WarnedStep {...props} />}
      {step === 'test' && <a href={`/v1/score/${score.id}`}>{share.json}</a>}
    </RailCard>
  )
}

const StepTitle = (props: ScoreProps) => {
  const t = useWords(scoreWords)
  const share = useWords(shareWords)
  const language = useLanguage()
  const { enrollment, now, outcome, state, standing } = props
  const { launched } = outcome
  const titles: Record<Step, string> = {
    test: t.testTitle,
    warned: share.shareWarning,
    preliminary: t.next.preliminary,
    unsigned: t.next.claimTitle,
    enrolled: standing === 'contradicted' ? t.next.enrolledByOther : t.next.enrolled,
    launched: t.next.launched,
  }
  const step = findStep(props)
  const isWarnedOfLaunch = step === 'warned' && state.outcome !== null
  if ((step === 'enrolled' || step === 'launched' || isWarnedOfLaunch) && launched)
    return <>{t.next.launchedOn(formatDate(launched.at, language))}</>
  if (step !== 'enrolled' || !enrollment?.scheduledFor) return <>{titles[step]}</>
  const left = new Date(enrollment.scheduledFor).getTime() - new Date(now).getTime()
  if (left > 0 && left < 60_000) return <>{t.next.launchesSoon}</>
  if (left > 0) return <>{t.next.launchesIn(formatSpan(left, language))}</>
  return <>{left > -dayMs ? t.next.launchTime : t.next.launched}</>
}

const dayMs = 86_400_000

const StepText = (props: ScoreProps) => {
  const t = useWords(scoreWords)
  const { score, enrollment } = props
  switch (findStep(props)) {
    case 'test':
      return <p class="text">{t.testText}</p>
    case 'preliminary':
      return <p class="text">{t.next.rescoreLater}</p>
    case 'unsigned':
      return (
        <>
          <p class="text">{t.next.claimText}</p>
          <a class="btn pri wide" href={`/enroll/${score.id}`}>
            {t.next.claim}
          </a>
        </>
      )
    case 'enrolled':
      return (
        enrollment && (
          <EnrolledStep
            {...enrollment}
            launched={props.outcome.launched}
            decided={props.state.outcome}
            canBeReminded={offersReminder(props)}
          />
        )
      )
    default:
      return null
  }
}

/** Its creator may still sign: by a link below the ways to share the warning, not a button. */
const WarnedStep = ({ score, enrollment, outcome, state }: ScoreProps) => {
  const t = useWords(scoreWords)
  if (enrollment) return <a href={`/launch/${enrollment.enrollmentId}`}>{t.next.openLaunch}</a>
  if (score.hasStubs || isOver({ outcome, state })) return null
  return <a href={`/enroll/${score.id}`}>{t.next.claimAnyway}</a>
}

type EnrolledProps = NonNullable<ScoreProps['enrollment']> & {
  launched: Launched | null
  decided: ScoreProps['state']['outcome']
  canBeReminded: boolean
}

const EnrolledStep = ({ enrollmentId, scheduledFor, launched, decided, canBeReminded }: EnrolledProps) => {
  const t = useWords(scoreWords)
  return (
    <>
      {(launched === null || decided !== null) && (
        <p class="text">
          {decided && <OutcomeChip outcome={decided} />}
          {!launched && (scheduledFor ? <Time at={scheduledFor} /> : t.next.noTime)}
        </p>
      )}
      {canBeReminded && (
        <a class="btn pri wide" href={`/launch/${enrollmentId}#remind`}>
          {t.next.remind}
        </a>
      )}
      <a class={canBeReminded ? 'btn wide' : 'btn pri wide'} href={`/launch/${enrollmentId}`}>
        {t.next.openLaunch}
      </a>
    </>
  )
}

/** The position of the score among those of the week, and its distance from the nearest threshold. */
export const PositionCard = ({ score, position }: Pick<ScoreProps, 'score'> & { position: Position }) => {
  const { position: t } = useWords(scoreWords)
  if (!position) return null
  const { below, size, bins } = position
  const [before, figure, after] = t.higher(below, size)
  return (
    <RailCard id="standing" title={t.title}>
      {bins && <Histogram bins={bins} own={score.aggregate} />}
      <p>
        {size > 1 ? (
          <>
            {before}
            <b>{figure}</b>
            {after}
          </>
        ) : (
          t.alone
        )}
      </p>
      <Distance aggregate={score.aggregate} />
      {!score.draft && (
        <a class="more" href={`/compare?ids=${score.id}`}>
          {t.compare}
        </a>
      )}
    </RailCard>
  )
}

const binWidth = 5
const [width, height, step] = [296, 64, 15]

const Histogram = ({ bins, own }: { bins: number[]; own: number }) => {
  const { position: t } = useWords(scoreWords)
  const most = Math.max(...bins)
  const ownBin = Math.min(bins.length - 1, Math.floor(own / binWidth))
  return (
    <svg class="histogram" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.chart(bins.join(', '))}>
      {bins.map((count, at) => {
        const length = count === 0 ? 0 : Math.max(3, Math.round((count / most) * (height - 10)))
        const place = at === ownBin ? 'own' : 'other'
        return (
          <rect
            key={at}
            class={`${toScoreBand(at * binWidth)} ${place}`}
            x={at * step}
            y={height - 7 - length}
            width="12"
            height={length}
            rx="2"
          />
        )
      })}
      <path class="ground" d={`M0 ${height - 6.5}h${width}`} />
      <path class="marker" d={`M${ownBin * step + 6} ${height - 5}l4 5h-8z`} />
    </svg>
  )
}

const thresholds = [
  { at: bands.amber.from, band: 'amber' },
  { at: bands.green.from, band: 'green' },
] as const

/** To the threshold next to it. */
const Distance = ({ aggregate }: { aggregate: number }) => {
  const { position: t } = useWords(scoreWords)
  const terms = useWords(scoreTerms)
  const [low, high] = thresholds
  const nearest = Math.abs(aggregate - low.at) <= Math.abs(aggregate - high.at) ? low : high
  const by = aggregate - nearest.at
  const say = by < 0 ? t.below : t.above
  return <p class="text">{say(formatScore(Math.abs(by)), terms.bands[nearest.band].toLowerCase(), nearest.at)}</p>
}

/** The wallet that the score names, and what it has signed. */
export const CreatorCard = ({
  score,
  creator,
  standing,
  state,
}: Pick<ScoreProps, 'score' | 'creator' | 'standing' | 'state'>) => {
  const { creator: t } = useWords(scoreWords)
  const address = creator.creatorAddress
  const age = useWalletAge(score)
  const launches = useLaunches(score)
  const { row } = useWords(historyWords)
  const { creatorProof: proof = 'none' } = score
  return (
    <RailCard id="creator" title={t.title}>
      <RailRow label={t.wallet}>
        <span class="mono" title={address}>
          {shortenHex(address)}
        </span>
        <CopyAddress address={address} />
      </RailRow>
      <RailRow label={t.signedLaunches}>{creator.totalEnrolled === 0 ? t.none : <Counts {...creator} />}</RailRow>
      {age && <RailRow label={t.walletAge}>{age}</RailRow>}
      {launches.length > 0 && <RailRow label={row}>{launches.join(' · ')}</RailRow>}
      <p class="text">
        {standing === 'unsigned' && proof !== 'none' ? t.proofs[proof] : t.standings[standing]}
        {proof === 'none' && !state.isUnsigned && ` ${t.signedSince}`}
        {standing === 'signed' && score.submission.contractAddress !== null && ` ${t.notDeployer}`}
      </p>
      <a class="more" href={`/creator/${address}`}>
        {t.profile}
      </a>
    </RailCard>
  )
}

const Counts = ({ totalEnrolled, bands, criticalCount }: ScoreProps['creator']) => {
  const { creator: t } = useWords(scoreWords)
  const terms = useWords(scoreTerms)
  const shown = (['green', 'amber', 'red'] as const satisfies Band[]).filter((band) => bands[band] > 0)
  return (
    <>
      {t.count(totalEnrolled)}
      <CriticalCount count={criticalCount} />
      {shown.map((band) => (
        <span key={band} class={`band-count ${band}`}>
          <Shape of={band} />
          {t.count(bands[band])} {terms.bands[band].toLowerCase()}
        </span>
      ))}
    </>
  )
}

/** The wallet's age from the creator signal; undefined: it isn't known. */
function useWalletAge({ signals }: ScoreProps['score']): string | undefined {
  const words = useWords(factWords)
  const fact = signals['creator']?.facts?.find(({ code }) => code === 'wallet_age')
  return fact && words['age']?.(fact.values)
}

/** The button that copies an address of the score. */
export function CopyAddress({ address }: { address: string }) {
  const { copy } = useWords(shareWords)
  return (
    <button
      class="icon-button needs-script"
      type="button"
      data-waiting
      data-copy={address}
      aria-label={`${copy} ${address}`}
    >
      <Icon name="copy" size={14} />
    </button>
  )
}

/** The newest records of the submission, and the way to another; nothing if there is only this one and can be no other. */
export const HistoryCard = (props: ScoreProps) => {
  const { history: t } = useWords(scoreWords)
  const { score, replays, hasMoreReplays, canRescore } = props
  if (replays.length < 2 && !canRescore) return null
  return (
    <RailCard id="history" title={t.title}>
      {replays.length > 1 && <Records {...props} />}
      <p class="text">{t.note}</p>
      {canRescore && <Again {...score} />}
      {hasMoreReplays && (
        <a class="more" href={`/score/${score.id}?records=more#history`}>
          {t.more}
        </a>
      )}
    </RailCard>
  )
}

const Again = ({ id: scoreId }: ScoreProps['score']) => {
  const { history: t } = useWords(scoreWords)
  return (
    <Island name="rescore" class="again" props={{ scoreId, scoring: t.scoring }}>
      <button class="btn wide needs-script" type="button" data-waiting>
        {t.again}
      </button>
      <p class="text said" role="status" />
    </Island>
  )
}

const Records = ({ score, replays, now }: ScoreProps) => {
  const { history: t } = useWords(scoreWords)
  const language = useLanguage()
  return (
    <ol class="history">
      {replays.map(({ id, aggregate, band, warnings, confidence, promptVersion, createdAt }) => (
        <li key={id} class={band} aria-current={id === score.id ? 'true' : undefined}>
          <span class="records">
            <CriticalChip codes={warnings} />
            <b>{formatScore(aggregate)}</b>
            <BandChip band={band} hasStubs={confidence === 'preliminary'} />
          </span>
          <span class="when">
            {id === score.id ? (
              <time dateTime={createdAt} title={formatDateTime(createdAt, language)}>
                {formatAge(createdAt, now, language)} · {t.current}
              </time>
            ) : (
              <a href={`/score/${id}`}>
                <time dateTime={createdAt} title={formatDateTime(createdAt, language)}>
                  {formatAge(createdAt, now, language)}
                </time>
              </a>
            )}
            <code>{promptVersion}</code>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The attestation of the score, and how to verify it. */
export const ProofCard = (props: ScoreProps & { site: Site }) => {
  const { proof: t } = useWords(scoreWords)
  const { score, attestation, chainId, digest, site } = props
  const published = attestation && attestation.status !== 'pending' ? attestation : null
  return (
    <RailCard id="proof" title={t.title}>
      <RailRow label={t.on(findChainName(published?.chainId ?? site.chains[0] ?? chainId))}>
        {published ? <Attested {...published} /> : <NotAttested {...props} />}
      </RailRow>
      {published?.status === 'revoked' && <Revocation {...published} />}
      <RailRow label={t.record}>
        <span class="mono" title={digest}>
          {shortenHex(digest)}
        </span>
      </RailRow>
      <p class="text">{t.lead}</p>
      <Island name="verify" class="verify" props={{ scoreId: score.id }} />
      <details class="terminal">
        <summary>{t.terminal}</summary>
        <Command text={`npx @launchscore/verify ${site.url}/score/${score.id}`} what={t.terminal} />
      </details>
    </RailCard>
  )
}

const NotAttested = ({ attestation, score, canPublish }: ScoreProps) => {
  const { proof: t } = useWords(scoreWords)
  if (attestation) return <>{t.pending}</>
  if (score.hasStubs) return <>{t.onlyFinal}</>
  return <>{canPublish ? t.notYet : t.none}</>
}

const Attested = ({ status, txHash, chainId, publishedAt }: Attestation) => {
  const { proof: t } = useWords(scoreWords)
  const language = useLanguage()
  const href = explorerLink(chainId, `tx/${txHash}`)
  const hash = (
    <span class="mono" title={txHash}>
      {shortenHex(txHash)}
    </span>
  )
  return (
    <>
      {status === 'revoked' ? (
        <span class="revoked">{t.revoked}</span>
      ) : (
        <span class="attested" title={formatDateTime(publishedAt, language)}>
          <Icon name="check" size={14} />
          {t.attested}
        </span>
      )}
      {href ? (
        <a href={href} target="_blank" rel="nofollow noopener noreferrer">
          <span class="unseen">{t.transaction} </span>
          {hash}
          <Icon name="external" size={14} />
        </a>
      ) : (
        hash
      )}
    </>
  )
}

const Revocation = ({ revokedAt, revocationReason }: Attestation) => {
  const { proof: t } = useWords(scoreWords)
  const language = useLanguage()
  return (
    <p class="revocation">
      {t.revoked}
      {revokedAt && `, ${formatDateTime(revokedAt, language)}`}
      {revocationReason && (
        <>
          : <bdi lang="en">{revocationReason}</bdi>
        </>
      )}
    </p>
  )
}

/** The creator's appeal and the operator's answer; if there is none, the form for the creator who enrolled the score. */
export const AppealCard = ({ appeal, enrollment, answersBy }: ScoreProps) => {
  const t = useWords(appealWords)
  if (!appeal && !enrollment) return null
  return (
    <section class="card pitch" id="appeal" aria-labelledby="appeal-title">
      <h2 id="appeal-title">{t.title}</h2>
      {appeal && <Appealed {...appeal} />}
      {!appeal && enrollment && (
        <>
          <p class="muted">{t.ask}</p>
          <Island
            name="appeal"
            props={{ scoreId: enrollment.scoreRequestId, creatorAddress: enrollment.creatorAddress, answersBy }}
          >
            <button class="btn needs-script" type="button" data-waiting>
              {t.start}
            </button>
          </Island>
        </>
      )}
    </section>
  )
}

const Appealed = ({ reason, appealedAt, outcome, answer, answeredAt, rescoredAs }: Appeal) => {
  const t = useWords(appealWords)
  const language = useLanguage()
  return (
    <>
      <p class="muted">
        {t.byCreator} <time dateTime={appealedAt}>{formatDateTime(appealedAt, language)}</time>
      </p>
      <blockquote dir="auto">{reason}</blockquote>
      <p>
        <Chip>{outcome === null ? t.open : t[outcome]}</Chip>
      </p>
      {answer !== null && (
        <>
          <p class="muted">
            {t.answer} {answeredAt && <time dateTime={answeredAt}>{formatDateTime(answeredAt, language)}</time>}
          </p>
          <blockquote dir="auto">{answer}</blockquote>
        </>
      )}
      {rescoredAs !== null && (
        <p>
          <a href={`/score/${rescoredAs}`}>{t.fresh}</a>
        </p>
      )}
      <p class="muted">{t.note}</p>
    </>
  )
}

const launchCodes = new Set(['launches', 'launches_at_least', 'launches_alive', 'relayer'])

/** What the creator signal says of the wallet's launches; empty for a record that doesn't count them. */
function useLaunches({ signals }: ScoreProps['score']): string[] {
  const words = useWords(factWords)
  const facts = signals['creator']?.facts ?? []
  return facts.flatMap(({ code, values }) => (launchCodes.has(code) ? (words[code]?.(values) ?? []) : []))
}
