import type { Attestation, ScoreProps, Site } from '../../pages.ts'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { Command } from '../../ui/command.tsx'
import { Island } from '../../ui/island.tsx'
import { Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Time } from '../../ui/time.tsx'

/** Where the score stands on the chain, and how anybody checks it. */
export const AttestationSection = ({ score, attestation, chainId, canPublish, site }: ScoreProps & { site: Site }) => (
  <Section id="attestation" title="Proof" note="Check it yourself: the number doesn’t rest on our word alone.">
    <State {...{ attestation, score, chainId, canPublish }} />
    <Island name="verify" class="verify" props={{ scoreId: score.id }} />
    <p>From a terminal, asking a node of your own:</p>
    <Command text={`launchscore score verify ${site.url}/score/${score.id}`} what="the command" />
  </Section>
)

const State = ({
  attestation,
  score,
  chainId,
  canPublish,
}: Pick<ScoreProps, 'attestation' | 'score' | 'chainId' | 'canPublish'>) => {
  if (attestation?.status === 'pending') return <p>An attestation is on its way to {chainName(chainId)}.</p>
  if (attestation) return <Published {...attestation} />
  if (score.hasStubs) return <p>Not on a chain: only a final score can be attested.</p>
  return <p>{canPublish ? `Not on ${chainName(chainId)} yet.` : 'Not on a chain: this deployment attests nothing.'}</p>
}

const Published = ({ status, txHash, chainId, digest, attester, publishedAt, revokedAt, ...more }: Attestation) => {
  const transaction = explorerLink(chainId, `tx/${txHash}`)
  return (
    <>
      {status === 'revoked' && revokedAt && (
        <Notice kind="warning" title="This attestation was revoked">
          <Time at={revokedAt} />
          {more.revocationReason && (
            <>
              : <bdi>{more.revocationReason}</bdi>
            </>
          )}
        </Notice>
      )}
      <dl class="facts">
        <div>
          <dt>Attested</dt>
          <dd>
            On {chainName(chainId)}, <Time at={publishedAt} />
          </dd>
        </div>
        <div>
          <dt>Digest</dt>
          <dd class="long">
            <code>{digest}</code>
          </dd>
        </div>
        <div>
          <dt>Attester</dt>
          <dd class="long">
            <code>{attester}</code>
          </dd>
        </div>
        <div>
          <dt>Transaction</dt>
          <dd class="long">
            {transaction ? (
              <OutsideLink href={transaction}>
                <code>{txHash}</code>
              </OutsideLink>
            ) : (
              <code>{txHash}</code>
            )}
          </dd>
        </div>
      </dl>
    </>
  )
}
