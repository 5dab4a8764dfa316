// The checks of a score that anybody can make: the service's own pure rules, with the code of the chain that they need. Load it lazily.
export type { Check } from '../../contract/verification/check.ts'
export { isVerified } from '../../contract/verification/check-record.ts'
export { checkScore } from '../../contract/verification/checks.ts'
export { toDigest } from '../../contract/verification/claim.ts'
export { recompute } from '../../contract/verification/recompute.ts'
export { type OnChain, decodeAttestation, encodeGetAttestation } from '../../contract/eas-reads.ts'
