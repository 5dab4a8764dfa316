import type { ScoreProps } from '../../pages.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { bandOfNumber } from '../../ui/words.ts'

/** Risk by itself: a good total doesn't make up for it. */
export const RiskSection = ({ score: { signals, submission, band } }: ScoreProps) => {
  const { risk } = signals
  const isRed = !risk.stub && bandOfNumber(risk.score) === 'red'
  return (
    <Section id="risk" title="Risk" note={risk.attribution && `${risk.attribution}.`}>
      {isRed && (
        <Notice kind="warning" title={`Risk is red${band === 'red' ? '' : `, whatever the total says`}`}>
          {risk.reason}
        </Notice>
      )}
      <dl class="facts">
        <div>
          <dt>Risk signal</dt>
          <dd>
            {risk.stub ? (
              'Not measured on this deployment'
            ) : (
              <span class="with-chip">
                <span class="figure">{risk.score}</span> <BandChip band={bandOfNumber(risk.score)} />
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
