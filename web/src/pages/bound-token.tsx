import { Time } from './time.tsx'
import type { ComponentChildren } from 'preact'
import type { Followed } from '../../../contract/launch-outcome.ts'
import type { TokenBinding } from '../../../contract/schemas/token.ts'
import { bindTokenWords } from '../words/bind-token.ts'
import { Address } from '../ui/address.tsx'
import { useWords } from '../words/language.ts'
import { outcomeWords } from '../words/outcome.ts'
import { TransactionLink } from '../ui/links.tsx'

interface BoundTokenProps {
  binding: TokenBinding
  followed: Followed | null
  /** Its contract doesn't matter any more. */
  isOver: boolean
}

/** The token, whether it counts, and what proves who made it. */
export const BoundToken = ({ binding, followed, isOver }: BoundTokenProps) => {
  const t = useWords(outcomeWords)
  const { tokenAddress, chainId, name, symbol, venue, createdAt, curve, venueGraduatedAt, successor } = binding
  const untilTraded = curve ? t.onCurve : t.noMarket
  const { tokenFacts } = useWords(bindTokenWords)
  if (binding.state === 'corrected') return <p>{t.states.corrected}</p>
  return (
    <>
      {!isOver && <OwnWords {...binding} />}
      <p>
        {useBindingState(binding)} {binding.counts && binding.anchored && t.anchored}
      </p>
      <details class="bound-token">
        <summary>{tokenFacts}</summary>
        <dl class="facts">
          <Fact name={t.token}>
            {name !== null && (
              <>
                <bdi>{name}</bdi> {symbol !== null && <bdi class="muted">${symbol}</bdi>}{' '}
              </>
            )}
            <Address address={tokenAddress} kind="contract" chainId={chainId} />
          </Fact>
          {venue !== null && <Fact name={t.venue}>{findVenueName(venue)}</Fact>}
          {createdAt !== null && (
            <Fact name={t.created}>
              <Time at={createdAt} />
            </Fact>
          )}
          {venueGraduatedAt !== null && (
            <Fact name={t.venueGraduated}>
              <Time at={venueGraduatedAt} />{' '}
              {successor !== null && (
                <>
                  {t.successor} <Address address={successor.tokenAddress} kind="contract" chainId={chainId} />{' '}
                  <TransactionLink hash={successor.txHash} chainId={chainId} />
                </>
              )}
            </Fact>
          )}
          {followed && (
            <Fact name={t.trading}>
              {followed.tradingSince ? (
                <Time at={followed.tradingSince} />
              ) : (
                <span class="muted">{followed.isUntraded ? t.untraded : untilTraded}</span>
              )}
            </Fact>
          )}
        </dl>
        <Proofs {...binding} />
      </details>
    </>
  )
}

/** What the score can't say about the token: its own name, and whether its contract was examined. */
export const OwnWords = ({ state, name, symbol, nameDiffers, examinedBy }: OwnWordsProps) => {
  const t = useWords(outcomeWords)
  if (state !== 'proven') return null
  return (
    <>
      {nameDiffers && (
        <p class="notice">{t.otherName([name, symbol !== null && `($${symbol})`].filter(Boolean).join(' '))}</p>
      )}
      {examinedBy === null ? (
        <p class="notice">{t.notExamined}</p>
      ) : (
        <p class="muted">
          {t.examined} <a href={`/score/${examinedBy}`}>{t.seeScore}</a>
        </p>
      )}
    </>
  )
}

type OwnWordsProps = Pick<TokenBinding, 'state' | 'name' | 'symbol' | 'nameDiffers' | 'examinedBy'>

function useBindingState({ state, reason, population }: TokenBinding): string {
  const t = useWords(outcomeWords)
  if (state !== 'proven') return t.states[state]
  return reason === null ? t.counted[population ?? 'observed'] : t.notCounted[reason]
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Proofs = ({ proofs, chainId }: TokenBinding) => {
  const t = useWords(outcomeWords)
  if (proofs.length === 0) return null
  return (
    <div class="part">
      <h3>{t.proofs}</h3>
      <ul>
        {proofs.map(({ kind, txHash, call }) => (
          <li key={kind}>
            {t.proofKinds[kind]}
            {call !== null && (
              <>
                {' '}
                <code>{call}</code>
              </>
            )}
            {txHash !== null && (
              <>
                {' '}
                <TransactionLink hash={txHash} chainId={chainId} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const names: Record<string, string> = {
  clanker: 'Clanker',
  'clanker-v3.0': 'Clanker v3.0',
  'clanker-v3.1': 'Clanker v3.1',
  virtuals: 'Virtuals',
  zora: 'Zora',
}

/** The name that a launchpad gives itself; its id where the name isn't known. */
export const findVenueName = (venue: string): string => names[venue] ?? venue
