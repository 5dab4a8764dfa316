import type { LaunchPage } from '../../contract/schemas/launch.ts'
import { toUnicodeUrl } from './unicode-url.ts'

interface PageRow {
  tagline: string | null
  description: string | null
  ctaLabel: string | null
  ctaUrl: string | null
  updatedAt: Date | null
  scheduledFor: Date | null
}

export const toPageResponse = (page: PageRow): LaunchPage => ({
  tagline: page.tagline,
  description: page.description,
  ctaLabel: page.ctaLabel,
  ctaUrl: page.ctaUrl,
  ctaUrlUnicode: page.ctaUrl && toUnicodeUrl(page.ctaUrl),
  scheduledFor: page.scheduledFor?.toISOString() ?? null,
  updatedAt: page.updatedAt?.toISOString() ?? null,
})
