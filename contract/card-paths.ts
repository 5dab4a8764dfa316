interface Launch {
  enrollment: { enrollmentId: string }
  page: { updatedAt: string | null }
}

/** What a card shows beside the record. */
interface State {
  outcome: string | null
  warnings: readonly string[]
}

interface Launched {
  at: string
}

/** The path of a launch's card. Each change gives it another `v`, so that no cache shows the card of before. */
export function getLaunchCardPath(
  { enrollment, page }: Launch,
  state: State = { outcome: null, warnings: [] },
  launched: Launched | null = null,
): string {
  const edited = page.updatedAt === null ? [] : [String(Date.parse(page.updatedAt))]
  const happened = launched ? [String(Date.parse(launched.at))] : []
  return withVersion(`/launch/${enrollment.enrollmentId}/card.png`, [...edited, ...happened, ...listChanges(state)])
}

/** The path of a score's card. The record never changes, but what is known of the launch does. */
export const getScoreCardPath = (scoreId: string, state: State, size: '' | '-3x2' = ''): string =>
  withVersion(`/score/${scoreId}/card${size}.png`, listChanges(state))

const listChanges = ({ outcome, warnings }: State): string[] => [...(outcome === null ? [] : [outcome]), ...warnings]

const withVersion = (path: string, changes: string[]): string =>
  changes.length === 0 ? path : `${path}?v=${changes.join('-')}`
