import { CopyButton } from './command.tsx'

interface AddressProps {
  address: string
  href?: string
  /** Without a button that copies it. */
  isBare?: boolean
}

/** An address in short, the whole of it to be copied or read by machines. */
export const Address = ({ address, href, isBare }: AddressProps) => {
  const short = (
    <code class="address" title={address}>
      <span class="unseen">{address}</span>
      <span aria-hidden="true">{`${address.slice(0, 6)}…${address.slice(-4)}`}</span>
    </code>
  )
  const shown = href ? <a href={href}>{short}</a> : short
  if (isBare) return shown
  return (
    <span class="with-copy">
      {shown}
      <CopyButton text={address} label="Copy" what="the address" />
    </span>
  )
}
