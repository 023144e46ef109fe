import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { addComments, commentsBelow, printDocument, readDocument } from '@caseloom/playbook/document-text'
import { commentsAt, placesOf } from './comments.ts'
import { keyOf } from './draft.ts'
import { edgesOf, mapEdges, withEdges } from './edges.ts'
import { freshKey, takenKeys, takenTriggers } from './keys.ts'
import { findStep, isObject, listAt, type Path, setIn, stepsOf, triggerKeyOf, triggersOf } from './places.ts'
import { renameIn } from './rename.ts'
import { renamed } from './shape.ts'

export interface Clip {
  triggers: JsonObject[]
  steps: JsonObject[]
  comments: JsonObject
}

/** The selection; steps inside a selected block come with the block. */
export function clipOf(document: JsonObject, nodes: readonly string[]): Clip {
  const chosen = new Set(nodes)
  const triggers = triggersOf(document).flatMap(({ key, trigger }) =>
    chosen.has(`trigger/${key}`) ? [trigger] : [],
  )
  const steps = stepsOf(document).flatMap(({ key, step, blocks }) =>
    chosen.has(key) && !blocks.some((block) => chosen.has(block)) ? [step] : [],
  )
  return { triggers, steps, comments: commentsBelow(document, placesOf(triggers, steps)) }
}

export function clipText({ triggers, steps, comments }: Clip): string {
  const document: JsonObject = {
    ...(triggers.length === 0 ? {} : { triggers }),
    ...(steps.length === 0 ? {} : { steps }),
  }
  return printDocument(addComments(document, comments))
}

/** Reads a clip, a document, or a list of steps in YAML or JSON; null for anything else. */
export function readClip(text: string): Clip | null {
  const parsed = readDocument(text)
  if (!parsed.ok) return null
  const { value } = parsed
  const whole: JsonValue = Array.isArray(value) ? { steps: value } : value
  if (!isObject(whole)) return null
  const listOf = (name: string) =>
    listAt(whole, [name]).filter((item) => isObject(item) && keyOf(item) !== '')
  const triggers = listOf('triggers').filter(isObject)
  const steps = listOf('steps').filter((step): step is JsonObject => isObject(step) && 'action' in step)
  if (triggers.length + steps.length === 0) return null
  return { triggers, steps, comments: commentsBelow(whole, placesOf(triggers, steps)) }
}

/** Pastes a clip below a node or at the end; keys are made unique and references follow. */
export function paste(
  document: JsonObject,
  clip: Clip,
  below: string | null,
): { document: JsonObject; nodes: string[] } {
  const taken = takenKeys(document)
  const names = new Map<string, string>()
  for (const { key } of stepsOf({ steps: clip.steps })) {
    const next = freshKey(key, taken)
    taken.add(next)
    names.set(key, next)
  }
  const own = new Set(clip.steps.map(({ key }) => key))
  const after = below === null || triggerKeyOf(below) !== null ? undefined : findStep(document, below)
  const list: Path = after?.list ?? ['steps']
  const steps = clip.steps.map((step) => {
    const inside = mapEdges(step, (edge) => (own.has(edge.step) ? [edge] : []))
    const isHead = edgesOf(inside).length === 0 && after !== undefined
    const joined = isHead ? [{ step: after.key }] : []
    const moved = renamed(inside, names)
    const whole = renameIn(isHead ? withEdges(moved, joined) : moved, names)
    return isObject(whole) ? whole : moved
  })
  const held = listAt(document, list)
  const at = after === undefined ? held.length : after.index + 1
  const withSteps = steps.length === 0 ? document : setIn(document, list, held.toSpliced(at, 0, ...steps))
  const triggers = takenTriggers(document)
  const named = new Map<string, string>()
  const pasted = clip.triggers.map((trigger) => {
    const key = freshKey(keyOf(trigger), triggers)
    triggers.add(key)
    named.set(keyOf(trigger), key)
    return { ...trigger, key }
  })
  const whole =
    pasted.length === 0
      ? withSteps
      : setIn(withSteps, ['triggers'], [...listAt(withSteps, ['triggers']), ...pasted])
  const comments = commentsAt(clip.comments, { steps: names, triggers: named })
  return {
    document: addComments(whole, comments),
    nodes: [...pasted.map(({ key }) => `trigger/${key}`), ...steps.map(keyOf)],
  }
}
