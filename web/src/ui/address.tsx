import { addressWords } from '../words/address.ts'
import { shortenHex } from '../words/formats.ts'
import { useWords } from '../words/language.ts'
import { findChainName } from '../../../contract/chains.ts'
import { explorerLink, tokenPath } from './chains.ts'
import { Icon } from './icon.tsx'

interface AddressProps {
  address: string
  /** Whose profile it leads to: that of a creator, that of a token, or none. */
  kind?: 'wallet' | 'contract' | 'none'
  /** Adds a link to the explorer, if one is known for the chain. */
  chainId?: number
  /** All of its digits. */
  isWhole?: boolean
  /** Without buttons, and without a link unless `href` is given: for rows that are a link themselves. */
  isBare?: boolean
  href?: string
}

/** An address: short, with a link to its profile, a button that copies it, and a link to the explorer. */
export function Address({ address, kind = 'wallet', chainId, isWhole = false, isBare = false, href }: AddressProps) {
  const shown = isWhole ? <code>{address}</code> : <ShortAddress address={address} />
  if (isBare) return <span class="address-part">{href === undefined ? shown : <a href={href}>{shown}</a>}</span>
  return (
    <span class="address-part">
      {kind === 'none' ? shown : <a href={profiles[kind](address, chainId)}>{shown}</a>}
      <CopyAddress address={address} />
      {chainId !== undefined && <ExplorerLink address={address} chainId={chainId} />}
    </span>
  )
}

const profiles = {
  wallet: (address: string) => `/creator/${address}`,
  contract: tokenPath,
}

const ShortAddress = ({ address }: { address: string }) => (
  <code title={address}>
    <span class="unseen">{address}</span>
    <span aria-hidden="true">{shortenHex(address)}</span>
  </code>
)

function CopyAddress({ address }: { address: string }) {
  const t = useWords(addressWords)
  return (
    <button class="act needs-script" type="button" aria-label={t.copy} title={t.copy} data-waiting data-copy={address}>
      <Icon name="copy" size={14} />
    </button>
  )
}

function ExplorerLink({ address, chainId }: { address: string; chainId: number }) {
  const t = useWords(addressWords)
  const href = explorerLink(chainId, `address/${address}`)
  if (href === undefined) return null
  const title = t.explorer(findChainName(chainId))
  return (
    <a class="act" href={href} target="_blank" rel="nofollow noopener noreferrer" aria-label={title} title={title}>
      <Icon name="external" size={14} />
    </a>
  )
}
