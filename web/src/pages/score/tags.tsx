import type { ScoreProps } from '../../../../contract/props/score.ts'
import { isSignedStanding } from '../../../../contract/standing.ts'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatAge, formatDateTime, shortenHex } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'
import { CopyAddress } from './copy-address.tsx'

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
          {shortenHex(creatorAddress)}
        </a>
        {isSignedStanding(standing) && (
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
  const href = explorerLink(chainId, `token/${address}`)
  return (
    <li>
      <span class="unseen">{t.contract} </span>
      <span class="mono" title={address}>
        {shortenHex(address)}
      </span>
      <CopyAddress address={address} />
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
