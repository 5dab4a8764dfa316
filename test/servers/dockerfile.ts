import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, join, matchesGlob, relative, resolve } from 'node:path'

export interface Instruction {
  name: string
  value: string
}

/** The instructions that our Dockerfile may have. `ADD` would unpack and download. */
const known = 'FROM WORKDIR COPY RUN ENV VOLUME USER EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD'.split(' ')

/** The instructions of a Dockerfile, without comments, each on one line. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    assert.ok(known.includes(name), `no instruction: ${line}`)
    return { name, value }
  })
}

/** A stage of an image as a folder, and what its instructions set. */
export interface Stage {
  root: string
  workdir: string
  env: Record<string, string>
  user: string
  volumes: string[]
  healthcheck: string[]
  entrypoint: string[]
  cmd: string[]
}

/** Why the stages can't be built here; undefined: they can. */
export const findObstacle = (): string | undefined =>
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'setpriv', '--version']).status === 0
    ? undefined
    : 'it needs root, and unshare and setpriv of util-linux'

interface BuildOptions {
  /** The folder of the sources, which has a .dockerignore. */
  context: string
  /** Where the stages are built. */
  folder: string
  /** The program that stands for the image's Node. */
  node: string
}

/**
 * Builds an image as its Dockerfile says, without a container engine: each stage is a folder, and a command runs in it as the
 * root of a mount namespace. This machine's /usr and /etc, which it can't change, stand for the base image. So a program that
 * the base image lacks is not noticed. Returns the last stage.
 */
export function buildImage(instructions: Instruction[], { context, folder, node }: BuildOptions): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const { name, value } of instructions) {
    if (name === 'FROM') {
      const [, , as = String(stages.size)] = /^(\S+)(?: AS (\S+))?$/.exec(value) ?? []
      stage = startStage(join(folder, as))
      stages.set(as, stage)
      continue
    }
    assert.ok(stage, `${name} comes before FROM`)
    apply(stage, { name, value }, { stages, context, node })
  }
  assert.ok(stage)
  return stage
}

function startStage(root: string): Stage {
  mkdirSync(join(root, 'tmp'), { recursive: true })
  mkdirSync(join(root, 'root'))
  for (const name of ['bin', 'lib', 'lib64', 'sbin'])
    if (existsSync(`/${name}`)) symlinkSync(`usr/${name}`, join(root, name))
  return { root, workdir: '/', env: {}, user: '0:0', volumes: [], healthcheck: [], entrypoint: [], cmd: [] }
}

interface Surroundings {
  stages: Map<string, Stage>
  context: string
  node: string
}

const parseArray = (value: string) => JSON.parse(value) as string[]

function apply(stage: Stage, { name, value }: Instruction, { stages, context, node }: Surroundings): void {
  if (name === 'WORKDIR') {
    stage.workdir = resolve(stage.workdir, value)
    mkdirSync(join(stage.root, stage.workdir), { recursive: true })
  } else if (name === 'ENV')
    for (const pair of value.split(' ')) stage.env[pair.split('=')[0] ?? ''] = pair.slice(pair.indexOf('=') + 1)
  else if (name === 'USER') stage.user = value
  else if (name === 'VOLUME') stage.volumes.push(value)
  else if (name === 'ENTRYPOINT') stage.entrypoint = parseArray(value)
  else if (name === 'CMD') stage.cmd = parseArray(value)
  else if (name === 'HEALTHCHECK') stage.healthcheck = parseArray(value.replace(/^.*?CMD /, ''))
  else if (name === 'RUN') {
    const { root, workdir, env } = stage
    const [command, ...args] = inNamespace({ root, workdir, node, options: '--clear-groups' }, ['sh', '-ec', value])
    execFileSync(String(command), args, { env: { ...baseEnvironment(), ...env }, stdio: 'inherit' })
  } else if (name === 'COPY') copy(stage, value, { stages, context })
}

function copy(
  { root, workdir }: Stage,
  value: string,
  { stages, context }: Pick<Surroundings, 'stages' | 'context'>,
): void {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(value) ?? []
  const sources = paths.split(' ')
  const given = sources.pop() ?? ''
  const target = join(root, resolve(workdir, given))
  const other = from === undefined ? undefined : stages.get(from)
  assert.ok(from === undefined || other, `there is no stage ${from}`)
  const isIgnored = other ? () => false : readIgnored(context)
  for (const source of sources) {
    const path = other ? join(other.root, resolve('/', source)) : join(context, source)
    const isFolder = statSync(path).isDirectory()
    const to = isFolder || !(given.endsWith('/') || sources.length > 1) ? target : join(target, basename(path))
    const filter = (one: string) => !isIgnored(relative(context, one))
    cpSync(path, to, { recursive: true, verbatimSymlinks: true, filter })
  }
}

/** The rules of .dockerignore, of which the last that matches a path decides. */
function readIgnored(context: string): (path: string) => boolean {
  const rules = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return (path) => {
    const last = rules.findLast((rule) => matchesGlob(path, rule.replace(/^!/, '')))
    return last !== undefined && !last.startsWith('!')
  }
}

/** Certificates and proxies of this machine are those of its network, so commands get them; nothing else. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const ofNetwork = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
  )
  return {
    ...Object.fromEntries(ofNetwork),
    HOME: '/root',
    PATH: '/opt/node:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  }
}

interface Namespace {
  root: string
  workdir: string
  node: string
  /** Of `setpriv`. */
  options: string
  /** The folders that can be written; absent: all. */
  writable?: string[]
}

const script = `
root=$1 node=$2 workdir=$3 options=$4 writable=$5
shift 5
mount --bind "$root" "$root"
for folder in usr etc; do
  mkdir -p "$root/$folder"
  mount --rbind "/$folder" "$root/$folder"
  mount -o remount,bind,ro "$root/$folder"
done
mkdir -p "$root/dev" "$root/proc" "$root/opt/node"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount --bind "$node" "$root/opt/node"
if [ "$writable" != all ]; then
  for folder in $writable; do mount --bind "$root$folder" "$root$folder"; done
  mount -t tmpfs tmpfs "$root/tmp"
  mount -o remount,bind,ro "$root"
fi
exec chroot "$root" setpriv $options sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"
`

const unshare = ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script, 'sh']

/** The command that runs another one in a stage, as its first process. */
function inNamespace({ root, workdir, node, options, writable }: Namespace, command: string[]): string[] {
  const values = [root, resolve(node, '..'), workdir, options, writable?.join(' ') ?? 'all']
  return [...unshare, ...values, ...command]
}

/** Starts a command in the image as an orchestrator does: its user without capabilities, on a read-only root. */
export function startInImage(stage: Stage, command: string[], node: string, env: Record<string, string> = {}) {
  const [uid = '', gid = ''] = stage.user.split(':')
  const options = `--reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all`
  const { root, workdir, volumes: writable } = stage
  const [program, ...args] = inNamespace({ root, workdir, node, options, writable }, command)
  return spawn(String(program), args, { env: { ...baseEnvironment(), ...stage.env, ...env } })
}

/** Sends SIGTERM to the first process of the image, and returns the exit status. */
export async function stopInImage(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  const ended = new Promise<number | null>((settle) => void child.once('close', settle))
  const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
  process.kill(Number(first), 'SIGTERM')
  return ended
}
