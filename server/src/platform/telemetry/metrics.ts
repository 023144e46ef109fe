/** Labels of a metric: few values each, never an id. */
export type Labels = Readonly<Record<string, string>>

// One table per process, as in every metrics client: the numbers describe the process itself.
const values = new Map<string, { name: string; labels: Labels; value: number; kind: 'counter' | 'gauge' }>()

/** Adds to a counter. */
export function count(name: string, labels: Labels = {}, by = 1): void {
  const entry = entryOf(name, labels, 'counter')
  entry.value += by
}

/** Sets a gauge. */
export function gauge(name: string, value: number, labels: Labels = {}): void {
  entryOf(name, labels, 'gauge').value = value
}

/** The present value of a metric; 0 when nothing was counted. */
export function metric(name: string, labels: Labels = {}): number {
  return values.get(keyOf(name, labels))?.value ?? 0
}

/** All metrics in Prometheus text format 0.0.4. */
export function metricsText(): string {
  const lines: string[] = []
  const named = Map.groupBy(values.values(), (entry) => entry.name)
  for (const [name, entries] of [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(`# TYPE ${name} ${entries[0]?.kind ?? 'gauge'}`)
    for (const entry of entries) lines.push(`${keyOf(name, entry.labels)} ${entry.value}`)
  }
  return `${lines.join('\n')}\n`
}

function entryOf(name: string, labels: Labels, kind: 'counter' | 'gauge') {
  const key = keyOf(name, labels)
  const known = values.get(key)
  if (known !== undefined) return known
  const made = { name, labels, value: 0, kind }
  values.set(key, made)
  return made
}

function keyOf(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (pairs.length === 0) return name
  const text = pairs.map(
    ([key, value]) => `${key}="${value.replaceAll(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`,
  )
  return `${name}{${text.join(',')}}`
}
