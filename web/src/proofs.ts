// What anybody can check of a score: the service's own pure rules, with the code of the chain that they need. Load it lazily.
export type { Check } from '../../src/attestation/check.ts'
export { checkScore, isVerified } from '../../src/attestation/checks.ts'
export { digestOf } from '../../src/attestation/claim.ts'
export { recomputations } from '../../src/attestation/recomputations.ts'
export { type OnChain, decodeAttestation, encodeGetAttestation } from '../../src/providers/eas.ts'
