import { CopyButton } from './command.tsx'

/** An address in short, the whole of it to be copied or read by machines. */
export const Address = ({ address, href }: { address: string; href?: string }) => {
  const short = (
    <code class="address" title={address}>
      <span class="unseen">{address}</span>
      <span aria-hidden="true">{`${address.slice(0, 6)}…${address.slice(-4)}`}</span>
    </code>
  )
  return (
    <span class="with-copy">
      {href ? <a href={href}>{short}</a> : short}
      <CopyButton text={address} label="Copy" what="the address" />
    </span>
  )
}
