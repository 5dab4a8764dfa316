import assert from 'node:assert/strict'

/** A sample of a metric in Prometheus' text format. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parses the text of GET /metrics. */
export const readMetrics = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      assert.ok(name, line)
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text])
      return { name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) }
    })

/** The value of the one sample of `name` that has these labels; undefined: there is none. */
export function findValue(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const found = readMetrics(text).filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  assert.ok(found.length <= 1, `${found.length} samples of ${name}`)
  return found[0]?.value
}
