import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parse as parseYaml, parseAllDocuments } from 'yaml'
import { idleMs } from '../src/platform/http/close-listener.ts'
import { assertVariables } from './deploy-variables.ts'

const folder = join(import.meta.dirname, '../deploy/kubernetes')
const readText = (path: string) => readFileSync(join(folder, path), 'utf8')

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  [part: string]: unknown
}

const kustomization = parseYaml(readText('kustomization.yaml')) as { namespace: string; resources: string[] }
const { resources } = kustomization
const manifests = resources.flatMap((file) =>
  parseAllDocuments(readText(file), { strict: true, uniqueKeys: true }).map((document) => {
    assert.deepEqual(document.errors, [], file)
    return document.toJS() as Manifest
  }),
)
const findManifest = (kind: string) => {
  const found = manifests.find((one) => one.kind === kind)
  assert.ok(found, kind)
  return found as Manifest & { spec: any } // oxlint-disable-line typescript/no-explicit-any
}

const root = join(folder, '../..')

/** What the compiler says of manifests as values of the types that are generated from the API of Kubernetes. */
function checkTypes(t: TestContext, given: readonly Manifest[]): string {
  const project = mkdtempSync(join(tmpdir(), 'launchscore-manifests-'))
  t.after(() => rmSync(project, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const lines = given.flatMap(({ apiVersion, kind, ...parts }, n) => [
    `import type { I${kind} as Kind${n} } from 'kubernetes-models/${apiVersion}/${kind}'`,
    `export const manifest${n}: Kind${n} = ${JSON.stringify({ apiVersion, kind, ...parts })}`,
  ])
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: [] }
  writeFileSync(join(project, 'manifests.ts'), lines.join('\n'))
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  return spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]).stdout.toString()
}

test('kubernetes/: every manifest has the fields and types of its kind', (t) => {
  assert.ok(manifests.length > 5)
  assert.equal(checkTypes(t, manifests), '')
})

test('kubernetes/: a misspelt field, a value of another type and an unknown kind are found', (t) => {
  const job = structuredClone(findManifest('Job'))
  const [container] = job.spec.template.spec.containers
  Object.assign(container, { imag: container.image })
  assert.match(checkTypes(t, [job]), /'"imag"' does not exist/)
  const service = structuredClone(findManifest('Service'))
  service.spec.ports[0].port = '80'
  assert.match(checkTypes(t, [service]), /'string' is not assignable to type 'number'/)
  assert.match(checkTypes(t, [{ ...service, apiVersion: 'v2' }]), /Cannot find module 'kubernetes-models\/v2\/Service'/)
})

const hasKubectl = spawnSync('sh', ['-c', 'command -v kubectl']).status === 0

test('kubectl builds the folder, with the image of the release', { skip: !hasKubectl && 'there is no kubectl' }, () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder])
  assert.equal(status, 0, stderr.toString())
  const built = parseAllDocuments(stdout.toString()).map((document) => document.toJS() as Manifest)
  assert.deepEqual(built.map(({ kind }) => kind).sort(), manifests.map(({ kind }) => kind).sort())
  const images = stdout.toString().match(/(?<=image: ).*/g)
  assert.deepEqual([...new Set(images)], [`registry.example/launchscore:${version}`])
})

test('kubernetes/: the namespace of all admits only restricted pods', () => {
  const { metadata: given } = findManifest('Namespace')
  assert.equal(given.name, kustomization.namespace)
  assert.equal(given.labels?.['pod-security.kubernetes.io/enforce'], 'restricted')
})

test('kubernetes/: the port, the user and the folder are those of the image', () => {
  const dockerfile = readFileSync(join(folder, '../Dockerfile'), 'utf8')
  const { containers, securityContext } = findManifest('Deployment').spec.template.spec
  assert.match(dockerfile, new RegExp(`^EXPOSE ${containers[0].ports[0].containerPort}$`, 'm'))
  const { runAsUser, runAsGroup, fsGroup } = securityContext
  assert.match(dockerfile, new RegExp(`^USER ${runAsUser}:${runAsGroup}$`, 'm'))
  assert.equal(fsGroup, runAsGroup)
  const paths = containers[0].volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
  assert.ok(paths.includes(/^VOLUME (.*)$/m.exec(dockerfile)?.[1]))
})

test('kubernetes/: the ingress admits the largest image', () => {
  const size = findManifest('Ingress').metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size']
  assert.equal(size, '6m')
})

test('kubernetes/: references lead to what exists', () => {
  const backend = findManifest('Ingress').spec.rules[0].http.paths[0].backend.service
  const exposed = findManifest('Service')
  assert.equal(backend.name, exposed.metadata.name)
  assert.ok(exposed.spec.ports.some(({ name }: { name: string }) => name === backend.port.name))
  const secret = /create secret generic (\S+)/.exec(readText('config.yaml'))?.[1]
  const environment = [
    { configMapRef: { name: findManifest('ConfigMap').metadata.name } },
    { secretRef: { name: secret } },
  ]
  for (const kind of ['Deployment', 'Job'])
    assert.deepEqual(findManifest(kind).spec.template.spec.containers[0].envFrom, environment)
})

test('kubernetes/: selectors, ports, mounts and names lead to what exists', () => {
  const { spec } = findManifest('Deployment')
  const [pod, { containers, volumes }] = [spec.template.metadata.labels, spec.template.spec]
  const selectors = [
    spec.selector.matchLabels,
    findManifest('Service').spec.selector,
    findManifest('PodDisruptionBudget').spec.selector.matchLabels,
  ]
  for (const one of selectors) assert.deepEqual(one, pod)
  // its pods must not get requests
  assert.notDeepEqual(findManifest('Job').spec.template.metadata.labels, pod)
  assert.equal(
    findManifest('HorizontalPodAutoscaler').spec.scaleTargetRef.name,
    findManifest('Deployment').metadata.name,
  )
  const ports = containers[0].ports.map(({ name }: { name: string }) => name)
  for (const { httpGet } of [containers[0].startupProbe, containers[0].livenessProbe, containers[0].readinessProbe])
    assert.ok(ports.includes(httpGet.port))
  assert.ok(ports.includes(findManifest('Service').spec.ports[0].targetPort))
  const mounted = containers[0].volumeMounts.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    mounted,
    volumes.map(({ name }: { name: string }) => name),
  )
  assertVariables(Object.keys(findManifest('ConfigMap')['data'] as object))
})

test('kubernetes/: a pod leaves the rotation, then closes its listener, then ends', () => {
  const { terminationGracePeriodSeconds, containers } = findManifest('Deployment').spec.template.spec
  const { periodSeconds, timeoutSeconds, failureThreshold } = containers[0].readinessProbe
  const drainSeconds = Number((findManifest('ConfigMap')['data'] as Record<string, string>)['DRAIN_SECONDS'])
  assert.ok(periodSeconds * failureThreshold + timeoutSeconds < drainSeconds)
  assert.ok(drainSeconds + idleMs / 1000 + 10 < terminationGracePeriodSeconds)
})

test('kubernetes/: a start may migrate, or wait for a migration, for half an hour', () => {
  const { startupProbe } = findManifest('Deployment').spec.template.spec.containers[0]
  assert.ok(startupProbe.periodSeconds * startupProbe.failureThreshold >= 1800)
})
