import { hydrate } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isCriticalLead } from '../../../../contract/lead.ts'
import type { CreatorProfile, LaunchItem } from '../../../../contract/schemas/ranking.ts'
import { askService } from '../../browser/ask.ts'
import { type KeptDraft, listDrafts } from '../../browser/tab-storage.ts'
import { EmptyCard } from '../../ui/cards.tsx'
import { LeadChip } from '../../ui/chips.tsx'
import { Picture } from '../../ui/picture.tsx'
import { formatDateTime, formatLocalDateTime, formatScore, shortenHex } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { myLaunchesWords } from '../../words/my-launches.ts'
import { walletWords } from '../../words/wallet.ts'
import { WalletChoice } from '../wallet/wallet-gate.tsx'
import { useWallets } from '../wallet/use-wallets.ts'

export const mount = (element: HTMLElement) => hydrate(<MyLaunches />, element)

/** The drafts of this tab, and the launches of the connected wallet. */
export function MyLaunches() {
  const t = useWords(walletWords)
  const wallets = useWallets()
  const { connected } = wallets
  const account = connected?.accounts[0]
  return (
    <>
      <Drafts />
      {connected && account !== undefined ? (
        <>
          <p class="wallet">
            {t.connected} <code class="mono">{shortenHex(account)}</code>{' '}
            <bdi class="muted">{connected.wallet.name ?? t.browserWallet}</bdi>
            <button class="btn sm" type="button" onClick={wallets.leave}>
              {t.change}
            </button>
          </p>
          <Launches key={account} account={account} />
        </>
      ) : (
        <section class="card connect">
          <WalletChoice wallets={wallets} />
        </section>
      )}
    </>
  )
}

function Drafts() {
  const t = useWords(myLaunchesWords)
  const [drafts, setDrafts] = useState<KeptDraft[]>([])
  useEffect(() => setDrafts(listDrafts()), [])
  if (drafts.length === 0) return null
  return (
    <section>
      <h2>{t.drafts}</h2>
      <p class="muted">{t.draftsNote}</p>
      <ul class="card rows">
        {drafts.map(({ id, name, symbol }) => (
          <li key={id}>
            <span class="names">
              <strong>
                <bdi>{name}</bdi>
              </strong>{' '}
              <bdi class="muted">${symbol}</bdi>
            </span>
            <a class="btn sm step" href={`/score/${id}`}>
              {t.openDraft}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Launches({ account }: { account: string }) {
  const t = useWords(myLaunchesWords)
  const [profile, setProfile] = useState<CreatorProfile | 'failed' | null>(null)
  const load = () => {
    setProfile(null)
    void askService<CreatorProfile>(`/api/v1/creator/${account}`).then((result) =>
      setProfile('body' in result ? result.body : 'failed'),
    )
  }
  useEffect(load, [account])
  if (profile === null) return <p role="status">{t.loading}</p>
  if (profile === 'failed')
    return (
      <EmptyCard
        title={t.failed}
        actions={
          <button class="btn" type="button" onClick={load}>
            {t.retry}
          </button>
        }
      />
    )
  return <Profile {...profile} />
}

const Profile = ({ creatorAddress, launches }: CreatorProfile) => {
  const t = useWords(myLaunchesWords)
  const score = (
    <a class="btn pri" href="/#score">
      {t.score}
    </a>
  )
  if (launches.length === 0) return <EmptyCard title={t.none} hint={t.noneHint} actions={score} />
  return (
    <section>
      <h2>{t.launches}</h2>
      <ul class="card rows">
        {launches.map((launch) => (
          <Launch key={launch.enrollmentId} {...launch} />
        ))}
      </ul>
      <p>
        <a href={`/creator/${creatorAddress}`}>{t.profile}</a>
      </p>
    </section>
  )
}

const Launch = (launch: LaunchItem) => {
  const { steps } = useWords(myLaunchesWords)
  const language = useLanguage()
  const { enrollmentId, scoreRequestId, name, symbol, aggregate, scheduledFor } = launch
  const step = findStep(launch)
  const href = step === 'happened' ? `/score/${scoreRequestId}` : `/launch/${enrollmentId}`
  return (
    <li>
      <Picture scoreId={scoreRequestId} side={44} isLazy />
      <span class="names">
        <a href={`/launch/${enrollmentId}`}>
          <bdi>{name}</bdi>
        </a>{' '}
        <bdi class="muted">${symbol}</bdi>
        {scheduledFor !== null && (
          <time class="muted" dateTime={scheduledFor} title={formatDateTime(scheduledFor, language)}>
            {formatLocalDateTime(scheduledFor, language)}
          </time>
        )}
      </span>
      <span class="total">{formatScore(aggregate)}</span>
      <span class="verdict">
        <LeadChip {...launch} />
      </span>
      <a class={step === 'share' ? 'btn sm step' : 'btn sm pri step'} href={href}>
        {steps[step]}
      </a>
    </li>
  )
}

type Step = keyof (typeof myLaunchesWords)['en']['steps']

/** What the creator can do next. */
function findStep(launch: LaunchItem): Step {
  const { outcome, scheduledFor } = launch
  if (outcome !== null || isCriticalLead(launch)) return 'happened'
  if (scheduledFor === null) return 'schedule'
  return Date.parse(scheduledFor) > Date.now() ? 'share' : 'token'
}
