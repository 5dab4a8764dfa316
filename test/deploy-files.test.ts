import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { idleMs } from '../src/platform/http/close-listener.ts'
import { assertVariables } from './deploy-variables.ts'
import { parseDockerfile } from './servers/dockerfile.ts'

const deploy = join(import.meta.dirname, '../deploy')
const root = join(deploy, '..')
const readText = (path: string) => readFileSync(join(deploy, path), 'utf8')

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>
}

/** DRAIN_SECONDS with DATABASE_URL, the time of idle connections, and 10 s for what is in progress. */
const stopSeconds = 5 + idleMs / 1000 + 10

// Dockerfile

const instructions = parseDockerfile(readText('Dockerfile'))
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const findValues = (name: string, from = lastStage) => from.filter((one) => one.name === name).map(({ value }) => value)

test('the Dockerfile pins its images to the version of Node that the tests run on', () => {
  const images = findValues('FROM', instructions).map((value) => value.split(' ')[0] ?? '')
  assert.equal(images.length, 3)
  for (const image of images) assert.equal(image, `node:${devDependencies['node']}-bookworm-slim`)
})

test('the Dockerfile copies the package.json of every workspace before it installs', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const before = instructions.slice(
    0,
    instructions.findIndex(({ name }) => name === 'RUN'),
  )
  for (const folder of workspaces)
    assert.ok(findValues('COPY', before).includes(`${folder}/package.json ${folder}/`), folder)
})

test('the Dockerfile sets variables that the service reads', () => {
  const [values = ''] = findValues('ENV')
  assertVariables(values.split(' ').map((pair) => pair.split('=')[0] ?? ''))
})

// A signal ends npx or npm before the service that it started.
test('no supervisor starts the service through npx or npm', () => {
  const files = globSync(['Dockerfile', 'compose.yaml', '{systemd,kubernetes}/*'], { cwd: deploy })
  const starts = files.flatMap(
    (file) => readText(file).match(/^\s*(ExecStart=|ENTRYPOINT|CMD|command:|args:).*$/gm) ?? [],
  )
  assert.ok(starts.length >= 6)
  for (const line of starts) assert.doesNotMatch(line, /\bnp[mx]\b/)
})

// systemd, nginx, Caddy

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-deploy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('systemd accepts the unit', { skip: !has('systemd-analyze') && 'there is no systemd' }, (t) => {
  const folder = makeFolder(t)
  const unit = readText('systemd/launchscore@.service').replace(
    '/usr/local/bin/launchscore',
    join(folder, 'launchscore'),
  )
  copyFileSync('/bin/true', join(folder, 'launchscore'))
  chmodSync(join(folder, 'launchscore'), 0o755)
  writeFileSync(join(folder, 'launchscore@.service'), unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, 'launchscore@.service')])
  assert.deepEqual([stderr.toString(), status], ['', 0])
})

test('the unit sets known variables, outlives a drain, and does not run as root', () => {
  const unit = readText('systemd/launchscore@.service')
  assert.match(unit, /^DynamicUser=yes$/m)
  assert.doesNotMatch(unit, /^(User|Group)=/m)
  const [, values = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  assertVariables(values.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > stopSeconds)
})

test('nginx accepts its configuration', { skip: !has('nginx') && 'there is no nginx' }, (t) => {
  const folder = makeFolder(t)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=launch.example',
  ]
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = readText('nginx/launchscore.conf')
    .replaceAll(/^ *listen \[::\].*\n/gm, '') // a machine may have no IPv6
    .replace(/(ssl_certificate) [^;]+;/, `$1 ${certificate};`)
    .replace(/(ssl_certificate_key) [^;]+;/, `$1 ${key};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; events {} http { access_log off; ${site.replaceAll(/listen (\d+)/g, 'listen 127.0.0.1:1$1')} }`,
  )
  const { status, stderr } = spawnSync('nginx', [
    '-t',
    '-e',
    join(folder, 'error.log'),
    '-c',
    join(folder, 'nginx.conf'),
  ])
  assert.equal(status, 0, stderr.toString())
  assert.doesNotMatch(stderr.toString(), /warn/)
})

test('the proxies end an idle connection before a service that stops does', () => {
  const [, ofNginx] = /keepalive_timeout (\d+)s/.exec(readText('nginx/launchscore.conf')) ?? []
  const [, ofCaddy] = /keepalive (\d+)s/.exec(readText('caddy/Caddyfile')) ?? []
  for (const seconds of [ofNginx, ofCaddy]) assert.ok(Number(seconds) * 1000 < idleMs)
})

test('Caddy takes its file, and refuses a broken one', { skip: !has('caddy') && 'there is no Caddy' }, (t) => {
  const folder = makeFolder(t)
  const env = { ...process.env, HOME: folder, DOMAIN: 'launch.example', UPSTREAMS: '127.0.0.1:8081 127.0.0.1:8082' }
  const validate = (text: string) => {
    const config = join(folder, 'Caddyfile')
    writeFileSync(config, text)
    return spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], { env }).status
  }
  const caddyfile = readText('caddy/Caddyfile')
  assert.equal(validate(caddyfile), 0)
  assert.notEqual(validate(caddyfile.replace('health_uri', 'health_url')), 0)
})
