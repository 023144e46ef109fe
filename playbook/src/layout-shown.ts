import { casesOf, type Edge, edgesInto, type Step, type Trigger } from './document.ts'
import { splitTemplate, wholeExpression } from './template-text.ts'

/** What a picture shows of one step or trigger, before it has a place. */
export type ShownNode = {
  /** The key of a step, or `trigger/<key>`. */
  id: string
  kind: 'trigger' | 'switch' | 'step'
  title: string
  /** The action of a step, the kind of a trigger. */
  subtitle: string
}

/** What a picture shows of one edge, before it has a way. */
export type ShownEdge = {
  id: string
  from: string
  to: string
  label?: string
  /** The whole condition, when the label shows only its beginning. */
  condition?: string
  kind: 'success' | 'failure' | 'condition'
  /** How much the layout tries to keep it short. */
  weight: number
}

/** The triggers and steps of one list as nodes. */
export function nodesOf(steps: readonly Step[], triggers: readonly Trigger[]): ShownNode[] {
  return [
    ...triggers.map((trigger) => ({
      id: `trigger/${trigger.key}`,
      kind: 'trigger' as const,
      title: trigger.title ?? trigger.key,
      subtitle: trigger.kind,
    })),
    ...steps.map((step) => ({
      id: step.key,
      kind: step.action === 'flow.switch' ? ('switch' as const) : ('step' as const),
      title: step.title ?? step.key,
      subtitle: step.action,
    })),
  ]
}

/** The edges inside one list of steps; those to steps that are not in it are left out. */
export function shownEdges(steps: readonly Step[], triggers: readonly Trigger[]): ShownEdge[] {
  const actions = new Map(steps.map((step) => [step.key, step.action]))
  const edges: ShownEdge[] = []
  for (const step of steps) {
    const taken = new Map<string, number>()
    for (const edge of edgesInto(step)) {
      if (!actions.has(edge.step) || edge.step === step.key) continue
      const count = (taken.get(edge.step) ?? 0) + 1
      taken.set(edge.step, count)
      const id = `${edge.step}->${step.key}${count === 1 ? '' : `#${count}`}`
      // Heads of branches stay right below their switch.
      const weight = actions.get(edge.step) === 'flow.switch' ? 8 : edge.on === 'failure' ? 1 : 2
      edges.push({ id, from: edge.step, to: step.key, ...labelOf(edge), weight })
    }
    if (edgesInto(step).length > 0) continue
    for (const { key } of triggers) {
      const from = `trigger/${key}`
      edges.push({ id: `${from}->${step.key}`, from, to: step.key, kind: 'success', weight: 2 })
    }
  }
  return withShortLabels(edges)
}

const MAX_LABEL = 32

/** Cuts long labels; those that leave or reach the same step and would look alike are cut where they differ. */
function withShortLabels(edges: readonly ShownEdge[]): ShownEdge[] {
  return edges.map((edge) => {
    const { label } = edge
    if (label === undefined || label.length <= MAX_LABEL) return edge
    const beside = edges.flatMap((other) =>
      other !== edge && (other.from === edge.from || other.to === edge.to) ? (other.label ?? []) : [],
    )
    const alike = beside.filter((other) => other !== label && shorten(other) === shorten(label))
    const shared = Math.max(0, ...alike.map((other) => sharedLength(label, other)))
    return { ...edge, label: shared === 0 ? shorten(label) : shortenAround(label, shared) }
  })
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1
  return length
}

function labelOf(edge: Edge): Pick<ShownEdge, 'kind' | 'label' | 'condition'> {
  const words: string[] = []
  if (edge.on === 'failure') words.push('on failure')
  if (edge.on === 'complete') words.push('always')
  const cases = casesOf(edge)
  if (cases) words.push(cases.join(', '))
  const condition = edge.when === undefined ? undefined : conditionText(edge.when)
  if (condition !== undefined) words.push(condition)
  const conditional = cases !== undefined || condition !== undefined
  const kind = edge.on === 'failure' ? 'failure' : conditional ? 'condition' : 'success'
  if (words.length === 0) return { kind }
  const label = words.join(', ')
  return condition === undefined ? { kind, label } : { kind, label, condition }
}

function conditionText(when: string): string {
  try {
    return (wholeExpression(splitTemplate(when))?.source ?? when).replace(/\s+/g, ' ').trim()
  } catch {
    // Not readable as a condition: it is shown as written.
    return when
  }
}

function shorten(text: string): string {
  return text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 1)}…`
}

/** What follows a place that others share, from the beginning of its word. */
function shortenAround(text: string, place: number): string {
  const word = text.lastIndexOf(' ', place) + 1
  const from = Math.min(Math.max(word, place - MAX_LABEL / 2 + 1), text.length - MAX_LABEL + 1)
  const rest = text.slice(from)
  return `…${rest.length < MAX_LABEL ? rest : `${rest.slice(0, MAX_LABEL - 2)}…`}`
}
