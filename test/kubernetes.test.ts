import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse as parseYaml, parseAllDocuments } from 'yaml'
import { idleMs } from '../src/platform/http/close-listener.ts'
import { assertVariables } from './deploy-variables.ts'

const folder = join(import.meta.dirname, '../deploy/kubernetes')
const readText = (path: string) => readFileSync(join(folder, path), 'utf8')

const text = Type.String({ minLength: 1 })
const strict = { additionalProperties: false }
const labels = Type.Record(text, text)
const metadata = Type.Object({ name: text, labels: Type.Optional(labels) }, strict)
const selector = Type.Object({ matchLabels: labels }, strict)
const named = Type.Object({ name: text }, strict)
const whole = Type.Integer({ minimum: 1 })

const probe = Type.Object(
  {
    httpGet: Type.Object({ path: Type.Enum(['/health', '/ready']), port: text }, strict),
    periodSeconds: whole,
    timeoutSeconds: Type.Optional(whole),
    failureThreshold: whole,
  },
  strict,
)
const container = Type.Object(
  {
    name: text,
    image: Type.Literal('launchscore'),
    args: Type.Array(Type.Enum(['start', 'migrate'])),
    envFrom: Type.Array(Type.Object({ configMapRef: Type.Optional(named), secretRef: Type.Optional(named) }, strict)),
    ports: Type.Optional(Type.Array(Type.Object({ name: text, containerPort: whole }, strict))),
    startupProbe: Type.Optional(probe),
    livenessProbe: Type.Optional(probe),
    readinessProbe: Type.Optional(probe),
    resources: Type.Object(
      {
        requests: Type.Object({ cpu: text, memory: text }, strict),
        limits: Type.Object({ memory: text }, strict),
      },
      strict,
    ),
    securityContext: Type.Object(
      {
        allowPrivilegeEscalation: Type.Literal(false),
        readOnlyRootFilesystem: Type.Literal(true),
        capabilities: Type.Object({ drop: Type.Tuple([Type.Literal('ALL')]) }, strict),
      },
      strict,
    ),
    volumeMounts: Type.Array(Type.Object({ name: text, mountPath: text }, strict)),
  },
  strict,
)
const podTemplate = Type.Object(
  {
    metadata: Type.Object({ labels }, strict),
    spec: Type.Object(
      {
        restartPolicy: Type.Optional(Type.Enum(['OnFailure', 'Never', 'Always'])),
        automountServiceAccountToken: Type.Literal(false),
        terminationGracePeriodSeconds: Type.Optional(whole),
        topologySpreadConstraints: Type.Optional(
          Type.Array(
            Type.Object(
              {
                maxSkew: whole,
                topologyKey: text,
                whenUnsatisfiable: Type.Enum(['ScheduleAnyway', 'DoNotSchedule']),
                labelSelector: selector,
              },
              strict,
            ),
          ),
        ),
        securityContext: Type.Object(
          {
            runAsNonRoot: Type.Literal(true),
            runAsUser: whole,
            runAsGroup: whole,
            fsGroup: whole,
            seccompProfile: Type.Object({ type: Type.Literal('RuntimeDefault') }, strict),
          },
          strict,
        ),
        containers: Type.Array(container, { minItems: 1 }),
        volumes: Type.Array(Type.Object({ name: text, emptyDir: Type.Object({}, strict) }, strict)),
      },
      strict,
    ),
  },
  strict,
)

/** The parts of Kubernetes' schemas that these manifests use, by API version and kind. Nothing else may stand in them. */
const kinds: Record<string, TSchema> = {
  'v1 Namespace': Type.Object({}, strict),
  'v1 ConfigMap': Type.Object({ data: Type.Record(text, text) }, strict),
  'v1 Service': Type.Object(
    {
      spec: Type.Object(
        {
          selector: labels,
          ports: Type.Array(Type.Object({ name: text, port: whole, targetPort: text }, strict)),
        },
        strict,
      ),
    },
    strict,
  ),
  'apps/v1 Deployment': Type.Object(
    {
      spec: Type.Object(
        {
          selector,
          strategy: Type.Object(
            {
              type: Type.Literal('RollingUpdate'),
              rollingUpdate: Type.Object({ maxUnavailable: Type.Integer(), maxSurge: Type.Integer() }, strict),
            },
            strict,
          ),
          template: podTemplate,
        },
        strict,
      ),
    },
    strict,
  ),
  'batch/v1 Job': Type.Object(
    {
      spec: Type.Object({ backoffLimit: whole, ttlSecondsAfterFinished: whole, template: podTemplate }, strict),
    },
    strict,
  ),
  'policy/v1 PodDisruptionBudget': Type.Object(
    { spec: Type.Object({ maxUnavailable: whole, selector }, strict) },
    strict,
  ),
  'autoscaling/v2 HorizontalPodAutoscaler': Type.Object(
    {
      spec: Type.Object(
        {
          scaleTargetRef: Type.Object({ apiVersion: Type.Literal('apps/v1'), kind: text, name: text }, strict),
          minReplicas: Type.Integer({ minimum: 2 }),
          maxReplicas: whole,
          metrics: Type.Array(
            Type.Object(
              {
                type: Type.Literal('Resource'),
                resource: Type.Object(
                  {
                    name: Type.Enum(['cpu', 'memory']),
                    target: Type.Object({ type: Type.Literal('Utilization'), averageUtilization: whole }, strict),
                  },
                  strict,
                ),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
    },
    strict,
  ),
  'networking.k8s.io/v1 Ingress': Type.Object(
    {
      spec: Type.Object(
        {
          tls: Type.Array(Type.Object({ hosts: Type.Array(text), secretName: text }, strict)),
          rules: Type.Array(
            Type.Object(
              {
                host: text,
                http: Type.Object(
                  {
                    paths: Type.Array(
                      Type.Object(
                        {
                          path: text,
                          pathType: Type.Enum(['Prefix', 'Exact']),
                          backend: Type.Object({ service: Type.Object({ name: text, port: named }, strict) }, strict),
                        },
                        strict,
                      ),
                    ),
                  },
                  strict,
                ),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
    },
    strict,
  ),
}

interface Manifest {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  [part: string]: unknown
}

const { resources } = parseYaml(readText('kustomization.yaml')) as { resources: string[] }
const manifests = resources.flatMap((file) =>
  parseAllDocuments(readText(file), { strict: true, uniqueKeys: true }).map((document) => {
    assert.deepEqual(document.errors, [], file)
    return { file, ...(document.toJS() as Omit<Manifest, 'file'>) } as Manifest
  }),
)
const findManifest = (kind: string) => {
  const found = manifests.find((one) => one.kind === kind)
  assert.ok(found, kind)
  return found as Manifest & { spec: any } // oxlint-disable-line typescript/no-explicit-any
}

test('kubernetes/: every file is a resource, and every manifest follows the schema of its kind', () => {
  const files = readdirSync(folder).filter((file) => file !== 'kustomization.yaml')
  assert.deepEqual(resources.toSorted(), files.toSorted())
  for (const { file, apiVersion, kind, metadata: given, ...rest } of manifests) {
    const schema = kinds[`${apiVersion} ${kind}`]
    assert.ok(schema, `${file}: ${apiVersion} ${kind}`)
    assert.deepEqual([...Value.Errors(metadata, given)], [], `${file}: metadata`)
    assert.deepEqual([...Value.Errors(schema, rest)], [], `${file}: ${kind}`)
  }
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

test('kubernetes/: a pod leaves the rotation before its listener closes, and closes before it is killed', () => {
  const { terminationGracePeriodSeconds, containers } = findManifest('Deployment').spec.template.spec
  const { periodSeconds, timeoutSeconds, failureThreshold } = containers[0].readinessProbe
  const drainSeconds = Number((findManifest('ConfigMap')['data'] as Record<string, string>)['DRAIN_SECONDS'])
  assert.ok(periodSeconds * failureThreshold + timeoutSeconds < drainSeconds)
  assert.ok(drainSeconds + idleMs / 1000 + 10 < terminationGracePeriodSeconds)
})
