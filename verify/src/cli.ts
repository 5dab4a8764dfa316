#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { isHttpUrl, toPrintable } from '../../contract/text.ts'
import type { Check } from '../index.d.ts'
import { verifyScore } from './index.ts'

const usage = `usage: verify <url> [--rpc <url>] [--attester <address>] [--contract <address>] [--json]

Verifies a score against its attestation on the chain, and recomputes its parts.

  <url>       the score’s page or resource: https://…/score/<id>
  --rpc       a node of the attestation’s chain; by default a public node of Base or Base Sepolia
  --attester  accept only this attester
  --contract  accept only this attestation contract
  --json      print the result as JSON
`

/** Exit status: 0 verified, 1 not verified or failed, 2 wrong usage. */
async function main(): Promise<number> {
  const call = parseCall()
  if (typeof call === 'string') return fail(`${call}\n${usage}`, 2)
  const { positionals, values } = call
  const [url] = positionals
  if (values.help) return print(usage)
  if (url === undefined || positionals.length > 1) return fail(usage, 2)
  const { attester, contract, rpc } = values
  if (rpc !== undefined && !isHttpUrl(rpc)) return fail('--rpc must be the URL of a node\n', 2)
  for (const [name, address] of Object.entries({ attester, contract }))
    if (address !== undefined && !isAddress(address))
      return fail(`--${name} must be 0x followed by 40 hexadecimal digits\n`, 2)
  try {
    const options = { ...(attester && { attesters: [attester] }), ...(contract && { contract }), ...(rpc && { rpc }) }
    const result = await verifyScore(url, options)
    print(values.json ? `${JSON.stringify(result)}\n` : `${result.checks.map(formatLine).join('\n')}\n`)
    if (!result.verified) return fail(`NOT VERIFIED: ${listFailed(result.checks)}\n`, 1)
    return values.json
      ? 0
      : print('verified: this record is the one that was attested; lines marked "trust" cannot be proven\n')
  } catch (error) {
    const { message } = error as Error
    return fail(
      `${toPrintable(message)}\n`,
      error instanceof TypeError && message.endsWith(' is not the URL of a score') ? 2 : 1,
    )
  }
}

const isAddress = (text: string) => /^0x[0-9a-f]{40}$/i.test(text)

const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const

function parseCall() {
  try {
    const options = { rpc: text, attester: text, contract: text, json: flag, help: { ...flag, short: 'h' } } as const
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return (error as Error).message
  }
}

function print(lines: string): 0 {
  process.stdout.write(lines)
  return 0
}

function fail(lines: string, status: number): number {
  process.stderr.write(lines)
  return status
}

const formatLine = ({ name, kind, outcome, text: words }: Check) =>
  `${outcome.padEnd(8)}${kind.padEnd(7)}${name.padEnd(13)}${toPrintable(words)}`

const listFailed = (checks: Check[]) =>
  checks.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : [])).join(', ')

process.stdout.on('error', () => {}) // a reader such as `head` may close the pipe
process.exitCode = await main()
