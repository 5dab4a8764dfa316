import type { LaunchPage } from './schemas.ts'

export interface PageRow {
  tagline: string | null
  description: string | null
  ctaLabel: string | null
  ctaUrl: string | null
  updatedAt: Date | null
  scheduledFor: Date | null
}

/** A page as it is answered (D9); all null before its first edit. */
export const answeredPage = (page: PageRow): LaunchPage => ({
  tagline: page.tagline,
  description: page.description,
  ctaLabel: page.ctaLabel,
  ctaUrl: page.ctaUrl,
  scheduledFor: page.scheduledFor?.toISOString() ?? null,
  updatedAt: page.updatedAt?.toISOString() ?? null,
})
