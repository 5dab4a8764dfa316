import type { ComponentChildren } from 'preact'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.ts'
import { shortenHex } from '../words/formats.ts'
import { outcomeWords } from '../words/outcome.ts'
import { explorerLink } from './chains.ts'

/** A link to another site, whose address may come from users. */
export const OutsideLink = ({
  href,
  class: name,
  title,
  children,
}: {
  href: string
  class?: string
  title?: string
  children: ComponentChildren
}) => (
  <a class={name} href={href} title={title} target="_blank" rel="nofollow noopener noreferrer">
    {children}
    <span class="unseen"> {useWords(frameWords).opensAnotherSite}</span>
  </a>
)

/** A transaction on the explorer of its chain, or its hash where no explorer is known. */
export const TransactionLink = ({ hash, chainId }: { hash: string; chainId: number }) => {
  const t = useWords(outcomeWords)
  const href = explorerLink(chainId, `tx/${hash}`)
  const short = <code title={hash}>{shortenHex(hash)}</code>
  return (
    <span class="transaction">
      ({t.transaction} {href ? <OutsideLink href={href}>{short}</OutsideLink> : short})
    </span>
  )
}

/** An address with a query. Parameters that are null are left out. */
export function withQuery(path: string, choices: Record<string, string | number | null>): string {
  const made = Object.entries(choices).filter(([, value]) => value !== null)
  const query = new URLSearchParams(made.map(([name, value]) => [name, String(value)]))
  return made.length > 0 ? `${path}?${query}` : path
}
