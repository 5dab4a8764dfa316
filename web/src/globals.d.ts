import type { Assets } from '../../contract/props/assets.ts'

declare global {
  /** Only in the server bundle. */
  const builtAssets: Assets
  /** The schema of a submission, from openapi.json. */
  const submissionSchema: {
    required: string[]
    properties: Record<
      string,
      { minLength?: number; maxLength?: number; pattern?: string; format?: string; description?: string }
    >
  }
  /** The most characters of each field of a launch page, from openapi.json. */
  const pageLimits: Record<'tagline' | 'description' | 'ctaLabel' | 'ctaUrl', number>
  /** Whole per cents by signal, by prompt version. */
  const releasedWeights: Record<string, Record<string, number> | undefined>
}
