interface Launch {
  enrollment: { enrollmentId: string }
  page: { updatedAt: string | null }
}

interface State {
  outcome: string | null
  warnings: readonly string[]
}

interface Launched {
  at: string
}

/** Each change gets another `v`, so that no cache shows an old card. */
export function getLaunchCardPath(
  { enrollment, page }: Launch,
  state: State = { outcome: null, warnings: [] },
  launched: Launched | null = null,
): string {
  const edited = page.updatedAt === null ? [] : [String(Date.parse(page.updatedAt))]
  const happened = launched ? [String(Date.parse(launched.at))] : []
  return withVersion(`/launch/${enrollment.enrollmentId}/card.png`, [...edited, ...happened, ...listChanges(state)])
}

/** The record never changes, but what is known of the launch does. */
export const getScoreCardPath = (scoreId: string, state: State, size: '' | '-3x2' = ''): string =>
  withVersion(`/score/${scoreId}/card${size}.png`, listChanges(state))

const listChanges = ({ outcome, warnings }: State): string[] => [...(outcome === null ? [] : [outcome]), ...warnings]

const withVersion = (path: string, changes: string[]): string =>
  changes.length === 0 ? path : `${path}?v=${changes.join('-')}`
