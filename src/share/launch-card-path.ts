interface Launch {
  enrollment: { enrollmentId: string }
  page: { updatedAt: string | null }
}

interface Launched {
  at: string
  outcome: string | null
}

/** The path of a launch's card. Each change gives it another `v`, so that no cache shows the card of before. */
export function getLaunchCardPath({ enrollment, page }: Launch, launched: Launched | null = null): string {
  const path = `/launch/${enrollment.enrollmentId}/card.png`
  const edited = page.updatedAt === null ? [] : [String(Date.parse(page.updatedAt))]
  const changes = launched ? [...edited, String(Date.parse(launched.at)), launched.outcome ?? 'open'] : edited
  return changes.length === 0 ? path : `${path}?v=${changes.join('-')}`
}
