import { useEffect, useState } from 'preact/hooks'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { type Wallet, watchWallets } from '../wallet/discover.ts'
import { connect, listOpened } from '../wallet/sign.ts'
import type { Connected } from '../wallet/use-wallets.ts'

interface WalletButtonsProps {
  onAddress: (address: string) => void
  /** A wallet is open to this page: chosen here, or opened to this site before. */
  onOpened: (connected: Connected) => void
}

/** A button for each wallet of this browser, which fills in its address. */
export function WalletButtons({ onAddress, onOpened }: WalletButtonsProps) {
  const t = useWords(formWords)
  const [found, setFound] = useState<Wallet[]>([])
  const [said, setSaid] = useState('')
  useEffect(() => watchWallets(setFound), [])
  useEffect(() => {
    for (const wallet of found)
      listOpened(wallet.provider).then(
        (accounts) => onOpened({ wallet, accounts }),
        () => {},
      )
  }, [found])
  if (found.length === 0) return null
  const choose = async (wallet: Wallet) => {
    setSaid(t.askingWallet)
    const accounts = await connect(wallet.provider).catch(() => [])
    const [address] = accounts
    setSaid(address === undefined ? t.noAddress : '')
    if (address === undefined) return
    onOpened({ wallet, accounts })
    onAddress(address)
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
