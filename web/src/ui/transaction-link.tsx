import { explorerLink } from './chains.ts'
import { OutsideLink } from './outside-link.tsx'
import { shortenHex } from '../words/formats.ts'
import { useWords } from '../words/language.ts'
import { outcomeWords } from '../words/outcome.ts'

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
