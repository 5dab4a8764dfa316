import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inherited } from '../../dev/server/start-program.ts'
import { serveControl } from '../../src/platform/cli/control-socket.ts'
import { startHeldWorld } from '../world/judge.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { copyTemplate } from '../world/database.ts'

/** A service on the embedded database, whose model responds only after the test; `asked` resolves with its first request. */
async function startWithSilentModel(t: TestContext) {
  const { world, asked } = await startHeldWorld(t)
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'launchscore-stopped-'))
  t.after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  await copyTemplate(DATA_DIR)
  const environment = { ...world.environment, DATA_DIR }
  return { environment, asked, ...(await startLogged(t, environment)) }
}

test('SIGTERM ends the commands that run in the service, and their tools say so', async (t) => {
  const { environment, asked, process: child, ended, lines } = await startWithSilentModel(t)
  const command = runCli(['eval', '--json'], environment)
  await asked
  child.kill('SIGTERM')
  assert.deepEqual(await command, {
    status: 1,
    stdout: '',
    stderr: 'The service stopped before the command had ended.\n',
  })
  assert.deepEqual(await ended, [0, null])
  assert.equal(lines.at(-1)?.msg, 'stopped')
})

test('SIGTERM stops a service whose control socket has a silent client', async (t) => {
  const { environment, process: child, ended, lines } = await startWithSilentModel(t)
  const socket = connect(join(environment.DATA_DIR, 'control.sock'))
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  assert.equal(lines.at(-1)?.msg, 'stopped')
})

test('a tool whose service is killed in the middle of a command says so', async (t) => {
  const { environment, asked, process: child } = await startWithSilentModel(t)
  const command = runCli(['eval', '--json'], environment)
  await asked
  child.kill('SIGKILL')
  const { status, stderr } = await command
  assert.deepEqual([status, stderr], [1, 'The service stopped before the command had ended.\n'])
})

/** The control socket of a service that runs every command with `run`. */
async function startControl(t: TestContext, run: Parameters<typeof serveControl>[1]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-control-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { close } = await serveControl(folder, run)
  t.after(close)
  return folder
}

test('Ctrl-C at the tool aborts its command in the service', { timeout: 30_000 }, async (t) => {
  const [started, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const DATA_DIR = await startControl(t, async (_args, signal) => {
    started.resolve()
    await once(signal, 'abort')
    aborted.resolve()
    return { status: 1, stdout: '', stderr: 'aborted\n' }
  })
  const tool = spawn(process.execPath, [join(import.meta.dirname, '../../src/main/cli.ts'), 'eval'], {
    env: { ...inherited(), DATA_DIR },
  })
  t.after(() => void tool.kill('SIGKILL'))
  await started.promise
  tool.kill('SIGINT')
  assert.deepEqual(await once(tool, 'exit'), [null, 'SIGINT'])
  await aborted.promise
})

test('the tool prints the result of a command that outlasts a check for the tool', async (t) => {
  const outcome = { status: 0, stdout: '{}\n', stderr: '' }
  const DATA_DIR = await startControl(t, async (_args, signal) => {
    await pause(2500, undefined, { signal })
    return outcome
  })
  assert.deepEqual(await runCli(['eval', '--json'], { DATA_DIR }), outcome)
})
