import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../dev/world/free-port.ts'
import { parseCall, runCommand } from '../../src/main/commands.ts'
import { startApp, startWorld } from '../world/app.ts'
import { watchModules } from '../servers/modules.ts'
import { fromSource, runCli } from '../servers/processes.ts'
import { copyTemplate } from '../world/database.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  return folder
}

for (const args of [['--help'], ['--version'], ['keys', 'rotate', '--help']])
  test(`launchscore ${args.join(' ')}: loads the definitions of the commands and none of their modules`, async (t) => {
    const { environment, files: listFiles } = watchModules(t)
    assert.equal((await runCli(args, environment, fromSource.cli)).status, 0)
    const files = listFiles()
    assert.deepEqual(
      files.filter(
        (file) =>
          !/^(src\/(main|platform|platform\/cli)\/[a-z-]+\.ts|src\/[a-z/]+\/commands\.ts|contract\/text\.ts|test\/servers\/[a-z-]+\.ts|node_modules\/(@commander-js\/extra-typings|commander)\/.*)$/.test(
            file,
          ),
      ),
      [],
    )
  })

test('launchscore --version: the version of the package, as text and as JSON', async () => {
  assert.deepEqual(await runCli(['--version'], {}), { status: 0, stdout: `${version}\n`, stderr: '' })
  assert.deepEqual(JSON.parse((await runCli(['--version', '--json'], {})).stdout), { version })
})

test('launchscore --help: every command with its summary, as text and as JSON', async () => {
  const { status, stdout, stderr } = await runCli(['--help'], {})
  assert.deepEqual([status, stderr], [0, ''])
  const unwrapped = stdout.replaceAll(/\s+/g, ' ')
  for (const { name, summary } of await listCommands()) {
    assert.match(stdout, new RegExp(`^  ${name}\\b`, 'm'))
    assert.ok(unwrapped.includes(summary), name)
  }
})

test('launchscore <command> --help: usage, summary and each option of the command', async () => {
  const { status, stdout, stderr } = await runCli(['keys', 'issue', '--help'], {})
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^Usage: launchscore keys issue --tier <tier> --label <text> .*\[--json\]\n/)
  for (const option of ['tier <tier>', 'label <text>', 'json'])
    assert.match(stdout, new RegExp(`^  --${option} +\\S`, 'm'))
  assert.match(stdout, /\(choices: "free", "pro",\s+"enterprise"\)/)
  assert.equal((await runCli(['help', 'keys', 'issue'], {})).stdout, stdout)
  assert.equal((await runCli(['keys', 'issue', '-h'], {})).stdout, stdout)
})

test('every command and every option has a help text', async () => {
  for (const { name, summary, options } of await listCommands()) {
    assert.match(summary, /\w/, name)
    for (const { option, help } of options) assert.match(help, /\w/, `${name} ${option}`)
  }
})

test('every command has an action', async () => {
  // the program adds `demo` to the service's commands
  for (const { name, usage } of (await listCommands()).filter((command) => command.name !== 'demo')) {
    const values = { '<tier>': 'pro', '<reason>': 'wrong_data' }
    const required = usage.replace('launchscore ', '').replaceAll(/\[[^\]]*\]/g, '')
    const args = required.trim().split(/\s+/)
    const call = parseCall(args.map((arg) => values[arg as keyof typeof values] ?? arg))
    assert.ok('work' in call && (call.work.alone ?? call.work.inService), name)
  }
})

test('launchscore keys --help: the commands of the group alone', async () => {
  const { status, stdout } = await runCli(['keys', '--help'], {})
  assert.equal(status, 0)
  assert.match(stdout, /^ {2}keys revoke <prefix> +revoke an API key/m)
  assert.doesNotMatch(stdout, /incident/)
})

interface Listed {
  name: string
  usage: string
  summary: string
  options: { option: string; help: string }[]
}

const listCommands = async () => JSON.parse((await runCli(['--help', '--json'], {})).stdout) as Listed[]

const wrong: [args: string[], fault: RegExp, usage: RegExp][] = [
  [['keys', 'revoke'], /^missing required argument 'prefix'$/, /^Usage: launchscore keys revoke <prefix> \[--json\]$/m],
  [['keys', 'list', '--nope'], /^unknown option '--nope'/, /^Usage: launchscore keys list \[--json\]$/m],
  [
    ['keys', 'issue', '--tier', 'free', '--tier', 'pro', '--label', 'a', '--owner', 'b'],
    /^--tier can be given only once$/,
    /^Usage: launchscore keys issue /m,
  ],
  [['keys', 'list', 'extra'], /^too many arguments for 'list'/, /^Usage: launchscore keys list \[--json\]$/m],
  [['keys', 'nope'], /^unknown command 'nope'$/, /^ {2}keys revoke <prefix> /m],
  [['keys', 'isue'], /^unknown command 'isue'$/, /^\(Did you mean issue\?\)$/m],
  [['migrat'], /^unknown command 'migrat'$/, /^\(Did you mean migrate\?\)$/m],
  [['nope'], /^unknown command 'nope'$/, /^Run `launchscore --help` to list the commands\.$/m],
  [[], /^Usage: launchscore <command>$/, /^ {2}migrate /m],
  [['keys'], /^Usage: launchscore keys <command>$/, /^ {2}keys revoke <prefix> /m],
  [
    ['outcome', 'recompute', '--days', 'days', '--url', 'https://scores.example'],
    /^option '--url <url>' cannot be used with option '--days <folder>'$/,
    /^Usage: launchscore outcome recompute /m,
  ],
  [['outcome', 'recompute', '--url', 'nope'], /^nope is not the URL of a deployment$/, /^Usage: launchscore outcome /m],
  [
    ['webhooks', 'trigger', 'nope', '--forward-to', 'http://127.0.0.1'],
    /^the event must be one of /,
    /^Usage: launchscore webhooks trigger <event> /m,
  ],
  [['webhooks', 'listen'], /^missing --secret-file or --secret/, /^Usage: launchscore webhooks listen /m],
  [['mcp', '--url', 'http://far.example'], /^--url must be an https URL/, /^Usage: launchscore mcp /m],
]
for (const [args, fault, usage] of wrong)
  test(`launchscore ${args.join(' ')}: exit status 2, the reason and the usage`, async () => {
    const { status, stdout, stderr } = await runCli(args, {})
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr.split('\n')[0] ?? '', fault)
    assert.match(stderr, usage)
  })

test('launchscore eval --repeats abc: exit status 2, also without a model', async (t) => {
  const { deps } = await startApp(t, {})
  const { status, stderr } = await runCommand(deps, ['eval', '--repeats', 'abc'])
  assert.equal(status, 2)
  assert.match(stderr, /^--repeats must be a whole number from 1 to 9\n/)
})

for (const args of [
  ['keys', 'list'],
  ['score', 'verify', '0199d5a2-0000-7000-8000-000000000000'],
  ['migrate', '--json'],
])
  test(`launchscore ${args.slice(0, 2).join(' ')}: one line and exit status 1 without the database`, async () => {
    const { status, stdout, stderr } = await runCli(args, { DATABASE_URL: 'postgres://postgres@localhost:1/none' })
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^.*connect ECONNREFUSED.*\n$/)
  })

test('launchscore: a missing option or a wrong word is status 2 without the database', async () => {
  const calls: [args: string[], fault: string][] = [
    [['keys', 'issue'], "required option '--tier <tier>' not specified"],
    [
      ['keys', 'issue', '--tier', 'gold', '--label', 'a', '--owner', 'b'],
      "option '--tier <tier>' argument 'gold' is invalid. Allowed choices are free, pro, enterprise.",
    ],
    [
      ['incident', 'open', '--title', 'a', '--body', 'b', '--impact', 'huge'],
      "option '--impact <impact>' argument 'huge' is invalid. Allowed choices are minor, major.",
    ],
  ]
  for (const [args, fault] of calls) {
    const { status, stdout, stderr } = await runCli(args, { DATABASE_URL: 'postgres://postgres@localhost:1/none' })
    assert.deepEqual([status, stdout, stderr.split('\n')[0]], [2, '', fault])
  }
})

const toNote = (folder: string) => `made a new embedded database in ${folder}`

test('launchscore: names the new embedded database that a command made', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'cli-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const [first, second] = [join(parent, 'first'), join(parent, 'second')]
  const issue = ['keys', 'issue', '--tier', 'pro', '--label', 'A', '--owner', 'b', '--json']
  const issued = await runCli(issue, { DATA_DIR: first })
  assert.deepEqual([issued.status, issued.stderr], [0, `${toNote(first)}\n`])
  assert.equal(JSON.parse(issued.stdout).tier, 'pro')
  assert.equal((await runCli(issue, { DATA_DIR: first })).stderr, '')
  const failed = await runCli(['keys', 'revoke', 'lsc_live_aaaaaaaa'], { DATA_DIR: second })
  assert.equal(failed.status, 1)
  assert.ok(failed.stderr.endsWith(` (${toNote(second)})\n`), failed.stderr)
  assert.equal(failed.stderr.split('\n').length, 2)
})

test('launchscore score verify: one line and exit status 1 when nothing listens', async (t) => {
  const url = 'http://127.0.0.1:1/v1/score/0199d5a2-0000-7000-8000-000000000000'
  const { status, stdout, stderr } = await runCli(['score', 'verify', url], { DATA_DIR: await makeFolder(t) })
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^the service at http:\/\/127\.0\.0\.1:1 could not be reached: connection refused\n$/)
})

test('launchscore score verify: the URL of a score makes no database', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'cli-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const [dataDir, temporary] = [join(parent, 'data'), join(parent, 'tmp')]
  mkdirSync(temporary)
  const url = 'http://127.0.0.1:1/v1/score/0199d5a2-0000-7000-8000-000000000000'
  const { status, stderr } = await runCli(['score', 'verify', url], { DATA_DIR: dataDir, TMPDIR: temporary })
  assert.deepEqual([status, stderr.split('\n').length], [1, 2])
  assert.match(stderr, /connection refused\n$/)
  assert.deepEqual([existsSync(dataDir), readdirSync(temporary)], [false, []])
})

test('launchscore outcome recompute: one line and exit status 1 without sealed days', async (t) => {
  const folder = await makeFolder(t)
  const recompute = () => runCli(['outcome', 'recompute', '--days', folder], {})
  const empty = await recompute()
  assert.deepEqual([empty.status, empty.stderr], [1, 'There is no sealed day.\n'])
  writeFileSync(join(folder, 'days.json'), '{"days": ')
  const { status, stderr } = await recompute()
  assert.deepEqual([status, stderr.includes(join(folder, 'days.json')), stderr.split('\n').length], [1, true, 2])
})

test('launchscore outcome recompute --url: waits as Retry-After says, and prints that', async (t) => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end()
    else response.end('{"days": []}')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { status, stderr } = await runCli(['outcome', 'recompute', '--url', url], {})
  const days = `${url}/api/v1/track-record/days?limit=500`
  assert.deepEqual([status, stderr], [1, `${days} responded with 429; waiting 1 s\nThere is no sealed day.\n`])
})

const nowhere = `http://127.0.0.1:${await freePort('127.0.0.1', 0)}`

const unreachable: [args: string[], line: string][] = [
  [['mcp', '--url', nowhere], `the service at ${nowhere} could not be reached: connection refused`],
  [
    ['outcome', 'recompute', '--url', nowhere],
    `${nowhere}/api/v1/track-record/days?limit=500 could not be reached: connection refused`,
  ],
  [
    ['webhooks', 'trigger', 'score.created', '--forward-to', `${nowhere}/`, '--secret', 'whsec_x'],
    `${nowhere}/ did not respond: connection refused`,
  ],
  [
    ['webhooks', 'trigger', 'score.created', '--forward-to', nowhere, '--url', nowhere, '--key', 'k'],
    `the service at ${nowhere} could not be reached: connection refused`,
  ],
]
for (const [args, line] of unreachable)
  test(`launchscore ${args.slice(0, 2).join(' ')}: names the URL that refuses the connection`, async () => {
    const { status, stderr } = await runCli(args, {})
    assert.deepEqual([status, stderr.replace(/^No secret was given.*\n/, '')], [1, `${line}\n`])
  })

test('score verify: prints the checks; one line and status 1 without a proof', async (t) => {
  const { deps, score } = await startApp(t, { world: await startWorld(t) })
  const { body } = await score()
  const { status, stdout, stderr } = await runCommand(deps, ['score', 'verify', body.id])
  assert.equal(status, 1)
  assert.match(stdout, /^failed +\S+ +attestation/m)
  assert.equal(stderr, 'NOT VERIFIED: attestation\n')
  const asJson = await runCommand(deps, ['score', 'verify', body.id, '--json'])
  assert.deepEqual([asJson.status, asJson.stderr], [1, 'NOT VERIFIED: attestation\n'])
  assert.equal((JSON.parse(asJson.stdout) as { verified: boolean }).verified, false)
})

test('--json before, between and after the words of a command: one JSON document', async (t) => {
  const { deps } = await startApp(t)
  for (const args of [
    ['--json', 'keys', 'list'],
    ['keys', '--json', 'list'],
    ['keys', 'list', '--json'],
  ]) {
    const { status, stdout, stderr } = await runCommand(deps, args)
    assert.deepEqual([status, stderr, JSON.parse(stdout)], [0, '', []])
  }
})

await import('../world/close-shared-db.ts')
