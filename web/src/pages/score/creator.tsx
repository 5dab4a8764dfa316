import type { CreatorProfile, ScoreProps } from '../../pages.ts'
import { Address } from '../../ui/address.tsx'
import { Section } from '../../ui/layout.tsx'
import { bandWords } from '../../ui/words.ts'

/** What the wallet named as the creator's has signed for. */
export const CreatorSection = ({ creator }: ScoreProps) => (
  <Section id="creator" title="The creator" note="Anybody can name a wallet; only its owner can sign.">
    <p>
      <Address address={creator.creatorAddress} /> {recordOf(creator)}
    </p>
  </Section>
)

function recordOf({ totalEnrolled, bands }: CreatorProfile): string {
  if (totalEnrolled === 0) return 'has signed for no launch here yet.'
  const counts = (['green', 'amber', 'red'] as const)
    .filter((band) => bands[band] > 0)
    .map((band) => `${bands[band]} ${bandWords[band].toLowerCase()}`)
  return `has signed for ${totalEnrolled === 1 ? 'one launch' : `${totalEnrolled} launches`}: ${counts.join(', ')}.`
}
