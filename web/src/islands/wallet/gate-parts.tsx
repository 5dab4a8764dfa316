import { shortenHex } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { walletWords } from '../../words/wallet.ts'
import type { Wallet } from './discover.ts'
import type { Fault } from './sign.ts'

export const Asking = ({ wallet }: { wallet?: Wallet }) => {
  const t = useWords(walletWords)
  return (
    <p class="muted meta" role="status">
      <bdi>{t.answer(wallet?.name ?? t.yourWallet)}</bdi>
    </p>
  )
}

/** Says it at once to those who listen to the page. */
export const FaultNote = ({ fault, title }: { fault: Fault | null; title?: string }) => {
  const t = useWords(walletWords)
  return (
    <div class="fault-place" role="alert">
      {fault && (
        <div class="problem">
          <p class="title">{title ?? t.failed}</p>
          {fault.words && <p>{fault.words}</p>}
          {fault.english && <p lang="en">{fault.english}</p>}
        </div>
      )}
    </div>
  )
}

export const Short = ({ address }: { address: string }) => (
  <code class="mono" title={address}>
    {shortenHex(address)}
  </code>
)
