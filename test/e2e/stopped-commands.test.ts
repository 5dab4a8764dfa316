import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startHeldWorld } from '../held-model.ts'
import { runCli, startLogged } from '../processes.ts'
import { copyTemplate } from '../test-db.ts'

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
