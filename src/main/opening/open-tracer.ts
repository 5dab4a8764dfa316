import type { Deps } from '../../deps.ts'
import { getVersion } from '../../platform/package-version.ts'
import type { Tracer } from '../../platform/tracing/trace.ts'

/** Loads OpenTelemetry's SDK only if traces are exported. */
export async function openTracer({
  config,
  random,
  log,
}: Pick<Deps, 'config' | 'random' | 'log'>): Promise<Tracer | null> {
  if (!config.otlp) return null
  const { openOtlpTracer } = await import('../../platform/tracing/otlp-tracer.ts')
  const resource = { serviceName: config.serviceName, version: getVersion(), instanceId: random.uuid() }
  const onChange = (state: 'failing' | 'working', reason: string) => {
    if (state === 'failing')
      log.warn({ reason }, 'traces can’t be exported; spans are lost until the receiver responds')
    else log.info('traces are exported again')
  }
  return openOtlpTracer({ ...config.otlp, resource, onChange })
}
