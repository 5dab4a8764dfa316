import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { issueKey } from '../../src/keys/key-commands.ts'
import { runCommand } from '../../src/main/commands.ts'
import { appeal, ada, bob, enroll } from '../world/creators.ts'
import { type AttestingApp, register, startAttestingApp } from '../world/attesting.ts'
import { startWorld } from '../world/app.ts'

const root = join(import.meta.dirname, '../..')
const noChain = !hasAnvil() && 'there is no anvil for this platform'

interface Fence {
  /** `docs/quickstart.md:10` */
  place: string
  language: string
  /** Why it isn't run: `skip="…"` after the language. Renderers take the first word alone. */
  reason: string | undefined
  code: string
  /** The text of the guide between the fence before and this one has a heading. */
  isNewSection: boolean
}

/** The fenced blocks of a guide, those in lists too, without their indentation. */
function listFences(file: string): Fence[] {
  const text = readFileSync(join(root, file), 'utf8')
  let end = 0
  return [...text.matchAll(/^( *)```(\w+)([^\n]*)\n(.*?)^ *```$/gms)].map((fence) => {
    const [all, indent = '', language = '', info = '', code = ''] = fence
    const isNewSection = /^#/m.test(text.slice(end, fence.index))
    end = fence.index + all.length
    return {
      place: `${file}:${text.slice(0, fence.index).split('\n').length}`,
      language,
      reason: /^ skip="([^"]+)"$/.exec(info)?.[1],
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      isNewSection,
    }
  })
}

/** Each command of a guide that runs, with the JSON that the guide shows as its response. */
const listCommands = (fences: Fence[]) =>
  fences.flatMap((fence, at) => {
    if (fence.language !== 'sh' || fence.reason !== undefined) return []
    const next = fences[at + 1]
    const isResponse = next?.language === 'json' && next.reason === undefined && !next.isNewSection
    return [{ ...fence, response: isResponse ? (JSON.parse(next.code) as unknown) : undefined }]
  })

/**
 * Each field that the guide shows must be in the response, with the same type or null. `"…": "…"` stands for more fields.
 */
function compareShape(shown: unknown, given: unknown, path: string): void {
  if (given === null) return
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(given), path)
    if (shown.length > 0 && given.length > 0) compareShape(shown[0], given[0], `${path}[0]`)
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof given === 'object' && given !== null, path)
    const fields = Object.entries(shown).filter(([name]) => name !== '…')
    for (const [name, value] of fields) compareShape(value, (given as Record<string, unknown>)[name], `${path}.${name}`)
    if (!('…' in shown)) assert.deepEqual(Object.keys(given).sort(), Object.keys(shown).sort(), path)
  } else if (shown !== null) assert.equal(typeof given, typeof shown, path)
}

/** Runs a command in a shell as a reader does; the answer of curl is what it prints. */
function run(command: string, cwd: string, variables: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const env = { PATH: `${cwd}:${process.env['PATH'] ?? ''}`, ...variables }
  execFile('bash', ['-euc', command], { env, cwd }, (error, stdout, stderr) =>
    error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
  )
  return promise
}

/** `launchscore`: hands its arguments to the service of the test, which runs the command. */
const tool = `#!/bin/bash
args=(); for arg in "$@"; do args+=(--data-urlencode "arg=$arg"); done
curl -sS --fail-with-body "$TOOL_URL" "\${args[@]}"
`

/** A folder with the files that the guides name, and the tool. */
async function makeFolder(t: TestContext, { deps, submission }: AttestingApp) {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'))
  t.after(() => rmSync(folder, { recursive: true }))
  copyFileSync(join(root, 'dev/images/left-sock.png'), join(folder, 'left-sock.png'))
  writeFileSync(join(folder, 'launch.json'), JSON.stringify(submission()))
  writeFileSync(join(folder, 'launchscore'), tool)
  chmodSync(join(folder, 'launchscore'), 0o755)
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    void request.toArray().then(async (parts) => {
      const { status, stdout, stderr } = await runCommand(deps, new URLSearchParams(parts.join('')).getAll('arg'))
      response.writeHead(status === 0 ? 200 : 422).end(stdout + stderr)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { folder, toolUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const guides = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

/** The time of the examples, so that the times in them are neither past nor far. */
const clock = { now: () => new Date('2026-11-22T04:47:08.100Z') }

async function startGuided(t: TestContext) {
  const environment = {
    ADMIN_TOKEN: 'token-of-the-operators-of-the-guides',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const started = await startAttestingApp(t, { world: await startWorld(t), environment, clock })
  await register(started)
  const { app, deps, score } = started
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { key } = await issueKey(deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test' })
  const { folder, toolUrl } = await makeFolder(t, started)
  const appealed = (await score({ creatorAddress: bob.address })).body.id as string
  await enroll(app, { scoreId: appealed, wallet: bob })
  const issuedAt = clock.now().toISOString()
  const open = await appeal(app, { scoreId: appealed, wallet: bob, reason: 'The image is mine.', issuedAt })
  assert.equal(open.status, 201, JSON.stringify(open.body))
  const { body } = await score({ creatorAddress: ada.address })
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  const variables = {
    KEY: key,
    ID: body.id as string,
    WALLET: ada.address,
    APPEAL: open.body.appealId as string,
    ADMIN_TOKEN: environment.ADMIN_TOKEN,
    SUBSCRIPTION: JSON.stringify({ endpoint: 'https://push.example/1', keys }),
    TOOL_URL: toolUrl,
  }
  return { ...started, url, folder, variables }
}

/** Values that a reader puts into the next commands: the signature of a message, and the ids of what was created. */
async function learn(printed: string, variables: Record<string, string>): Promise<Record<string, string>> {
  const [incident] = /^[0-9a-f-]{36}/m.exec(printed) ?? []
  if (!printed.startsWith('{')) return incident ? { ...variables, INCIDENT: incident } : variables
  const { message, id = '' } = JSON.parse(printed) as { message?: string; id?: string }
  if (message !== undefined) return { ...variables, SIGNATURE: await ada.signMessage({ message }) }
  return id.startsWith('sub_') ? { ...variables, ID: id } : variables
}

test('the commands of the guides run, and their responses have the fields shown', { skip: noChain }, async (t) => {
  const { url, folder, submission, variables, deps } = await startGuided(t)
  const wrong: string[] = []
  for (const guide of guides) {
    let known: Record<string, string> = variables
    for (const { place, code, response } of listCommands(listFences(guide))) {
      const here = code
        .replaceAll(/https:\/\/launch(score)?\.example|http:\/\/(localhost|127\.0\.0\.1):8080/g, url)
        .replaceAll('https%3A%2F%2Flaunchscore.example', encodeURIComponent(deps.config.publicUrl))
        .replaceAll(
          /https:\/\/you\.example\/left-sock\.png|http:\/\/127\.0\.0\.1:8090\/[\w-]+\.png/g,
          String(submission()['imageUrl']),
        )
        .replaceAll('01a20194-50b3-70bc-bd8a-b7622802df28', variables.ID)
      let printed = ''
      try {
        printed = await run(here, folder, known)
        known = await learn(printed, known)
        if (response !== undefined) compareShape(response, JSON.parse(printed), place)
        else assert.doesNotMatch(printed, /^\{"error":/, place)
      } catch (error) {
        wrong.push(`${place}: ${(error as Error).message} ${printed}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
})

test('all JSON in the guides can be parsed, and each skipped block has its reason', () => {
  const fences = guides.flatMap(listFences)
  for (const { place, language, code, reason } of fences) {
    if (language === 'json') assert.doesNotThrow(() => void JSON.parse(code), place)
    if (reason !== undefined) assert.match(reason, /^\w+( \w+)+/, place)
  }
  assert.ok(fences.filter(({ language }) => language === 'sh').length > 50)
})

await import('../world/close-shared-db.ts')
