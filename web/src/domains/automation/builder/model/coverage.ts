import type { PlaybookTestResult } from '@caseloom/contract/automation/playbook-tests'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createContext } from 'react'
import { casesIn, edgesOf } from './edges.ts'
import { findStep, stepsOf, triggersOf } from './places.ts'

/** How often all tests together reach steps (by node) and edges (`<key>#<index among its edges>`). */
export interface Coverage {
  steps: Readonly<Record<string, number>>
  edges: Readonly<Record<string, number>>
}

/** Null while the canvas shows no coverage. */
export const CoverageContext = createContext<Coverage | null>(null)

export function coverageOf(results: readonly Pick<PlaybookTestResult, 'reached'>[]): Coverage {
  const steps: Record<string, number> = {}
  const edges: Record<string, number> = {}
  for (const { reached } of results) {
    addTo(steps, reached.steps)
    addTo(edges, reached.edges)
  }
  return { steps, edges }
}

function addTo(counts: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count
}

export function edgeId(to: string, index: number): string {
  return `${to}#${index}`
}

/** Edges where a run decides: with a condition, a case, or for a failure. */
export function branchesOf(document: JsonObject): string[] {
  return stepsOf(document).flatMap(({ key, step }) =>
    edgesOf(step).flatMap((edge, index) => {
      const decides = edge['when'] !== undefined || edge['on'] === 'failure' || casesIn(edge).length > 0
      return decides ? [edgeId(key, index)] : []
    }),
  )
}

interface Figure {
  covered: number
  all: number
}

export function figuresOf(document: JsonObject, coverage: Coverage): { steps: Figure; branches: Figure } {
  const steps = stepsOf(document).map(({ key }) => coverage.steps[key] ?? 0)
  const branches = branchesOf(document).map((id) => coverage.edges[id] ?? 0)
  return { steps: figure(steps), branches: figure(branches) }
}

function figure(counts: readonly number[]): Figure {
  return { covered: counts.filter((count) => count > 0).length, all: counts.length }
}

/** One stretch of the way to a step: what it follows, and under which condition. */
export interface Stretch {
  to: string
  /** A step, or null for the start of the playbook. */
  from: string | null
  kind: 'after' | 'inside' | 'start'
  on: 'success' | 'failure' | 'complete'
  condition: string | null
}

const MAX_STRETCHES = 12

/** How a run gets to a step, from the last step on the way that some test reaches. */
export function wayTo(document: JsonObject, node: string, coverage: Coverage): Stretch[] {
  const way: Stretch[] = []
  for (let at: string | null = node; at !== null && way.length < MAX_STRETCHES; ) {
    const stretch = stretchTo(document, at)
    if (stretch === null || way.some(({ to }) => to === stretch.to)) break
    way.unshift(stretch)
    at = stretch.from !== null && (coverage.steps[stretch.from] ?? 0) === 0 ? stretch.from : null
  }
  return way
}

function stretchTo(document: JsonObject, to: string): Stretch | null {
  const found = findStep(document, to)
  if (found === undefined) {
    const isTrigger = triggersOf(document).some(({ key }) => `trigger/${key}` === to)
    return isTrigger ? { to, from: null, kind: 'start', on: 'success', condition: null } : null
  }
  const [edge] = edgesOf(found.step)
  if (edge === undefined) {
    const block = found.blocks.at(-1) ?? null
    const kind = block === null ? ('start' as const) : ('inside' as const)
    return { to, from: block, kind, on: 'success', condition: null }
  }
  const { on, when } = edge
  const [name] = casesIn(edge)
  return {
    to,
    from: edge.step,
    kind: 'after',
    on: on === 'failure' || on === 'complete' ? on : 'success',
    condition: typeof when === 'string' ? when : (name ?? null),
  }
}
