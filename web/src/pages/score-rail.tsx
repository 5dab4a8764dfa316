import { Time } from './time.tsx'
import type { Launched } from '../../../contract/launch-outcome.ts'
import type { Position, ScoreProps } from '../../../contract/props/score.ts'
import type { Site } from '../../../contract/props/site.ts'
import { getScoreCardPath } from '../../../contract/card-paths.ts'
import { findChainName } from '../../../contract/chains.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import { isSignedStanding } from '../../../contract/standing.ts'
import { bandNames } from '../../../contract/bands.ts'
import type { Attestation } from '../../../contract/schemas/attestation.ts'
import type { Appeal } from '../../../contract/schemas/appeal.ts'
import { RailCard, RailRow } from '../ui/cards.tsx'
import { chartLink, explorerLink, explorerName } from '../ui/chains.ts'
import { Chip, LeadChip } from '../ui/chips.tsx'
import { CreatorLaunches } from '../ui/creator-launches.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { ShareRow } from '../ui/share-row.tsx'
import { toScoreBand } from '../ui/short-bars.tsx'
import { appealWords } from '../words/appeal.ts'
import { factWords } from '../words/facts.ts'
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatScore,
  formatSpan,
  shortenHex,
} from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { type ScoreWords, scoreWords } from '../words/score.ts'
import { creatorWords } from '../words/creator.ts'
import { scoreTerms } from '../words/scores.ts'
import { findShareTitle, formatShareText, shareWords } from '../words/share.ts'
import { findShare } from './score-stub.tsx'

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

/** What this visitor can do next. Nothing where sharing is all there is to do. */
export const NextStep = (props: ScoreProps) => {
  const step = findStep(props)
  if (step === 'warned' || step === 'launched') return null
  return (
    <RailCard id="next" title={<StepTitle {...props} />}>
      <StepText {...props} />
    </RailCard>
  )
}

/** The ways to share the score, or what happened to the launch. */
export const ShareCard = (props: ScoreProps & { site: Site }) => {
  const { score, state, site } = props
  const share = useWords(shareWords)
  const language = useLanguage()
  const text = formatShareText(score, { language, state })
  if (score.test)
    return (
      <p>
        <a href={`/v1/score/${score.id}`}>{share.json}</a>
      </p>
    )
  return (
    <RailCard id="share" title={findShareTitle(state, share)}>
      <ShareRow
        url={`${site.url}/score/${score.id}`}
        text={text}
        card={{ path: getScoreCardPath(score.id, state), fileName: `score-${score.id}.png` }}
        embedId="embed"
      />
      {isCriticalLead(state) && <blockquote class="quote">{text}</blockquote>}
      {findStep(props) === 'warned' && <WarnedStep {...props} />}
    </RailCard>
  )
}

const StepTitle = (props: ScoreProps) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  const { enrollment, now, outcome, standing } = props
  const { launched } = outcome
  switch (findStep(props)) {
    case 'test':
      return <>{t.testTitle}</>
    case 'preliminary':
      return <>{t.next.preliminary}</>
    case 'unsigned':
      return <>{t.next.claimTitle}</>
    default:
  }
  if (launched) return <>{t.next.launchedOn(formatDate(launched.at, language))}</>
  if (!enrollment?.scheduledFor) return <>{standing === 'contradicted' ? t.next.enrolledByOther : t.next.enrolled}</>
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
          <a class="btn pri wide docked" href={`/enroll/${score.id}`}>
            {t.next.claim}
          </a>
        </>
      )
    case 'enrolled':
      return (
        enrollment && (
          <EnrolledStep {...enrollment} launched={props.outcome.launched} canBeReminded={offersReminder(props)} />
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
  canBeReminded: boolean
}

const EnrolledStep = ({ enrollmentId, scheduledFor, launched, canBeReminded }: EnrolledProps) => {
  const { next: t } = useWords(scoreWords)
  return (
    <>
      {!launched && <p class="text">{scheduledFor ? <Time at={scheduledFor} /> : t.noTime}</p>}
      {canBeReminded && (
        <a class="btn pri wide docked" href={`/launch/${enrollmentId}#remind`}>
          {t.remind}
        </a>
      )}
      <a class={canBeReminded || launched ? 'btn wide' : 'btn wide docked'} href={`/launch/${enrollmentId}`}>
        {t.openLaunch}
      </a>
    </>
  )
}

/** The score among those of the week before it. */
export const PositionCard = ({ score, position }: Pick<ScoreProps, 'score'> & { position: Position }) => {
  const { position: t } = useWords(scoreWords)
  const language = useLanguage()
  const { below, size, bins } = position
  const share = findShare(position)
  const [before, figure, after] = t.higher(
    share === null ? formatNumber(below, language) : formatPercent(share, language),
    formatNumber(size, language),
  )
  return (
    <RailCard id="standing" title={t.title}>
      {bins && <Histogram bins={bins} own={score.aggregate} />}
      <p>
        {size < 2 ? (
          t.alone
        ) : (
          <>
            {before}
            <b>{figure}</b>
            {after}
          </>
        )}
      </p>
      {!score.draft && (
        <a class="more" href={`/compare?ids=${score.id}`}>
          {t.compare}
        </a>
      )}
    </RailCard>
  )
}

const binWidth = 5
const [width, height, step] = [288, 58, 14.5]

const Histogram = ({ bins, own }: { bins: number[]; own: number }) => {
  const { position: t } = useWords(scoreWords)
  const most = Math.max(...bins)
  const ownBin = Math.min(bins.length - 1, Math.floor(own / binWidth))
  return (
    <svg class="histogram" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.chart(bins.join(', '))}>
      {bins.map((count, at) => {
        const length = count === 0 ? 0 : Math.max(3, Math.round((count / most) * (height - 6)))
        const place = at === ownBin ? 'own' : 'other'
        return (
          <rect
            key={at}
            class={`${toScoreBand(at * binWidth)} ${place}`}
            x={at * step}
            y={height - 4 - length}
            width="11.5"
            height={length}
            rx="2"
          />
        )
      })}
      <path class="ground" d={`M0 ${height - 2.5}h${width}`} />
    </svg>
  )
}

/** What the creator's wallet launched before, and who says that it is the creator's. */
export const CreatorCard = ({
  score,
  creator,
  launches,
  standing,
  state,
}: Pick<ScoreProps, 'score' | 'creator' | 'launches' | 'standing' | 'state'>) => {
  const { creator: t } = useWords(scoreWords)
  const address = creator.creatorAddress
  const age = useWalletAge(score)
  const { creatorProof: proof = 'none' } = score
  return (
    <RailCard id="creator" title={t.title}>
      <CreatorLaunches {...launches} />
      <RailRow label={t.wallet}>
        <span class="mono" title={address}>
          {shortenHex(address)}
        </span>
        <CopyAddress address={address} />
        {isSignedStanding(standing) && <Signed isForContract={standing === 'bound' || standing === 'deployer'} />}
      </RailRow>
      {age && <RailRow label={t.walletAge}>{age}</RailRow>}
      {creator.totalEnrolled > 0 && <RailRow label={t.signedLaunches}>{useSignedCounts(creator)}</RailRow>}
      {!isSignedStanding(standing) && (
        <p class="text">{standing === 'unsigned' && proof !== 'none' ? t.proofs[proof] : t.standings[standing]}</p>
      )}
      {proof === 'none' && !state.isUnsigned && <p class="text">{t.signedSince}</p>}
      {standing === 'signed' && score.submission.contractAddress !== null && <p class="text">{t.notDeployer}</p>}
      <a class="more" href={`/creator/${address}`}>
        {t.profile}
      </a>
    </RailCard>
  )
}

/** `✓ signed`: of a wallet that has signed for the launch. */
export const Signed = ({ isForContract = false }: { isForContract?: boolean }) => {
  const t = useWords(scoreWords)
  return (
    <span class="signed">
      <Icon name="check" size={14} />
      {isForContract ? t.creator.signedFor : t.signed}
    </span>
  )
}

/** `4 green, 2 amber; 1 of them critical` */
function useSignedCounts({ bands, criticalCount }: ScoreProps['creator']): string {
  const t = useWords(creatorWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  const shown = bandNames.filter((band) => bands[band] > 0)
  const counts = shown.map((band) => t.ofBand(count(bands[band]), terms.bands[band].toLowerCase())).join(t.comma)
  return criticalCount > 0 ? t.critical(counts, count(criticalCount)) : counts
}

/** The wallet's age from the creator signal; undefined: it isn't known. */
function useWalletAge({ signals }: ScoreProps['score']): string | undefined {
  const words = useWords(factWords)
  const fact = signals['creator']?.facts?.find(({ code }) => code === 'wallet_age')
  return fact && words['age']?.(fact.values)
}

/** The token on an explorer and its chart: of a launched one, or one with a critical warning. */
export const LookUpCard = ({ score, outcome, state, chainId }: ScoreProps) => {
  const { lookUp: t } = useWords(scoreWords)
  const address = outcome.binding?.tokenAddress ?? score.submission.contractAddress
  const chain = outcome.binding?.chainId ?? chainId
  const href = address && explorerLink(chain, `token/${address}`)
  const explorer = explorerName(chain)
  const pool = outcome.followed?.pool
  const chart = pool ? chartLink(chain, pool) : undefined
  if (!href || !explorer || (outcome.launched === null && !isCriticalLead(state))) return null
  return (
    <RailCard id="look-up" title={t.title}>
      <a class="btn wide" href={href} target="_blank" rel="nofollow noopener noreferrer">
        <Icon name="external" size={14} />
        {t.contract(explorer)}
      </a>
      {chart && (
        <a class="btn wide" href={chart} target="_blank" rel="nofollow noopener noreferrer">
          <Icon name="bars" size={14} />
          {t.chart}
        </a>
      )}
    </RailCard>
  )
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

/** The records of the submission; nothing if there is only this one. */
export const HistoryCard = (props: ScoreProps) => {
  const { history: t } = useWords(scoreWords)
  const { score, replays, hasMoreReplays } = props
  if (replays.length < 2) return null
  return (
    <RailCard id="history" title={t.title}>
      <Records {...props} />
      {hasMoreReplays && (
        <a class="more" href={`/score/${score.id}?records=more#history`}>
          {t.more}
        </a>
      )}
    </RailCard>
  )
}

/** A menu with the way to another record of the same submission. */
const Again = ({ id: scoreId, aggregate }: ScoreProps['score']) => {
  const { history: t } = useWords(scoreWords)
  const same = t.same(formatScore(aggregate))
  return (
    <details class="again needs-script">
      <summary>{t.menu}</summary>
      <p class="text">{t.note}</p>
      <Island name="rescore" props={{ scoreId, aggregate, scoring: t.scoring, same }}>
        <button class="btn sm" type="button" data-waiting>
          {t.again}
        </button>
        <p class="text said" role="status" />
      </Island>
    </details>
  )
}

const Records = ({ score, replays, now }: ScoreProps) => {
  const { history: t } = useWords(scoreWords)
  const language = useLanguage()
  return (
    <ol class="history">
      {replays.map(({ id, aggregate, band, warnings, confidence, createdAt }) => (
        <li key={id} class={band} aria-current={id === score.id ? 'true' : undefined}>
          <span class="records">
            <b>{formatScore(aggregate)}</b>
            <LeadChip outcome={null} warnings={warnings} band={band} hasStubs={confidence === 'preliminary'} />
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
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The attestation of the score, how to verify it, and how to measure it again. */
export const ProofCard = ({ score, attestation, canPublish, canRescore, outcome }: ScoreProps) => {
  const { proof: t } = useWords(scoreWords)
  const published = attestation && attestation.status !== 'pending' ? attestation : null
  const waiting = attestation ? t.pending : findWaiting({ hasStubs: score.hasStubs, canPublish }, t)
  return (
    <RailCard id="proof" title={t.title}>
      {published ? <Attested {...published} launchedAt={outcome.launched?.at ?? null} /> : <p>{waiting}</p>}
      {published?.status === 'revoked' && <Revocation {...published} />}
      <Island name="verify" class="verify" props={{ scoreId: score.id }} />
      {canRescore && <Again {...score} />}
    </RailCard>
  )
}

const findWaiting = (
  { hasStubs, canPublish }: { hasStubs: boolean; canPublish: boolean },
  t: ScoreWords['proof'],
): string => {
  if (hasStubs) return t.onlyFinal
  return canPublish ? t.notYet : t.none
}

/** `✓ Recorded on Base before launch 0x4bc4…45eb` */
const Attested = ({
  status,
  txHash,
  chainId,
  publishedAt,
  launchedAt,
}: Attestation & { launchedAt: string | null }) => {
  const { proof: t } = useWords(scoreWords)
  const language = useLanguage()
  const isBefore = launchedAt !== null && publishedAt < launchedAt
  return (
    <p>
      {status === 'revoked' ? (
        <b class="revoked">{t.revoked}</b>
      ) : (
        <b class="signed" title={formatDateTime(publishedAt, language)}>
          <Icon name="check" size={14} />
          {t.recorded(findChainName(chainId))}
        </b>
      )}{' '}
      {isBefore && `${t.before} `}
      <span class="unseen">{t.transaction} </span>
      <Transaction txHash={txHash} chainId={chainId} />
    </p>
  )
}

const Transaction = ({ txHash, chainId }: Pick<Attestation, 'txHash' | 'chainId'>) => {
  const href = explorerLink(chainId, `tx/${txHash}`)
  const hash = (
    <span class="mono" title={txHash}>
      {shortenHex(txHash)}
    </span>
  )
  if (!href) return hash
  return (
    <a class="transaction" href={href} target="_blank" rel="nofollow noopener noreferrer">
      {hash} <Icon name="external" size={14} />
    </a>
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
