import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { type AttestingApp, startPublished } from '../world/attesting.ts'
import { closeAfter } from '../world/waiting.ts'
import { runCli } from '../servers/processes.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const cli = join(import.meta.dirname, '../../bin/launchscore.js')

interface Verified {
  scoreId: string
  verdict: string
  checks: { name: string; outcome: string; text: string }[]
}

interface Asked {
  id: string
  service: string
  rpc: string
}

/** The result of the tool, as an agent reads it that starts the command. */
async function verify(t: TestContext, { id, service, rpc }: Asked): Promise<Verified> {
  const client = new Client({ name: 'test', version: '1' })
  const args = [cli, 'mcp', '--url', service, '--rpc', rpc]
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  closeAfter(t, () => client.close())
  const { structuredContent, isError = false } = await client.callTool({ name: 'verify_score', arguments: { id } })
  assert.equal(isError, false, JSON.stringify(structuredContent))
  return structuredContent as Verified
}

const outcomeOf = ({ checks }: Verified, name: string) => checks.find((one) => one.name === name)?.outcome

/** The same service, but its record says 100. */
async function startBoasting(t: TestContext, { app, id }: Pick<AttestingApp, 'app'> & { id: string }): Promise<string> {
  const server = createServer((request, response) => {
    void app.inject({ url: request.url ?? '' }).then(({ statusCode, body }) => {
      const text = request.url === `/v1/score/${id}` ? JSON.stringify({ ...JSON.parse(body), aggregate: 100 }) : body
      response.writeHead(statusCode, { 'content-type': 'application/json' }).end(text)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('launchscore mcp --rpc: an agent verifies a score against its own node', { skip }, async (t) => {
  const { id, service, rpc } = await startPublished(t)
  const verified = await verify(t, { id, service, rpc })
  assert.deepEqual([verified.scoreId, verified.verdict], [id, 'verified'])
  assert.equal(outcomeOf(verified, 'attestation'), 'ok')
})

test('launchscore mcp --rpc: nothing is verified without a response from the node', { skip }, async (t) => {
  const { id, service } = await startPublished(t)
  const verified = await verify(t, { id, service, rpc: 'http://127.0.0.1:1' })
  assert.equal(verified.verdict, 'consistent')
  const check = verified.checks.find(({ name }) => name === 'attestation')
  assert.equal(check?.outcome, 'skipped')
  assert.match(check.text, /^the node could not be queried: /)
})

test('launchscore mcp --rpc: a record that differs from its attestation isn’t verified', { skip }, async (t) => {
  const started = await startPublished(t)
  const { id, rpc } = started
  const verified = await verify(t, { id, service: await startBoasting(t, started), rpc })
  assert.equal(verified.verdict, 'not_verified')
})

test('launchscore mcp --rpc: another text than a URL ends the command with status 2', async () => {
  const { status, stderr } = await runCli(['mcp', '--url', 'http://127.0.0.1:1', '--rpc', 'base'], {})
  assert.equal(status, 2)
  assert.match(stderr, /^--rpc must be the URL of a node/)
})

await import('../world/close-shared-db.ts')
