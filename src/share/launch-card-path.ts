interface Launch {
  enrollment: { enrollmentId: string }
  page: { updatedAt: string | null }
}

/** The path of a launch's card. Each edit gives it another `v`, so that no cache shows the card of the words before. */
export function getLaunchCardPath({ enrollment, page }: Launch): string {
  const path = `/launch/${enrollment.enrollmentId}/card.png`
  return page.updatedAt === null ? path : `${path}?v=${Date.parse(page.updatedAt)}`
}
