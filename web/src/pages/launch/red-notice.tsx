import type { ScoreResult } from '../../pages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Reason } from '../../ui/reason.tsx'
import { toScoreBand } from '../../ui/words.ts'

/** What the page’s own words can’t hide: a red score, or a red risk under a better one. */
export const RedNotice = ({ score: { band, signals } }: { score: ScoreResult }) => {
  const isRiskRed = !signals.risk.stub && toScoreBand(signals.risk.score) === 'red'
  if (band !== 'red' && !isRiskRed) return null
  return (
    <Notice
      kind="warning"
      title={band === 'red' ? 'This launch is scored red' : 'Its risk is red, whatever the total says'}
    >
      {isRiskRed ? (
        <Reason reason={signals.risk.reason} />
      ) : (
        'Read why in the score before you do anything that this page asks for.'
      )}
    </Notice>
  )
}
