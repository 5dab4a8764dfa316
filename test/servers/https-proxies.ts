import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../../dev/world/free-port.ts'
import { until } from '../world/waiting.ts'

const deploy = join(import.meta.dirname, '../../deploy')

/** A proxy of `deploy/` for https://launch.example, on a port of this machine. */
export interface HttpsProxy {
  port: number
  certificate: string
  /** Its log of errors. */
  readErrors: () => string
}

export interface ProxyProgram {
  program: string
  /** Starts it before the replicas on these ports. */
  start: (t: TestContext, replicas: number[]) => Promise<HttpsProxy>
}

export const nginx: ProxyProgram = { program: 'nginx', start: startNginx }

export const caddy: ProxyProgram = { program: 'caddy', start: startCaddy }

/** nginx with deploy/nginx/launchscore.conf, of which only the addresses and the certificate are replaced. */
async function startNginx(t: TestContext, [first, second]: number[]): Promise<HttpsProxy> {
  const { folder, key, certificate } = makeCertificate(t)
  const [port, plainPort] = [await freePort('127.0.0.1', 0), await freePort('127.0.0.1', 0)]
  const site = readFileSync(join(deploy, 'nginx/launchscore.conf'), 'utf8')
    .replace('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${second}`)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/(ssl_certificate) [^;]+;/, `$1 ${certificate};`)
    .replace(/(ssl_certificate_key) [^;]+;/, `$1 ${key};`)
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, `daemon off; pid ${folder}/pid; events {} http { access_log off; ${site} }`)
  const errors = join(folder, 'error.log')
  const child = spawn('nginx', ['-e', errors, '-c', config], { stdio: 'ignore' })
  stopAfter(t, child)
  await until(() => accepts(port))
  return { port, certificate: readFileSync(certificate, 'utf8'), readErrors: () => readFileSync(errors, 'utf8') }
}

/** Caddy with deploy/caddy/Caddyfile, to which the port and the certificate are added. */
async function startCaddy(t: TestContext, replicas: number[]): Promise<HttpsProxy> {
  const { folder, key, certificate } = makeCertificate(t)
  const port = await freePort('127.0.0.1', 0)
  const site = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8').replace(
    '{$DOMAIN} {',
    `{$DOMAIN} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
  )
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port ${port}\n}\n${site}`)
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    DOMAIN: 'launch.example',
    UPSTREAMS: replicas.map((replica) => `127.0.0.1:${replica}`).join(' '),
  }
  const log = join(folder, 'caddy.log')
  const args = ['run', '--adapter', 'caddyfile', '--config', config]
  const child = spawn('caddy', args, { env, stdio: ['ignore', 'ignore', openSync(log, 'w')] })
  stopAfter(t, child)
  await until(() => accepts(port))
  const readErrors = () => (readFileSync(log, 'utf8').match(/^.*"level":"error".*$/gm) ?? []).join('\n')
  return { port, certificate: readFileSync(certificate, 'utf8'), readErrors }
}

/** Paths of a key and a certificate for launch.example, in a folder that is gone after the test. */
function makeCertificate(t: TestContext): { folder: string; key: string; certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-proxy-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const form = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', '/CN=launch.example', '-addext', 'subjectAltName=DNS:launch.example']
  execFileSync('openssl', [...form, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { folder, key, certificate }
}

const stopAfter = (t: TestContext, child: ChildProcess): void =>
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
