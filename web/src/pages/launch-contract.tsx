import type { LaunchProps } from '../../../contract/props/launch.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import type { TokenBinding } from '../../../contract/schemas/token.ts'
import { chartLink, exchangeLink, explorerLink, explorerName } from '../ui/chains.ts'
import { Icon } from '../ui/icon.tsx'
import { OutsideLink } from '../ui/links.tsx'
import { useWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { findVenueName } from './bound-token.tsx'

interface Contract {
  address: string
  chainId: number
  /** null: nothing proves that it is the launch's token. */
  confirmation: TokenBinding | null
}

/**
 * The contract that the page may name. Before the launch, a submitted one that nobody confirmed is only named if there is a
 * warning about it.
 */
export function findContract({ launch, outcome, phase, state, chainId }: LaunchProps): Contract | null {
  const { binding } = outcome
  if (binding && isConfirmed(binding))
    return { address: binding.tokenAddress, chainId: binding.chainId, confirmation: binding }
  if (binding?.state === 'pending')
    return { address: binding.tokenAddress, chainId: binding.chainId, confirmation: null }
  const { contractAddress } = launch.score.submission
  const isTimeOver = phase === 'live' || phase === 'passed'
  if (!contractAddress || !(isTimeOver || isCriticalLead(state))) return null
  return { address: contractAddress, chainId, confirmation: null }
}

/** A launchpad's word alone is no consent of the wallet (D105). */
const isConfirmed = ({ state, reason }: TokenBinding): boolean => state === 'proven' && reason !== 'named_unsigned'

/** The contract to copy, and what confirms it. */
export const ContractPlace = (props: LaunchProps) => {
  const t = useWords(launchWords)
  const contract = findContract(props)
  const isWarned = isCriticalLead(props.state)
  const isTimeOver = props.phase === 'live' || props.phase === 'passed'
  if (contract === null) {
    if (!isTimeOver || isWarned) return null
    return (
      <div class="unconfirmed">
        <p class="caution">
          <b>{t.unconfirmed}</b> {t.anyGuess}
        </p>
        {props.outcome.observing && <p class="muted meta">{t.watching}</p>}
      </div>
    )
  }
  const { address, chainId, confirmation } = contract
  return (
    <>
      <div class="contract">
        <code>{address}</code>
        <button
          class="btn ico needs-script"
          type="button"
          aria-label={t.copyContract}
          title={t.copyContract}
          data-waiting
          data-copy={address}
        >
          <Icon name="copy" />
        </button>
      </div>
      {confirmation && !isWarned && <Confirmation {...confirmation} />}
      {!confirmation && !isWarned && (
        <p class="caution">
          <b>{t.unconfirmed}</b> {t.dontBuy}
        </p>
      )}
      <p class="outside">
        <Explorer address={address} chainId={chainId} />
        {isWarned && <Chart {...props} chainId={chainId} />}
      </p>
    </>
  )
}

/** By what the creator signed, else by the transaction that made the token. */
const Confirmation = ({ proofs, venue, chainId }: TokenBinding) => {
  const t = useWords(launchWords)
  const made = proofs.find(({ kind, txHash }) => kind !== 'signature' && kind !== 'rights' && txHash !== null)
  const isSigned = proofs.some(({ kind }) => kind === 'signature')
  if (!made && isSigned) return <p class="confirmed">✓ {t.confirmed}</p>
  const text = venue === null ? t.byWallet : t.via(findVenueName(venue))
  const href = made && explorerLink(chainId, `tx/${made.txHash ?? ''}`)
  return <p class="confirmed">✓ {href ? <OutsideLink href={href}>{text} ↗</OutsideLink> : text}</p>
}

const Explorer = ({ address, chainId }: { address: string; chainId: number }) => {
  const href = explorerLink(chainId, `address/${address}`)
  const name = explorerName(chainId)
  return href && name ? <OutsideLink href={href}>{name} ↗</OutsideLink> : null
}

const Chart = ({ outcome, chainId }: Pick<LaunchProps, 'outcome' | 'chainId'>) => {
  const t = useWords(launchWords)
  const pool = outcome.followed?.pool
  const href = pool ? chartLink(chainId, pool) : undefined
  return href ? <OutsideLink href={href}>{t.chart} ↗</OutsideLink> : null
}

/** Where the token is traded, if its pool was seen and nothing warns of it; on a phone always something to do. */
export const MarketLinks = (props: LaunchProps) => {
  const t = useWords(launchWords)
  const { launch, outcome } = props
  const contract = findContract(props)
  const links = contract?.confirmation ? findMarket(outcome, contract.chainId) : null
  if (!links)
    return (
      <div class="bottom-bar phone-only">
        <a class="btn" href={`/score/${launch.score.id}`}>
          {t.score}
        </a>
        <a class="btn pri" href="#share">
          {t.share}
        </a>
      </div>
    )
  return (
    <div class="bottom-bar">
      {links.exchange && (
        <OutsideLink class="btn pri" href={links.exchange.href}>
          {t.buyOn(links.exchange.name)} <Icon name="external" size={14} />
        </OutsideLink>
      )}
      {links.chart && (
        <OutsideLink class={links.exchange ? 'btn' : 'btn pri'} href={links.chart}>
          <Icon name="bars" /> {t.chart}
        </OutsideLink>
      )}
    </div>
  )
}

function findMarket({ followed }: LaunchProps['outcome'], chainId: number) {
  const last = followed?.observations.at(-1)
  if (!followed?.pool || last?.state !== 'seen') return null
  const exchange = last.cannotSell ? undefined : exchangeLink(chainId, followed.pool)
  const chart = chartLink(chainId, followed.pool)
  return exchange || chart ? { exchange, chart } : null
}

/** Where the contract will stand. */
export const NoContract = ({ outcome: { observing } }: LaunchProps) => {
  const t = useWords(launchWords)
  return (
    <section class="card box" aria-labelledby="contract">
      <h2 id="contract" class="with-icon">
        <Icon name="lock" />
        {t.noContract}
      </h2>
      <p class="muted">
        {t.noContractNote} {observing && t.watching}
      </p>
    </section>
  )
}
