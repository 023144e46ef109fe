import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

/** A step of a document with its path, including those inside blocks; only what is read is validated. */
export interface AuthoredStep {
  key: string
  title: string
  action: string
  // With `#*` for the turn of each loop around it, as in the paths of StepView.
  path: string
  depth: number
  parent: string | null
  part: string | null
  /** Keys of the loops around it, outermost first. */
  loops: readonly string[]
  /** The action that undoes it. */
  undoneBy: string | null
}

interface Place {
  prefix: string
  depth: number
  parent: string | null
  part: string | null
  loops: readonly string[]
}

const LOOPS: ReadonlySet<string> = new Set(['flow.forEach', 'flow.repeat'])
const TOP: Place = { prefix: '', depth: 0, parent: null, part: null, loops: [] }

/** All steps of a document in its order, each block before what it holds; the handler of errors last. */
export function authoredSteps(document: JsonObject): AuthoredStep[] {
  const { onError } = document
  const handler = isJsonObject(onError)
    ? listIn(onError['steps'], { ...TOP, prefix: 'onError/', part: 'onError' })
    : []
  return [...listIn(document['steps'], TOP), ...handler]
}

function listIn(list: JsonValue | undefined, place: Place): AuthoredStep[] {
  return Array.isArray(list) ? list.flatMap((step) => stepIn(step, place)) : []
}

function stepIn(step: JsonValue, place: Place): AuthoredStep[] {
  if (!isJsonObject(step)) return []
  const { key, title, action, compensate } = step
  if (typeof key !== 'string' || typeof action !== 'string') return []
  const path = `${place.prefix}${key}`
  const undo = isJsonObject(compensate) ? compensate['action'] : undefined
  const { depth, parent, part, loops } = place
  const own: AuthoredStep = {
    key,
    title: typeof title === 'string' ? title : key,
    action,
    path,
    depth,
    parent,
    part,
    loops,
    undoneBy: typeof undo === 'string' ? undo : null,
  }
  return [own, ...insideOf(step, own)]
}

function insideOf(step: JsonObject, block: AuthoredStep): AuthoredStep[] {
  const isLoop = LOOPS.has(block.action)
  const inner = (part: string | null, prefix: string): Place => ({
    prefix,
    depth: block.depth + 1,
    parent: block.key,
    part,
    loops: isLoop ? [...block.loops, block.key] : block.loops,
  })
  const branches = Array.isArray(step['branches']) ? step['branches'] : []
  return [
    ...listIn(step['steps'], inner(null, isLoop ? `${block.path}#*/` : `${block.path}/`)),
    ...listIn(step['catch'], inner('catch', `${block.path}/`)),
    ...listIn(step['finally'], inner('finally', `${block.path}/`)),
    ...branches.flatMap((branch) => {
      const key = isJsonObject(branch) ? branch['key'] : undefined
      if (!isJsonObject(branch) || typeof key !== 'string') return []
      return listIn(branch['steps'], inner(key, `${block.path}/${key}/`))
    }),
  ]
}

/** The authored path of an instance: `each#3` becomes `each#*`, what undid it stays marked. */
export function patternOf(path: string): string {
  return path.replace(/#\d+/g, '#*')
}
