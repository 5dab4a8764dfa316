import type { CreatorProfile, ScoreProps } from '../../pages.ts'
import { Address } from '../../ui/address.tsx'
import { Section } from '../../ui/layout.tsx'
import { Time } from '../../ui/time.tsx'
import { bands } from '../../rules.ts'

/** What the wallet named as the creator's has signed for. */
export const CreatorSection = ({ creator, score, enrollment }: ScoreProps) => (
  <Section id="creator" title="The creator" note="Anybody can name a wallet; only its owner can sign.">
    <p>
      <Address address={creator.creatorAddress} /> {formatRecord(creator)}
    </p>
    <Signing score={score} enrollment={enrollment} />
  </Section>
)

const Signing = ({ score, enrollment }: Pick<ScoreProps, 'score' | 'enrollment'>) => {
  if (enrollment) return <Signed {...enrollment} />
  if (score.hasStubs) return null
  return (
    <p class="actions">
      <a class="button secondary" href={`/enroll/${score.id}`}>
        Enroll it for launch
      </a>
      <span class="note">For the owner of this wallet: one signature, no transaction.</span>
    </p>
  )
}

const Signed = ({ enrollmentId, scheduledFor, enrolledAt }: NonNullable<ScoreProps['enrollment']>) => (
  <p class="actions">
    <a class="button secondary" href={`/launch/${enrollmentId}`}>
      See the launch
    </a>
    <span class="note">
      {scheduledFor ? (
        <>
          Planned for <Time at={scheduledFor} />, signed for{' '}
        </>
      ) : (
        'Signed for '
      )}
      <Time at={enrolledAt} />
    </span>
  </p>
)

function formatRecord({ totalEnrolled, bands: counted }: CreatorProfile): string {
  if (totalEnrolled === 0) return 'has signed for no launch here yet.'
  const counts = (['green', 'amber', 'red'] as const)
    .filter((band) => counted[band] > 0)
    .map((band) => `${counted[band]} ${bands[band].word.toLowerCase()}`)
  return `has signed for ${totalEnrolled === 1 ? 'one launch' : `${totalEnrolled} launches`}: ${counts.join(', ')}.`
}
