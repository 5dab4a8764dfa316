import { isHttpUrl } from '../../contract/text.ts'
import { type ReadChain, verifyResponses } from '../attestation/verify-responses.ts'
import { UsageError } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { UpstreamError } from '../platform/errors.ts'
import type { ProviderGuard } from '../platform/resilience/provider-guard.ts'
import { createChain } from '../providers/chain/chain-viem.ts'
import { releasedVersions } from '../signals/judge/prompts.ts'
import type { CheckParts } from '../site/mcp/call-tool.ts'
import { serveMcpOnStdio } from '../site/mcp/serve-stdio.ts'
import { parseServiceUrl, readSecretOption } from '../webhooks/feed-client.ts'

/** `launchscore mcp`: tools for agents on standard input and output, over the API of a deployment. */
export async function mcpCommand(options: McpOptions): Promise<CommandOutcome> {
  const url = await chooseService(options.url)
  if (options.keyFile === '-') throw new UsageError('--key-file can’t be -: the protocol uses standard input')
  if (options.key === '') throw new UsageError('--key is empty')
  const key = (await readSecretOption('key', { given: options.key, file: options.keyFile })) ?? null
  await serveMcpOnStdio({ url, key, checkParts: createCheck(options.rpc) })
  return { status: 0, stdout: '', stderr: '' }
}

interface McpOptions {
  url?: string
  key?: string
  keyFile?: string
  rpc?: string
}

async function chooseService(url: string | undefined): Promise<URL> {
  if (url !== undefined) return parseServiceUrl(url)
  const { parseConfig } = await import('../config.ts')
  return parseServiceUrl(parseConfig().publicUrl)
}

function createCheck(rpc: string | undefined): CheckParts {
  const readChain = rpc === undefined ? null : createReadChain(parseNodeUrl(rpc))
  return (parts, signal) => verifyResponses(parts, { readChain, versions: releasedVersions, now: new Date(), signal })
}

function parseNodeUrl(text: string): string {
  if (isHttpUrl(text)) return text
  throw new UsageError('--rpc must be the URL of a node')
}

/** One call of one user needs no guard. */
const unguarded: Pick<ProviderGuard, 'run'> = { run: (work, signal) => work(signal) }

const createReadChain =
  (url: string): ReadChain =>
  async ({ chainId, ...wanted }, signal) => {
    const chain = createChain({ url, chainId, timeoutMs: 15_000, guard: unguarded })
    try {
      return await chain.findAttestation(wanted, signal)
    } catch (error) {
      if (error instanceof UpstreamError) return `the node could not be queried: ${error.message}`
      throw error
    }
  }
