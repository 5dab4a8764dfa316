import type { Check } from './check.ts'
import { type Evidence, checkRecord } from './check-record.ts'
import { recompute } from './recompute.ts'
import type { Recorded } from './recompute-sum.ts'

/** Doesn't rely on the service. Browsers run it too. */
export const checkScore = (evidence: Evidence & Recorded): Check[] => checkRecord(evidence, recompute(evidence))
