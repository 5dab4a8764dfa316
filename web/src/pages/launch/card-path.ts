import type { LaunchProps } from '../../pages.ts'

/** The path of a launch's card. Each edit gives it another `v`, so that no cache shows the card of the words before. */
export function getCardPath({ enrollment, page }: LaunchProps['launch']): string {
  const path = `/launch/${enrollment.enrollmentId}/card.png`
  return page.updatedAt === null ? path : `${path}?v=${Date.parse(page.updatedAt)}`
}
