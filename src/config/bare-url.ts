import type { UrlPart } from '../platform/env.ts'

/** The parts that a URL must not have if the service appends to it or shows it: only its address and its path are left. */
export const bareUrl: UrlPart[] = ['credentials', 'query']
