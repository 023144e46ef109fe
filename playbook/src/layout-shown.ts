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
  return edges
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
  const label = shorten(words.join(', '), 32)
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

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
