import type { Band } from '../../../../contract/schemas/score.ts'
import type { ScoreProps } from '../../../../contract/props/score.ts'
import { CriticalCount } from '../../ui/critical-count.tsx'
import { RailCard, RailRow } from '../../ui/rail-card.tsx'
import { Shape } from '../../ui/shape.tsx'
import { factWords } from '../../words/facts.ts'
import { shortenHex } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'
import { scoreTerms } from '../../words/scores.ts'
import { CopyAddress } from './copy-address.tsx'

/** The wallet that the score names, and what it has signed. */
export const CreatorCard = ({ score, creator, standing, state }: ScoreProps) => {
  const { creator: t } = useWords(scoreWords)
  const address = creator.creatorAddress
  const age = useWalletAge(score)
  const { creatorProof: proof = 'none' } = score
  return (
    <RailCard id="creator" title={t.title}>
      <RailRow label={t.wallet}>
        <span class="mono" title={address}>
          {shortenHex(address)}
        </span>
        <CopyAddress address={address} />
      </RailRow>
      <RailRow label={t.signedLaunches}>{creator.totalEnrolled === 0 ? t.none : <Counts {...creator} />}</RailRow>
      {age && <RailRow label={t.walletAge}>{age}</RailRow>}
      <p class="text">
        {standing === 'unsigned' && proof !== 'none' ? t.proofs[proof] : t.standings[standing]}
        {proof === 'none' && !state.isUnsigned && ` ${t.signedSince}`}
        {standing === 'signed' && score.submission.contractAddress !== null && ` ${t.notDeployer}`}
      </p>
      <a class="more" href={`/creator/${address}`}>
        {t.profile}
      </a>
    </RailCard>
  )
}

const Counts = ({ totalEnrolled, bands, criticalCount }: ScoreProps['creator']) => {
  const { creator: t } = useWords(scoreWords)
  const terms = useWords(scoreTerms)
  const shown = (['green', 'amber', 'red'] as const satisfies Band[]).filter((band) => bands[band] > 0)
  return (
    <>
      {t.count(totalEnrolled)}
      <CriticalCount count={criticalCount} />
      {shown.map((band) => (
        <span key={band} class={`band-count ${band}`}>
          <Shape of={band} />
          {t.count(bands[band])} {terms.bands[band].toLowerCase()}
        </span>
      ))}
    </>
  )
}

/** As the creator signal has it; undefined: it has none. */
function useWalletAge({ signals }: ScoreProps['score']): string | undefined {
  const words = useWords(factWords)
  const fact = signals['creator']?.facts?.find(({ code }) => code === 'wallet_age')
  return fact && words['age']?.(fact.values)
}
