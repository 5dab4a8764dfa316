import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TSchema, Type } from 'typebox'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const text = Type.String({ minLength: 1 })
const strict = { additionalProperties: false }
const labels = Type.Record(text, text)
const annotations = Type.Record(Type.String(), text)
export const metadata = Type.Object(
  { name: text, labels: Type.Optional(labels), annotations: Type.Optional(annotations) },
  strict,
)
const selector = Type.Object({ matchLabels: labels }, strict)
const named = Type.Object({ name: text }, strict)
const whole = Type.Integer({ minimum: 1 })

const probe = (path: string) =>
  Type.Object(
    {
      httpGet: Type.Object({ path: Type.Literal(path), port: text }, strict),
      periodSeconds: whole,
      timeoutSeconds: Type.Optional(whole),
      failureThreshold: whole,
    },
    strict,
  )
const cpu = Type.String({ pattern: '^\\d+m?$' })
const memory = Type.String({ pattern: '^\\d+[MG]i$' })
const container = {
  name: text,
  image: Type.Literal('launchscore'),
  envFrom: Type.Array(Type.Object({ configMapRef: Type.Optional(named), secretRef: Type.Optional(named) }, strict)),
  resources: Type.Object(
    {
      requests: Type.Object({ cpu, memory }, strict),
      limits: Type.Object({ memory }, strict),
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
}
const service = Type.Object(
  {
    ...container,
    args: Type.Tuple([Type.Literal('start')]),
    ports: Type.Tuple([Type.Object({ name: text, containerPort: whole }, strict)]),
    startupProbe: probe('/health'),
    livenessProbe: probe('/health'), // an outage of the database must not restart the process
    readinessProbe: probe('/ready'),
  },
  strict,
)
const migration = Type.Object({ ...container, args: Type.Tuple([Type.Literal('migrate')]) }, strict)

const toPodTemplate = (parts: Record<string, TSchema>) =>
  Type.Object(
    {
      metadata: Type.Object({ labels }, strict),
      spec: Type.Object(
        {
          ...parts,
          automountServiceAccountToken: Type.Literal(false),
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
          volumes: Type.Array(Type.Object({ name: text, emptyDir: Type.Object({}, strict) }, strict)),
        },
        strict,
      ),
    },
    strict,
  )
const topologySpreadConstraints = Type.Tuple([
  Type.Object(
    {
      maxSkew: whole,
      topologyKey: text,
      whenUnsatisfiable: Type.Enum(['ScheduleAnyway', 'DoNotSchedule']),
      labelSelector: selector,
    },
    strict,
  ),
])

/** The parts of Kubernetes' schemas that these manifests use, by API version and kind. Nothing else may stand in them. */
export const kinds: Record<string, TSchema> = {
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
          template: toPodTemplate({
            containers: Type.Tuple([service]),
            terminationGracePeriodSeconds: whole,
            topologySpreadConstraints,
          }),
        },
        strict,
      ),
    },
    strict,
  ),
  'batch/v1 Job': Type.Object(
    {
      spec: Type.Object(
        {
          backoffLimit: whole,
          ttlSecondsAfterFinished: whole,
          template: toPodTemplate({
            containers: Type.Tuple([migration]),
            restartPolicy: Type.Enum(['OnFailure', 'Never']),
          }),
        },
        strict,
      ),
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
          scaleTargetRef: Type.Object(
            { apiVersion: Type.Literal('apps/v1'), kind: Type.Literal('Deployment'), name: text },
            strict,
          ),
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

/** kustomization.yaml gives the image its registry and the version of this release. */
export const Kustomization = Type.Object(
  {
    apiVersion: Type.Literal('kustomize.config.k8s.io/v1beta1'),
    kind: Type.Literal('Kustomization'),
    namespace: text,
    resources: Type.Array(text),
    images: Type.Tuple([Type.Object({ name: container.image, newName: text, newTag: Type.Literal(version) }, strict)]),
  },
  strict,
)
