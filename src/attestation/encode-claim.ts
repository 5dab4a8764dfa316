import { type Hex, encodeAbiParameters, parseAbiParameters } from 'viem'
import { type Claim, scoreSchema } from '../../contract/verification/claim.ts'

const scoreParameters = parseAbiParameters(scoreSchema)

export const encodeClaim = ({ scoreKey, digest, aggregateX100, band, promptVersion }: Claim): Hex =>
  encodeAbiParameters(scoreParameters, [scoreKey, digest, aggregateX100, band, promptVersion])
