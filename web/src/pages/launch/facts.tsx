import type { LaunchProps } from '../../pages.ts'
import { Address } from '../../ui/address.tsx'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { Section } from '../../ui/layout.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'

/** What is known of the launch beside its creator's words. */
export const FactsSection = ({ launch, chainId }: LaunchProps) => {
  const { enrollment, score, attendance } = launch
  const { xHandle, contractAddress } = score.submission
  return (
    <Section id="facts" title="The facts" note="What was submitted for the score, and what is counted here.">
      <dl class="facts">
        <div>
          <dt>Creator</dt>
          <dd>
            <Address address={enrollment.creatorAddress} />
          </dd>
        </div>
        <div>
          <dt>Handle given</dt>
          <dd>
            <OutsideLink href={`https://x.com/${encodeURIComponent(xHandle.slice(1))}`}>{xHandle}</OutsideLink>
          </dd>
        </div>
        <div>
          <dt>Contract</dt>
          <dd class="long">
            {contractAddress ? (
              <Contract address={contractAddress} chainId={chainId} />
            ) : (
              'None was named for the score'
            )}
          </dd>
        </div>
        <div>
          <dt>Seen</dt>
          <dd>{seenWords(attendance)}</dd>
        </div>
      </dl>
      <p class="note">
        A score is no advice to buy, and no verdict that anything is harmless. Nothing here asks for a recovery phrase:
        nobody who does is honest.
      </p>
    </Section>
  )
}

const Contract = ({ address, chainId }: { address: string; chainId: number }) => {
  const href = explorerLink(chainId, `address/${address}`)
  return (
    <>
      {href ? (
        <OutsideLink href={href}>
          <code>{address}</code>
        </OutsideLink>
      ) : (
        <code>{address}</code>
      )}{' '}
      <span class="note">on {chainName(chainId)}</span>
    </>
  )
}

function seenWords({ pageViews, uniqueSessions }: LaunchProps['launch']['attendance']): string {
  if (pageViews === 0) return 'Not yet'
  const views = pageViews === 1 ? 'Once' : `${pageViews.toLocaleString('en')} times`
  return `${views}, in ${uniqueSessions === 1 ? 'one visit' : `${uniqueSessions.toLocaleString('en')} visits`}`
}
