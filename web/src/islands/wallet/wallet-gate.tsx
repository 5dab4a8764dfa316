import type { ComponentChildren, VNode } from 'preact'
import { Notice } from '../../ui/notice.tsx'
import type { Wallet } from './discover.ts'
import { signText } from './sign.ts'
import { type Connected, type Wallets, useWallets } from './use-wallets.ts'

/** Signs a text by the expected account. Throws what the wallet throws. */
export type Sign = (text: string) => Promise<string>

interface GateProps {
  /** The address that has to sign. */
  expected: string
  /** What only this address can do: `enroll this score`. */
  purpose: string
  children: (sign: Sign) => ComponentChildren
}

/** Shows what is behind it to whoever connects the wallet that has to sign, and leads everybody else there. */
export function WalletGate({ expected, purpose, children }: GateProps) {
  const wallets = useWallets()
  const { connected } = wallets
  const account = connected?.accounts.find((one) => one === expected.toLowerCase())
  if (!connected) return <Choice wallets={wallets} />
  if (!account) return <WrongAccount {...{ wallets, connected, expected, purpose }} />
  return (
    <>
      <p class="connected">
        <span>
          Connected: <Short address={expected} />, <bdi>{connected.wallet.name}</bdi>
        </span>
        <button class="quiet" type="button" onClick={wallets.leave}>
          Change
        </button>
      </p>
      {children((text) => signText(connected.wallet.provider, account, text))}
    </>
  )
}

const Choice = ({ wallets }: { wallets: Wallets }) => (
  <div class="wallets" role="group" aria-label="Wallet">
    {renderChoice(wallets)}
    <Fault words={wallets.fault} />
  </div>
)

function renderChoice({ found, asking, choose }: Wallets): VNode {
  if (!found) return <p role="status">Looking for wallets …</p>
  if (found.length === 0) return <NoWallet />
  const [only] = found
  return (
    <>
      <p>
        {found.length === 1 ? 'It has to sign, so connect it first.' : 'Several wallets are here. Which one is it?'}
      </p>
      <ul class="wallet-list">
        {found.map((wallet) => (
          <li key={wallet.id}>
            <button
              class={found.length === 1 && wallet === only ? 'button' : 'button secondary'}
              type="button"
              disabled={asking !== null}
              onClick={() => choose(wallet)}
            >
              Connect <bdi>{wallet.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {asking && <Asking wallet={asking} />}
    </>
  )
}

export const Asking = ({ wallet }: { wallet?: Wallet }) => (
  <p class="note" role="status">
    Answer in {wallet ? <bdi>{wallet.name}</bdi> : 'your wallet'} …
  </p>
)

const NoWallet = () => (
  <Notice kind="pending" title="There is no wallet in this browser">
    Install one as an extension, or open this page in the browser that your wallet app brings along. It is noticed as
    soon as it is there. The same can be done with the API.
  </Notice>
)

interface WrongProps extends Pick<GateProps, 'expected' | 'purpose'> {
  wallets: Wallets
  connected: Connected
}

const WrongAccount = ({ wallets, connected, expected, purpose }: WrongProps) => (
  <div class="wallets">
    <Notice kind="warning" title="This is another account">
      Only <Short address={expected} /> can {purpose}. <bdi>{connected.wallet.name}</bdi> shows{' '}
      <Short address={connected.accounts[0] ?? ''} />.
    </Notice>
    <p class="actions">
      <button class="button" type="button" disabled={wallets.asking !== null} onClick={wallets.chooseAccount}>
        Choose another account
      </button>
      <button class="button secondary" type="button" onClick={wallets.leave}>
        Another wallet
      </button>
    </p>
    {wallets.asking && <Asking wallet={wallets.asking} />}
    <Fault words={wallets.fault} />
  </div>
)

/** Says it at once to those who hear the page. */
export const Fault = ({ words, title = 'It did not work' }: { words: string | null; title?: string }) => (
  <div role="alert">
    {words && (
      <Notice kind="fault" title={title}>
        {words}
      </Notice>
    )}
  </div>
)

const Short = ({ address }: { address: string }) => (
  <code class="address" title={address}>{`${address.slice(0, 6)}…${address.slice(-4)}`}</code>
)
