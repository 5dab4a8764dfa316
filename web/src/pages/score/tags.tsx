import type { ScoreProps } from '../../props/score.ts'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatAge, formatDateTime } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'
import { shareWords } from '../../words/share.ts'

const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** The chain, the contract, the creator and the age of a score. */
export const Tags = ({ score, chainId, standing, now }: ScoreProps) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  const { contractAddress, creatorAddress } = score.submission
  return (
    <ul class="tags">
      <li>{chainName(chainId)}</li>
      {contractAddress && <Contract address={contractAddress} chainId={chainId} />}
      <li>
        {t.by}{' '}
        <a class="mono" href={`/creator/${creatorAddress}`} title={creatorAddress}>
          {shorten(creatorAddress)}
        </a>
        {standing !== 'unsigned' && (
          <span class="signed">
            <Icon name="check" size={14} />
            {t.signed}
          </span>
        )}
      </li>
      <li>
        <time dateTime={score.createdAt} title={formatDateTime(score.createdAt, language)}>
          {formatAge(score.createdAt, now, language)}
        </time>
      </li>
    </ul>
  )
}

const Contract = ({ address, chainId }: { address: string; chainId: number }) => {
  const t = useWords(scoreWords)
  const { copy } = useWords(shareWords)
  const href = explorerLink(chainId, `token/${address}`)
  return (
    <li>
      <span class="unseen">{t.contract} </span>
      <span class="mono" title={address}>
        {shorten(address)}
      </span>
      <button
        class="icon-button needs-script"
        type="button"
        data-waiting
        data-copy={address}
        aria-label={`${copy} ${address}`}
      >
        <Icon name="copy" size={14} />
      </button>
      {href && (
        <a
          class="icon-button"
          href={href}
          target="_blank"
          rel="nofollow noopener noreferrer"
          aria-label={t.onExplorer(chainName(chainId))}
        >
          <Icon name="external" size={14} />
        </a>
      )}
    </li>
  )
}
