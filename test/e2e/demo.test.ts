import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { samples } from '../../dev/world/samples.ts'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { launchscore, runCli } from '../servers/processes.ts'
import { copyTemplate } from '../world/database.ts'

const root = join(import.meta.dirname, '../..')

interface Ended {
  status: number | null
  output: string
  errors: string
}

/** Runs the demo with these settings alone; once its output holds `until`, it is interrupted, after `use`. */
async function runDemo(
  args: string[],
  env: Record<string, string>,
  until?: string,
  use = async (_output: string): Promise<void> => {},
): Promise<Ended> {
  const ended = Promise.withResolvers<Ended>()
  const child = execFile(
    process.execPath,
    [launchscore, 'demo', ...args],
    { env, timeout: 240_000 },
    (_error, output, errors) => ended.resolve({ status: child.exitCode, output, errors }),
  )
  let seen = ''
  child.stdout?.on('data', (text: string) => {
    const wasSeen = until === undefined || seen.includes(until)
    seen += text
    if (wasSeen || !seen.includes(until)) return
    use(seen)
      .catch(ended.reject)
      .finally(() => child.kill('SIGINT'))
  })
  return ended.promise
}

/** A command that sends a submission, as the demo and README.md show it. */
const firstRequest = /^curl -s (\S+)\/v1\/score .* -d '(\{\n[^']*)'$/m

const withoutPorts = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')

interface Row {
  launch: string
  notes: string
  total: number
  band: string
}

/** The table's lines: launch, warnings or what is notable, total, band, six numbers. */
const rowsIn = (output: string): Row[] =>
  Array.from(
    output.matchAll(/^ {2}(\S.*? \$\w+) +(\S.*?) +(\d+\.\d\d) {2}(green|amber|red)(?: +\d+){6}$/gm),
    (match) => ({
      launch: match[1] ?? '',
      notes: match[2] ?? '',
      total: Number(match[3]),
      band: match[4] ?? '',
    }),
  )

void describe('the demo', () => {
  let folder = ''
  let first: Ended
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-test-'))
    await copyTemplate(join(folder, 'data'))
    first = await runDemo(['--once', '--my-database'], { PORT: '0', DATA_DIR: join(folder, 'data') })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('ends with 0 when run once', () => assert.deepEqual([first.status, first.errors], [0, '']))

  test('scores every sample, with visibly different scores', () => {
    const rows = rowsIn(first.output)
    const expected = samples.map(({ submission: { name, symbol } }) => `${name} $${symbol}`)
    assert.deepEqual(
      rows.map(({ launch }) => launch),
      expected,
    )
    assert.ok(new Set(rows.map(({ total }) => total)).size >= 8)
    for (const band of ['green', 'amber', 'red']) assert.ok(rows.filter((row) => row.band === band).length >= 2, band)
    const totals = rows.map(({ total }) => total)
    assert.ok(Math.max(...totals) - Math.min(...totals) > 40)
  })

  test('names the warnings of a launch before its number, the gravest first', () => {
    const read = (name: string) => rowsIn(first.output).find(({ launch }) => launch.startsWith(`${name} $`))?.notes
    assert.equal(read('Free Lunch'), '!! Honeypot +3')
    assert.equal(read('Tip Jar'), '! Owner can pause trading')
    assert.equal(read('Left Sock'), 'fresh idea, clean contract')
    assert.match(first.output, /explained: [\d.]+\n\n {2}critical {2}Honeypot: holders cannot sell this token\.$/m)
  })

  test('explains one score: the sum and the reason of each signal', () => {
    const [, name, total] = /^3 {2}The score of (.*) explained: ([\d.]+)$/m.exec(first.output) ?? []
    assert.equal(rowsIn(first.output).find(({ launch }) => launch.startsWith(`${name} $`))?.total, Number(total))
    const added = Array.from(first.output.matchAll(/^ {2}\w+ +\d+ +[\d.]+ % +(\d+\.\d\d)/gm), ([, number]) =>
      Number(number),
    )
    assert.equal(added.length, 6)
    assert.ok(Math.abs(added.reduce((sum, number) => sum + number, 0) - Number(total)) < 0.03)
    assert.match(first.output, /^ {2}risk +This is a honeypot/m)
    assert.match(first.output, /Powered by GoPlus/)
  })

  test('counts the views and the sessions of the launch page in plain English', () =>
    assert.match(first.output, /^ {2}3 views by 1 session$/m))

  test('labels the stand-in model in the list of providers and in each reason', () => {
    assert.match(first.output, /^ {2}model +stand-in .*not a language model$/m)
    for (const signal of ['meme', 'image'])
      assert.match(first.output, new RegExp(`^ {2}${signal} +Stand-in judge, not a model`, 'm'))
  })

  test('scores the same submission again: a new record with the same judged numbers', () => {
    const [, id, numbers] = /^ {2}before {3}(\S+)(.*)$/m.exec(first.output) ?? []
    const [, idAgain, numbersAgain] = /^ {2}again {4}(\S+)(.*)$/m.exec(first.output) ?? []
    assert.ok(id && idAgain && id !== idAgain)
    assert.equal(numbersAgain, numbers)
  })

  test('ranks it in a cohort that counts each submission once', () => {
    assert.match(first.output, new RegExp(`^ {2}percentile [\\d.]+ of a cohort of ${samples.length}$`, 'm'))
  })

  test('shows each webhook delivery after the step that caused it, verified', () => {
    const shown = Array.from(
      first.output.matchAll(/^ {4}webhook {3}(\S+) +(dlv_[0-9a-f]{32}) {2}signature good$/gm),
      ([, event]) => event,
    )
    const expected = ['webhook.test', 'enrollment.created', 'launch.scheduled']
    assert.deepEqual(new Set(shown), new Set([...expected, ...(hasAnvil() ? ['attestation.published'] : [])]))
    assert.match(first.output, /^ {4}id +sub_[0-9a-f]{32}\n {4}endpoint +http:.*\n {4}events +\*\n {4}active +true$/m)
    assert.doesNotMatch(first.output, /on its way/)
  })

  test('publishes on a local chain and verifies, or says that no chain is available', () => {
    if (!hasAnvil()) return assert.match(first.output, /^ {2}There is no local chain, so this step is skipped\.$/m)
    assert.match(first.output, /^ {4}status +published$/m)
    const [, digest] = /^ {4}digest +(0x[0-9a-f]{64})$/m.exec(first.output) ?? []
    assert.match(first.output, new RegExp(`^ {4}ok +proof +digest +${digest}$`, 'm'))
    assert.doesNotMatch(first.output, /^ {4}(failed|skipped) /m)
  })

  test('tells the 90 days of six launches and prints their track record', () => {
    if (!hasAnvil()) return assert.match(first.output, /^ {2}There is no local chain with a market/m)
    const lines = first.output.split('\n')
    const read = (name: string) =>
      lines.find((line) => line.startsWith(`  ${name} $`))?.replace(/^.*(green|amber|red) +/, '')
    assert.deepEqual(read('Paper Lantern')?.split(/ +/), ['alive', 'alive', 'graduated', 'graduated'])
    assert.deepEqual(read('Tea Break')?.split(/ +/), ['alive', 'alive', 'alive', 'alive'])
    assert.deepEqual(read('Monday Motor')?.split(/ +/), ['alive', 'dead', 'dead', 'dead', 'thin'])
    assert.deepEqual(read('Golden Faucet')?.split(/ +/), ['alive', 'rugged', 'rugged', 'rugged', 'removed'])
    assert.deepEqual(read('Fog Machine')?.split(/ +/), ['alive', 'alive', 'unknown', 'unknown', 'vanished'])
    assert.match(read('Someday Soon') ?? '', /never launched$/)
    const sentence = first.output.replaceAll(/\n +/g, ' ')
    assert.match(sentence, /Of 6 launches scored, 5 were launched and 1 never was; 5 of them have traded for 30 days/)
  })

  test('shows webhooks with DISPATCH_INTERVAL_SECONDS=0; does not use a given chain', async () => {
    const environment = { CHAIN_RPC_URL: 'http://127.0.0.1:9', DISPATCH_INTERVAL_SECONDS: '0', PORT: '0' }
    const { status, output } = await runDemo(['--once'], environment)
    assert.equal(status, 0)
    assert.match(output, /^ {2}chain +yours +127\.0\.0\.1:9 /m)
    assert.doesNotMatch(output, /on its way/)
    assert.match(output, /^ {2}There is no local chain, so this step is skipped\.$/m)
  })

  test('shows how mistakes are refused', () => {
    assert.match(first.output, /^ {2}400 bad_request\n {2}tip .*\n {2}symbol .*\n(?: {12}.*\n)* {2}xHandle /m)
    assert.match(first.output, /^ {2}400 bad_request\n {2}imageUrl +must point to a public address$/m)
  })

  test('prints plain text of at most 100 columns', () => {
    assert.ok(!first.output.includes('\u001b'))
    const long = first.output.split('\n').filter((line) => line.length > 100 && !line.includes(folder))
    assert.deepEqual(long, [])
  })

  test('without --once runs until interrupted; its request gets the score of README.md', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const settings = { PORT: '0', DATA_DIR: join(folder, 'kept') }
    await copyTemplate(settings.DATA_DIR)
    let score: Partial<ScoreResult> = {}
    const { status, output } = await runDemo(['--my-database'], settings, 'Press Ctrl-C to stop.', async (printed) => {
      const [, url, payload = ''] = firstRequest.exec(printed) ?? []
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}/v1/score`, { method: 'POST', headers, body: payload })
      score = (await response.json()) as ScoreResult
    })
    assert.equal(status, 0)
    assert.ok(output.includes(`yours     ${settings.DATA_DIR}`))
    const [command = ''] = firstRequest.exec(output) ?? []
    assert.ok(withoutPorts(readme).includes(withoutPorts(command)))
    const [, shown = ''] = /```json\n(.*?)```/s.exec(readme) ?? []
    const expected = JSON.parse(shown) as ScoreResult
    for (const field of ['aggregate', 'band', 'warnings', 'confidence'] as const)
      assert.deepEqual(score[field], expected[field])
    assert.deepEqual([score.confidence, score.warnings?.length], ['final', 2])
  })

  test('refuses to write samples to the operator’s database unless told to', async () => {
    const temporary = await mkdtemp(join(folder, 'tmp-'))
    const theirs = { DATABASE_URL: 'postgres://127.0.0.1:1/theirs', DATA_DIR: join(folder, 'theirs') }
    const { output } = await runDemo([], { PORT: '0', TMPDIR: temporary, ...theirs }, 'pass --my-database.')
    assert.match(output, /^ {2}database +embedded +\/\S+, deleted at the end\n {2}Your DATABASE_URL/m)
    assert.deepEqual([existsSync(theirs.DATA_DIR), await readdir(temporary)], [false, []])
  })

  test('demo --once --json: one JSON document, and the words on standard error', async () => {
    const { status, stdout, stderr } = await runCli(['demo', '--once', '--json'], { PORT: '0' }, launchscore)
    const { url, launches } = JSON.parse(stdout) as { url: string; launches: { name: string }[] }
    assert.deepEqual([status, new URL(url).hostname], [0, '127.0.0.1'])
    assert.ok(launches.some(({ name }) => name === 'Left Sock'))
    assert.match(stderr, /^ {2}Left Sock \$SOCK +\w.* \d+\.\d\d {2}green /m)
  })

  test('removes its folder when nobody reads on', async () => {
    const temporary = await mkdtemp(join(folder, 'tmp-'))
    const child = spawn(process.execPath, [launchscore, 'demo', '--once'], { env: { PORT: '0', TMPDIR: temporary } })
    child.stdout.once('data', () => child.stdout.destroy())
    assert.deepEqual(await once(child, 'exit'), [1, null])
    assert.deepEqual(await readdir(temporary), [])
  })

  const mistakes: [title: string, args: string[], settings: Record<string, string>, problems: RegExp[]][] = [
    ['a setting that can’t be used', [], { PORT: '99999' }, [/^PORT must be a whole number/]],
    [
      'a provider that is set by half',
      [],
      { MODEL_PROVIDER: 'openai' },
      [/^MODEL_NAME is missing/, /^MODEL_API_KEY is/],
    ],
    [
      'several settings that can’t be used',
      ['--my-database'],
      { PORT: 'abc', DATABASE_URL: 'nope', CHAIN_ID: 'x' },
      [/^CHAIN_ID must be a whole number/, /^PORT must be a whole number/, /^DATABASE_URL must be a URL/],
    ],
  ]
  for (const [title, args, settings, problems] of mistakes) {
    test(`${title}: 2, a line per problem, and no world starts`, async () => {
      const temporary = await mkdtemp(join(folder, 'tmp-'))
      const { status, output, errors } = await runDemo(['--once', ...args], { TMPDIR: temporary, ...settings })
      assert.deepEqual([status, output, await readdir(temporary)], [2, '', []])
      const lines = errors.trimEnd().split('\n')
      assert.equal(lines.length, problems.length, errors)
      for (const [index, problem] of problems.entries()) assert.match(lines[index] ?? '', problem)
    })
  }

  test('starts when settings of a provider need only its stand-in', async () => {
    const settings = { PORT: '0', DATABASE_URL: 'nope', EVAL_ANCHORS_AT: '03:30', TOKEN_RISK_PER_MINUTE: '9999' }
    const { status, errors } = await runDemo([], settings, 'service ')
    assert.deepEqual([status, errors], [0, ''])
  })

  test('a port that is in use ends it with 1, one line, and nothing left behind', async () => {
    const temporary = await mkdtemp(join(folder, 'tmp-'))
    await using server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // listening on TCP
    const { status, errors } = await runDemo(['--once'], { PORT: String(port), TMPDIR: temporary })
    assert.equal(status, 1)
    assert.match(errors, /^The demo failed: Can't listen on 127\.0\.0\.1 port [^\n]+\n$/)
    assert.deepEqual(await readdir(temporary), [])
  })
})
