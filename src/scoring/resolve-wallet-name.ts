import { Type } from 'typebox'
import { WalletName } from '../../contract/schemas/enrollment.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField, unavailable, UpstreamError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import type { Submission } from '../signals/schemas.ts'
import type { NormalSubmission } from './normalise-submission.ts'

const Params = Type.Object({
  name: Type.String({ maxLength: 255, description: 'A name like `alice.base.eth`, in upper or lower case' }),
})

export function resolveWalletNameRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'resolveWalletName',
    summary: 'Find the wallet of a name',
    tags: ['public'],
    params: Params,
    response: {
      200: response(WalletName, 'The wallet that the name stands for now'),
      304: unchanged,
      ...errorResponses(400, 404, 500, 502, 503),
    },
  }
  app.get('/api/v1/names/:name', { schema, onSend: setEtag }, async (request, reply) => {
    const found = await resolveWalletName(
      deps,
      request.params.name,
      startDeadline(reply, deps.config.providerTimeoutMs),
    )
    reply.header('cache-control', 'public, max-age=60')
    return found
  })
}

async function resolveWalletName(deps: Deps, text: string, signal: AbortSignal): Promise<WalletName> {
  const found = await lookUp(deps, text, { signal })
  if (!('refused' in found)) return found
  if (found.refused === 'bad_request') throw badField('name', found.fault)
  throw new ApiError(found.refused, found.sentence)
}

export interface CreatorLookUp {
  signal: AbortSignal
  /** Runs before the node is asked, and throws if the caller may not ask now. */
  takeLimit: () => void | Promise<void>
}

/** Every fault of the name is one of `creatorAddress`; a failing node is 503. */
export async function resolveCreator(
  deps: Deps,
  { creator, ...submission }: NormalSubmission,
  { signal, takeLimit }: CreatorLookUp,
): Promise<Submission> {
  if ('address' in creator) return { ...submission, creatorAddress: creator.address, creatorName: null }
  try {
    const found = await lookUp(deps, creator.name, { signal, takeLimit })
    if ('refused' in found) throw badField('creatorAddress', found.fault)
    return { ...submission, creatorAddress: found.address.toLowerCase(), creatorName: found.name }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const { retryAfterMs = 5000 } = error
    deps.log.warn({ err: error }, 'the node could not be asked for a wallet’s name')
    throw unavailable(
      'The chain’s node can’t be asked for the name in creatorAddress now. Retry, or send the address.',
      retryAfterMs / 1000,
    )
  }
}

type Refused =
  | { refused: 'bad_request'; fault: string }
  | { refused: 'not_configured' | 'not_found'; fault: string; sentence: string }

interface LookUp extends Partial<CreatorLookUp> {
  signal: AbortSignal
}

/** `fault` follows the field's name. */
async function lookUp({ chain }: Deps, text: string, { signal, takeLimit }: LookUp): Promise<WalletName | Refused> {
  const normalised = await normaliseName(text)
  if ('fault' in normalised) return { refused: 'bad_request', ...normalised }
  const { name } = normalised
  if (!chain?.names)
    return {
      refused: 'not_configured',
      fault: 'must be an address, because this deployment can’t resolve names',
      sentence: 'This deployment can’t resolve names. Enter the address.',
    }
  const { suffix } = chain.names
  if (!name.endsWith(suffix))
    return {
      refused: 'not_configured',
      fault: `must be an address, or a name that ends in ${suffix}`,
      sentence: `This deployment resolves only names that end in ${suffix}. For another name, enter the address.`,
    }
  await takeLimit?.()
  const answer = await chain.resolveName(name, signal)
  if (answer === 'none')
    return {
      refused: 'not_found',
      fault: 'must be a name that has an address: check the spelling',
      sentence: `${name} has no address. Check the spelling.`,
    }
  if (answer === 'off-chain')
    return {
      refused: 'not_found',
      fault: 'must be an address, because that of the name is stored on a server, not on the chain',
      sentence: `The address of ${name} is stored on a server, not on the chain. Enter the address.`,
    }
  return { name, address: answer.address, chainId: chain.chainId }
}

const form = 'must be a name like alice.base.eth'

async function normaliseName(text: string): Promise<{ name: string } | { fault: string }> {
  const { normalize } = await import('viem/ens')
  try {
    const name = normalize(text.trim())
    if (!name.includes('.') || new TextEncoder().encode(name).length > 255) return { fault: form }
    return { name }
  } catch {
    return { fault: `${form}, with the characters that such names allow` }
  }
}
