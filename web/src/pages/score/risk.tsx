import type { ScoreProps } from '../../pages.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { Section } from '../../ui/layout.tsx'
import { toScoreBand } from '../../ui/words.ts'

/** Risk by itself, apart from the total. */
export const RiskSection = ({ score: { signals, submission } }: ScoreProps) => {
  const { risk } = signals
  return (
    <Section id="risk" title="Risk" note={risk.attribution && `${risk.attribution}.`}>
      <dl class="facts">
        <div>
          <dt>Risk signal</dt>
          <dd>
            {risk.stub ? (
              'Not measured on this deployment'
            ) : (
              <span class="with-chip">
                <span class="figure">{risk.score}</span> <BandChip band={toScoreBand(risk.score)} />
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Contract</dt>
          <dd class="long">
            {submission.contractAddress ? (
              <code>{submission.contractAddress}</code>
            ) : (
              'None yet, so nothing about it could be examined'
            )}
          </dd>
        </div>
      </dl>
    </Section>
  )
}
