import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { consumeContractSignature } from '../../keys/consume.ts'

/** The first signature that a request verifies by the node consumes a rate limit. */
export function limitChain(deps: Deps, request: FastifyRequest, reply: FastifyReply): Deps['chain'] {
  const { chain } = deps
  if (!chain) return null
  let consumed: Promise<void> | undefined
  return {
    ...chain,
    verifyMessage: async (signed, signal) => {
      await (consumed ??= Promise.resolve(consumeContractSignature(deps, request, reply)))
      return chain.verifyMessage(signed, signal)
    },
  }
}
