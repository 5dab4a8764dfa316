import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { inherited } from '../../dev/server/start-program.ts'
import { startLogged, startService } from '../servers/processes.ts'
import { copyTemplate } from '../world/database.ts'
import { until } from '../world/waiting.ts'

const root = join(import.meta.dirname, '../..')

interface Result {
  status: number
  stdout: string
  stderr: string
}

interface Run {
  args: string[]
  env?: NodeJS.ProcessEnv
  file?: string
  cwd?: string
}

function makeFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'launchscore-entry-')))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs an entry point in a folder with the given `.env`. */
function runIn(t: TestContext, { args, env = {}, file, cwd = makeFolder(t) }: Run) {
  if (file !== undefined) writeFileSync(join(cwd, '.env'), file)
  const { promise, resolve } = Promise.withResolvers<Result>()
  execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) =>
    resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
  )
  return promise
}

const launchscore = join(root, 'bin/launchscore.js')

test('an older Node gets one line that names the required version, and exit status 1', async (t) => {
  for (const version of ['20.19.2', '23.11.1']) {
    const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`
    assert.deepEqual(await runIn(t, { args: ['--import', older, launchscore, 'start'] }), {
      status: 1,
      stdout: '',
      stderr: `Launchscore needs Node.js 24 or newer; this is ${version}. Install it, or run the same command as: npx -p node@24 -c '<command>'\n`,
    })
  }
})

test('package.json names the oldest version of Node that the entry point accepts', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } }
  assert.equal(engines.node, '>=24.0.0')
})

test('.env: the service and the tool read it; variables that are set win', async (t) => {
  for (const [args, start] of [
    [[launchscore, 'start'], ''],
    [[launchscore, 'keys', 'list'], '\ufeff'], // a byte order mark
  ] as const) {
    const file = `${start}PORT=x\nLOG_LEVEL=loud\n`
    const { status, stderr } = await runIn(t, { args: [...args], file, env: { LOG_LEVEL: 'silent' } })
    assert.equal(status, 2)
    assert.equal(stderr, 'PORT must be a whole number from 0 to 65535\n')
  }
})

test('.env that is a folder: one line and exit status 2, for every command', async (t) => {
  const cwd = makeFolder(t)
  mkdirSync(join(cwd, '.env'))
  for (const args of [['--version'], ['start'], ['keys', 'list']])
    assert.deepEqual(await runIn(t, { args: [launchscore, ...args], cwd }), {
      status: 2,
      stdout: '',
      stderr: '.env is a folder, not a file: remove it, or replace it with a file of variables.\n',
    })
})

test('.env is ignored by git, so that no secret is committed', () => {
  assert.ok(readFileSync(join(root, '.gitignore'), 'utf8').split('\n').includes('.env'))
})

test('a reader that closes the pipe early ends the tool without an error', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const reader = 'process.stdin.destroy()'
  const line = `("$0" "$1" --help; echo "status $?" >&2) | "$0" -e "${reader}"`
  execFile('sh', ['-c', line, process.execPath, launchscore], (_error, _stdout, stderr) => resolve(stderr))
  assert.equal(await promise, 'status 0\n')
})

test('eval --folder: relative to the caller, also when the service runs the command', async (t) => {
  const [data, cwd] = [makeFolder(t), makeFolder(t)]
  await copyTemplate(data)
  await startService(t, { DATA_DIR: data })
  for (const args of [
    ['--folder', 'sets'],
    ['--folder=./sets', '--json'],
  ]) {
    const run = await runIn(t, { args: [launchscore, 'eval', ...args], env: { DATA_DIR: data }, cwd })
    assert.deepEqual(run, {
      status: 2,
      stdout: '',
      stderr: `${join(cwd, 'sets')} does not exist\n${evalUsage}\n`,
    })
  }
})

const evalUsage =
  'Usage: launchscore eval [--compare <versions...>] [--anchors] [--model <name>] [--repeats <count>] [--folder <path>] [--json]'

test('a command that the service runs gets the arguments of the call', async (t) => {
  const data = makeFolder(t)
  await copyTemplate(data)
  await startService(t, { DATA_DIR: data })
  const run = (...args: string[]) => runIn(t, { args: [launchscore, ...args], env: { DATA_DIR: data } })
  const issued = await run('keys', 'issue', '--json', '--tier', 'pro', '--label', 'A b', '--owner=-ops', '--test')
  const key = JSON.parse(issued.stdout) as Record<string, string>
  assert.deepEqual([key['tier'], key['label'], key['owner']], ['pro', 'A b', '-ops'])
  assert.match((await run('keys', 'show', key['prefix'] ?? '')).stdout, /A b/)
})

test('start names variables that are misspelt, beside the problems of others and in the log', async (t) => {
  const file = 'MODEL_PROVIDR=openai\nFAVOURITE_COLOUR=blue\n'
  const unknown = [
    'PUBLC_URL is not a variable of the service and has no effect; did you mean PUBLIC_URL?',
    'FAVOURITE_COLOUR in .env is not a variable of the service and has no effect',
    'MODEL_PROVIDR in .env is not a variable of the service and has no effect; did you mean MODEL_PROVIDER?',
  ]
  const env = { PUBLC_URL: 'https://x.example', PORT: 'abc' }
  const { status, stderr } = await runIn(t, { args: [launchscore, 'start'], file, env })
  assert.equal(status, 2)
  assert.equal(stderr, ['PORT must be a whole number from 0 to 65535', ...unknown, ''].join('\n'))
  const folder = makeFolder(t)
  await copyTemplate(folder)
  const { lines } = await startLogged(t, { DATA_DIR: folder, PUBLC_URL: 'https://x.example' })
  const line = lines.find(({ msg }) => msg === unknown[0])
  assert.deepEqual([line?.level, line?.['variable']], [40, 'PUBLC_URL'])
})

test('start names what replaces a former variable, which it still reads, and stops at one that is gone', async (t) => {
  const folder = makeFolder(t)
  await copyTemplate(folder)
  const { lines } = await startLogged(t, { DATA_DIR: folder, SCORE_MAX_IN_FLIGHT: '9', DISPATCH_INTERVAL_SECONDS: '0' })
  assert.deepEqual(
    lines.filter((line) => 'variable' in line).map(({ level, msg }) => [level, msg]),
    [
      [40, 'SCORE_MAX_IN_FLIGHT is still read; TUNING replaces it, with in_flight=…'],
      [
        40,
        'DISPATCH_INTERVAL_SECONDS is still read, but superseded: to send nothing by itself, run `launchscore start --quiet`',
      ],
    ],
  )
  const { configuration } = lines.find(({ msg }) => msg === 'listening') as { configuration?: Record<string, unknown> }
  assert.deepEqual([configuration?.['scoreMaxInFlight'], configuration?.['dispatchIntervalSeconds']], [9, 0])
  const env = { WALLETCONNECT_PROJECT_ID: 'abc', WALLETCONNECT_RELAY_URL: 'wss://relay.example' }
  assert.deepEqual(await runIn(t, { args: [launchscore, 'start'], env }), {
    status: 2,
    stdout: '',
    stderr: 'WALLETCONNECT_RELAY_URL is gone: wallets use WalletConnect’s own relay. Remove it\n',
  })
})

const isLinux = process.platform === 'linux' && existsSync('/usr/bin/script')

test('start --quiet on a terminal: text for people, and nothing is sent by itself', { skip: !isLinux }, async (t) => {
  const command = `"${process.execPath}" "${launchscore}" start --quiet`
  const env = { ...inherited(), DATA_DIR: makeFolder(t), PORT: '0' }
  const terminal = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => void terminal.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: terminal.stdout }).on('line', (line) => lines.push(line))
  await until(() => lines.some((line) => line.includes(' listening ')))
  for (const line of lines) assert.match(line, /^\d\d:\d\d:\d\d (info |warn ) [a-z]/)
  const stubbed = 'these signals are stubs because their providers are not configured'
  assert.deepEqual(
    lines.slice(0, 3).map((line) => line.slice(9).split('=')[0]?.replace(/ \w+$/, '')),
    [`warn  ${stubbed}`, 'info  creating the tables of a new database', 'info  listening'],
  )
  const listening = lines.find((line) => line.includes(' listening ')) ?? ''
  assert.match(listening, / info {2}listening url=http:\/\/127\.0\.0\.1:\d+ version=\S+ .*"dispatchIntervalSeconds":0/)
  const ended = once(terminal, 'close')
  terminal.stdin.write('\u0003') // Ctrl-C
  await ended
  assert.match(lines.at(-1) ?? '', / info {2}stopped uptimeSeconds=\d+/)
})

test('start, demo and dev: a port in use is told before anything is opened', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const PORT = String((other.address() as AddressInfo).port)
  const reason = `Can't listen on 127.0.0.1 port ${PORT}: the port is already in use. Stop the other process or set another PORT.`
  const cwd = makeFolder(t)
  const started = await runIn(t, { args: [launchscore, 'start'], env: { PORT, LOG_LEVEL: 'info' }, cwd })
  assert.deepEqual(started, { status: 1, stdout: '', stderr: `${reason}\n` })
  assert.deepEqual(readdirSync(cwd), [])
  const shown = await runIn(t, { args: [launchscore, 'demo', '--once'], env: { PORT, PATH: process.env.PATH }, cwd })
  assert.deepEqual(shown, { status: 1, stdout: '', stderr: `The demo failed: ${reason}\n` })
  const developed = await runIn(t, {
    args: [join(root, 'dev/server/dev.ts')],
    env: { PORT, PATH: process.env.PATH },
    cwd,
  })
  assert.deepEqual(developed, { status: 1, stdout: '', stderr: `${reason}\n` })
})

// Stands for npx, which a SIGTERM ends although its program runs on.
const launcher = `const { spawn } = require('node:child_process')
spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`

test('start: stops as at SIGTERM when its parent ends under npx', async (t) => {
  const folder = makeFolder(t)
  await copyTemplate(folder)
  const env = { ...inherited(), DATA_DIR: folder, PORT: '0', npm_command: 'exec' }
  const args = ['-e', launcher, launchscore, 'start']
  const parent = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const pidOf = () => Number(readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8'))
  const messages: string[] = []
  let pid = 0
  t.after(() => void (pid > 0 && isRunning(pid) && process.kill(pid, 'SIGKILL')))
  for await (const line of createInterface({ input: parent.stdout })) {
    const { msg } = JSON.parse(line) as { msg: string }
    messages.push(msg)
    if (msg !== 'listening') continue
    pid = pidOf()
    parent.kill('SIGTERM')
  }
  assert.equal(messages.at(-1), 'stopped')
  await until(() => !isRunning(pid))
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
