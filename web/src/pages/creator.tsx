import type { Page } from '../page.ts'
import type { CreatorProfile, CreatorProps } from '../pages.ts'
import { chainName, explorerLink } from '../ui/chains.ts'
import { CopyButton } from '../ui/command.tsx'
import { BandChip } from '../ui/band-chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LaunchRows } from '../ui/launch-rows.tsx'
import { Section } from '../ui/layout.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { StackedBar } from '../ui/stacked-bar.tsx'

const bands = ['green', 'amber', 'red'] as const

/** What a wallet has signed for. */
export const creatorPage: Page<CreatorProps> = {
  head: ({ profile }) => ({
    title: `Creator ${shorten(profile.creatorAddress)}`,
    description: `What the wallet ${profile.creatorAddress} has signed for: ${toCount(profile)}. No advice to buy.`,
  }),
  Body: ({ profile, chainId, now }) => (
    <>
      <div class="top">
        <h1>
          Creator <code class="short">{shorten(profile.creatorAddress)}</code>
        </h1>
        <p class="whole-address">
          <code>{profile.creatorAddress}</code>
          <CopyButton text={profile.creatorAddress} label="Copy" what="the address" />
        </p>
        <Elsewhere address={profile.creatorAddress} chainId={chainId} />
      </div>
      <Section
        id="record"
        title="Record"
        note="It speaks of launches that this wallet signed for. Anybody can name a wallet; only its owner can sign."
      >
        <p>
          <strong>{profile.totalEnrolled === 0 ? 'No launch signed for.' : `Signed for ${toCount(profile)}.`}</strong>
        </p>
        {profile.totalEnrolled > 0 && <Bands {...profile} />}
      </Section>
      <Section id="launches" title="Launches and their scores" note={noteOn(profile)}>
        {profile.launches.length > 0 ? (
          <LaunchRows launches={profile.launches} now={now} isOneCreators />
        ) : (
          <EmptyState title="This wallet has signed for nothing here">
            <p>
              Scores that merely name it aren’t shown: whoever submits a launch may name any wallet as its creator’s. A
              launch appears when the wallet signs for its final score; a preliminary score, with a signal that wasn’t
              measured, can’t be signed for.
            </p>
          </EmptyState>
        )}
      </Section>
    </>
  ),
}

const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

const toCount = ({ totalEnrolled }: CreatorProfile) =>
  totalEnrolled === 1 ? 'one launch' : `${totalEnrolled} launches`

const noteOn = ({ totalEnrolled, launches }: CreatorProfile) =>
  totalEnrolled > launches.length
    ? `The latest ${launches.length} of ${totalEnrolled}.`
    : launches.length > 0 && 'The most recently signed come first.'

const Elsewhere = ({ address, chainId }: { address: string; chainId: number }) => {
  const explorer = explorerLink(chainId, `address/${address}`)
  return (
    <p class="actions">
      {explorer && <OutsideLink href={explorer}>On {chainName(chainId)}’s explorer</OutsideLink>}
      <a href={`/api/v1/creator/${address}`}>Raw JSON</a>
    </p>
  )
}

const Bands = ({ bands: counts }: CreatorProfile) => (
  <div class="band-counts">
    <StackedBar parts={bands.map((band) => ({ class: band, count: counts[band] }))} />
    <ul>
      {bands.map((band) => (
        <li key={band}>
          <BandChip band={band} /> <span class="figure">{counts[band]}</span>
        </li>
      ))}
    </ul>
  </div>
)
