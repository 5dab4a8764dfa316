import { useState } from 'preact/hooks'
import { BusyButton } from '../busy-button.tsx'
import type { NamedTokens } from '../../../../contract/schemas/token.ts'
import { bindTokenWords } from '../../words/bind-token.ts'
import { useWords } from '../../words/language.ts'
import { FaultNote } from '../wallet/gate-parts.tsx'
import type { Fault } from '../wallet/sign.ts'
import type { Sign } from '../wallet/wallet-gate.tsx'
import { bind, deny, listNamed } from './bind.ts'

interface OwnTokensProps {
  enrollmentId: string
  creatorAddress: string
  boundToken: string | null
  isSettled: boolean
  sign: Sign
}

type NamedToken = NamedTokens['tokens'][number]

/** What the connected wallet can say about tokens: that the bound one isn't its own, and that one which names it is or isn't. */
export function OwnTokens({ boundToken, isSettled, sign, ...launch }: OwnTokensProps) {
  const t = useWords(bindTokenWords)
  const [named, setNamed] = useState<NamedToken[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const run = (work: () => Promise<Fault | null>) => {
    setBusy(true)
    setFault(null)
    void work().then((failed) => {
      setBusy(false)
      setFault(failed)
    })
  }
  const find = async () => {
    const found = await listNamed({ ...launch, sign })
    if ('fault' in found) return found.fault
    setNamed(found.tokens)
    return null
  }
  const claim = async (tokenAddress: string) => {
    const ended = await bind({ ...launch, sign, values: { tokenAddress, creationTx: '' } })
    return reload(ended && (ended.fault ?? Object.values(ended.faults)[0] ?? null))
  }
  const refuse = async (tokenAddress: string) => reload(await deny({ ...launch, sign, tokenAddress }))
  return (
    <div class="own-tokens">
      {boundToken !== null && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => run(() => refuse(boundToken))}>
            {t.notMine}
          </BusyButton>{' '}
          <span class="muted meta">{t.denialIsFinal}</span>
        </p>
      )}
      {!isSettled && named === null && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => run(find)}>
            {t.findNamed}
          </BusyButton>{' '}
          <span class="muted meta">{t.namedNote}</span>
        </p>
      )}
      {named !== null && (
        <div role="status">
          <p>{named.length === 0 ? t.noneNamed : t.named}</p>
          <ul>
            {named.map(({ tokenAddress, name, symbol }) => (
              <li key={tokenAddress}>
                <bdi>{name}</bdi> {symbol !== null && <bdi class="muted">${symbol}</bdi>} <code>{tokenAddress}</code>{' '}
                <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => run(() => claim(tokenAddress))}>
                  {t.mine}
                </BusyButton>{' '}
                <BusyButton
                  class="btn sm"
                  type="button"
                  isBusy={isBusy}
                  onClick={() => run(() => refuse(tokenAddress))}
                >
                  {t.notMine}
                </BusyButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      <FaultNote fault={fault} />
    </div>
  )
}

function reload(failed: Fault | null): Fault | null {
  if (failed === null) location.reload()
  return failed
}
