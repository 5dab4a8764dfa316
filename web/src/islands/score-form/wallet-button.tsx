import { useEffect, useState } from 'preact/hooks'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { type Wallet, watchWallets } from '../wallet/discover.ts'
import { connect } from '../wallet/sign.ts'

/** A button for each wallet of this browser, which fills in its address. */
export function WalletButtons({ onAddress }: { onAddress: (address: string) => void }) {
  const t = useWords(formWords)
  const [found, setFound] = useState<Wallet[]>([])
  const [said, setSaid] = useState('')
  useEffect(() => watchWallets(setFound), [])
  if (found.length === 0) return null
  const choose = async ({ provider }: Wallet) => {
    setSaid(t.askingWallet)
    const [address] = await connect(provider).catch(() => [])
    setSaid(address === undefined ? t.noAddress : '')
    if (address !== undefined) onAddress(address)
  }
  return (
    <p class="wallet-buttons">
      {found.slice(0, 4).map((wallet) => (
        <button key={wallet.id} class="btn sm" type="button" onClick={() => void choose(wallet)}>
          <bdi>{t.useWallet(wallet.name)}</bdi>
        </button>
      ))}
      <span class="small muted" role="status">
        {said}
      </span>
    </p>
  )
}
