import type { Attestation } from '../../../../contract/schemas/attestation.ts'
import type { ScoreProps } from '../../../../contract/props/score.ts'
import type { Site } from '../../../../contract/props/site.ts'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { Command } from '../../ui/command.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Island } from '../../ui/island.tsx'
import { RailCard, RailRow } from '../../ui/rail-card.tsx'
import { formatDateTime, shortenHex } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'

/** Where the score stands on the chain, and how anybody checks it. */
export const ProofCard = (props: ScoreProps & { site: Site }) => {
  const { proof: t } = useWords(scoreWords)
  const { score, attestation, chainId, digest, site } = props
  const published = attestation && attestation.status !== 'pending' ? attestation : null
  return (
    <RailCard id="proof" title={t.title}>
      <RailRow label={t.on(chainName(published?.chainId ?? chainId))}>
        {published ? <Attested {...published} /> : <NotAttested {...props} />}
      </RailRow>
      {published?.status === 'revoked' && <Revocation {...published} />}
      <RailRow label={t.record}>
        <span class="mono" title={digest}>
          {shortenHex(digest)}
        </span>
      </RailRow>
      <p class="text">{t.lead}</p>
      <Island name="verify" class="verify" props={{ scoreId: score.id }} />
      <details class="terminal">
        <summary>{t.terminal}</summary>
        <Command text={`npx @launchscore/verify ${site.url}/score/${score.id}`} what={t.terminal} />
      </details>
    </RailCard>
  )
}

const NotAttested = ({ attestation, score, canPublish }: ScoreProps) => {
  const { proof: t } = useWords(scoreWords)
  if (attestation) return <>{t.pending}</>
  if (score.hasStubs) return <>{t.onlyFinal}</>
  return <>{canPublish ? t.notYet : t.none}</>
}

const Attested = ({ status, txHash, chainId, publishedAt }: Attestation) => {
  const { proof: t } = useWords(scoreWords)
  const language = useLanguage()
  const href = explorerLink(chainId, `tx/${txHash}`)
  const hash = (
    <span class="mono" title={txHash}>
      {shortenHex(txHash)}
    </span>
  )
  return (
    <>
      {status === 'revoked' ? (
        <span class="revoked">{t.revoked}</span>
      ) : (
        <span class="attested" title={formatDateTime(publishedAt, language)}>
          <Icon name="check" size={14} />
          {t.attested}
        </span>
      )}
      {href ? (
        <a href={href} target="_blank" rel="nofollow noopener noreferrer">
          <span class="unseen">{t.transaction} </span>
          {hash}
          <Icon name="external" size={14} />
        </a>
      ) : (
        hash
      )}
    </>
  )
}

const Revocation = ({ revokedAt, revocationReason }: Attestation) => {
  const { proof: t } = useWords(scoreWords)
  const language = useLanguage()
  return (
    <p class="revocation">
      {t.revoked}
      {revokedAt && `, ${formatDateTime(revokedAt, language)}`}
      {revocationReason && (
        <>
          : <bdi lang="en">{revocationReason}</bdi>
        </>
      )}
    </p>
  )
}
