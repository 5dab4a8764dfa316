// The checks of a score that anybody can make: the service's own pure rules, with the code of the chain that they need. Load it lazily.
export type { Check } from '../../contract/verification/check.ts'
export { isVerified } from '../../src/attestation/verification/check-record.ts'
export { checkScore } from '../../src/attestation/verification/checks.ts'
export { toDigest } from '../../src/attestation/claim.ts'
export { recompute } from '../../src/attestation/verification/recompute.ts'
export { type OnChain, decodeAttestation, encodeGetAttestation } from '../../contract/eas-reads.ts'
