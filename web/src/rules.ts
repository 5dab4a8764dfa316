// The one door to the service's own code: rules without a side effect, bundled so that browsers apply the very same ones.
export { colors, markPath, shapes } from '../../src/design/tokens.ts'
export { parseAddress } from '../../src/platform/address.ts'
export { formatCount, isReadable, normaliseText } from '../../src/platform/text.ts'
export { aggregateX100 } from '../../src/scoring/aggregate.ts'
export { bands, toBand } from '../../src/scoring/band.ts'
export { dropDollarSigns } from '../../src/scoring/drop-dollar-signs.ts'
export { formatAggregate, formatSubject, getMeasuredWeight, headlineWords } from '../../src/scoring/headline.ts'
export {
  leadWarning,
  recordWarning,
  warned,
  listWarningCodes,
  warningLabel,
  warningSentence,
} from '../../src/scoring/warning-words.ts'
export {
  type LaunchOutcome,
  type OutcomeSentences,
  type ShownState,
  type ToldState,
  findLead,
  formatShare,
  isBadOutcome,
  isCriticalLead,
  leadLabel,
  leadSign,
  ledWithScore,
  outcomeLabels,
  outcomeSentences,
  scoredBefore,
  tellOutcome,
  withNewerWarnings,
} from '../../src/scoring/lead.ts'
export { isSignedStanding } from '../../src/scoring/identity/standing.ts'
export { listRaises } from '../../src/scoring/advice/list-raises.ts'
export { scoreName } from '../../src/signals/rules/name-1.2.0.ts'
export { scoreSocial } from '../../src/signals/rules/social-1.2.0.ts'
export { toTotalSpread } from '../../src/signals/total-spread.ts'
export { getLaunchCardPath, getScoreCardPath } from '../../src/share/launch-card-path.ts'
