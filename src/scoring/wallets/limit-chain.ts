import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type ConsumeDeps, consumeContractSignature } from '../../keys/consume.ts'

/** The chain, and the limits on its use. */
export type LimitedChainDeps = ConsumeDeps & Pick<Deps, 'chain'>

/** The chain for one request: the first signature that it verifies consumes a rate limit, or throws if that is exceeded. */
export function limitChain(deps: LimitedChainDeps, request: FastifyRequest, reply: FastifyReply): Deps['chain'] {
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
