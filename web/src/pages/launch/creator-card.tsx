import type { ComponentChildren } from 'preact'
import type { LaunchProps } from '../../../../contract/props/launch.ts'
import { Address } from '../../ui/address.tsx'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { formatNumber, plural } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'

/** The creator of the launch, and the number of people who have visited its page. */
export const CreatorCard = ({ launch, creator, chainId, outcome: { binding } }: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { creatorAddress } = launch.enrollment
  const { xHandle, contractAddress: named } = launch.score.submission
  const contractAddress = binding?.state === 'proven' ? binding.tokenAddress : named
  return (
    <section class="card box" aria-labelledby="creator">
      <h2 id="creator">{t.creator}</h2>
      <dl class="pairs">
        <Pair name={t.wallet}>
          <Address address={creatorAddress} href={`/creator/${creatorAddress}`} />
        </Pair>
        <Pair name={t.signedLaunches}>{formatNumber(creator.totalEnrolled, language)}</Pair>
        <Pair name={t.xHandle}>
          <OutsideLink href={`https://x.com/${encodeURIComponent(xHandle.slice(1))}`}>{xHandle}</OutsideLink>
        </Pair>
        <Pair name={t.contract}>
          {contractAddress ? <Contract address={contractAddress} chainId={chainId} /> : t.noContract}
        </Pair>
        <Pair name={t.visitors}>
          <Visitors {...launch} />
        </Pair>
      </dl>
      <p>
        <a href={`/creator/${creatorAddress}`}>{t.viewCreator}</a>
      </p>
      <p class="faint meta">
        {t.advice} {t.phrase}
      </p>
    </section>
  )
}

const Pair = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Contract = ({ address, chainId }: { address: string; chainId: number }) => {
  const t = useWords(launchWords)
  const href = explorerLink(chainId, `address/${address}`)
  return (
    <>
      <Address address={address} {...(href && { href })} /> <span class="muted">{t.onChain(chainName(chainId))}</span>
    </>
  )
}

const Visitors = ({ attendance: { pageViews, uniqueSessions } }: LaunchProps['launch']) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  if (pageViews === 0) return <>{t.noVisitors}</>
  return (
    <>
      {plural(language, uniqueSessions, t.visitorCount)} · {plural(language, pageViews, t.viewCount)}
    </>
  )
}
