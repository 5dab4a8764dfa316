import { useEffect } from 'preact/hooks'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { useWallets } from '../wallet/use-wallets.ts'

/** A button for each wallet of this browser, which fills in its address. */
export function WalletButtons({ onAddress }: { onAddress: (address: string) => void }) {
  const t = useWords(formWords)
  const { found = [], connected, asking, fault, choose } = useWallets()
  const address = connected?.accounts[0]
  useEffect(() => {
    if (address !== undefined) onAddress(address)
  }, [address])
  if (found.length === 0) return null
  return (
    <p class="wallet-buttons">
      {found.slice(0, 4).map((wallet) => (
        <button key={wallet.id} class="btn sm" type="button" disabled={asking !== null} onClick={() => choose(wallet)}>
          <bdi>{t.useWallet(wallet.name)}</bdi>
        </button>
      ))}
      <span class="small muted" role="status">
        {asking ? t.askingWallet : fault}
      </span>
    </p>
  )
}
