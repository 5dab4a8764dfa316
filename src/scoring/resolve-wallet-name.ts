import { Type } from 'typebox'
import { WalletName } from '../../contract/schemas/enrollment.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'

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

async function resolveWalletName({ chain }: Deps, text: string, signal: AbortSignal): Promise<WalletName> {
  const normalised = await normaliseName(text)
  if ('fault' in normalised) throw badField('name', normalised.fault)
  const { name } = normalised
  if (!chain?.names) throw new ApiError('not_configured', 'This deployment can’t resolve names. Enter the address.')
  const { suffix } = chain.names
  if (!name.endsWith(suffix))
    throw new ApiError(
      'not_configured',
      `This deployment resolves only names that end in ${suffix}. For another name, enter the address.`,
    )
  const answer = await chain.resolveName(name, signal)
  if (answer === 'none') throw new ApiError('not_found', `${name} has no address. Check the spelling.`)
  if (answer === 'off-chain')
    throw new ApiError(
      'not_found',
      `The address of ${name} is stored on a server, not on the chain. Enter the address.`,
    )
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
