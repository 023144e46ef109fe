import type { JsonObject } from '@caseloom/contract/kernel/json'
import { nodeAt, pathOfNode, stepsOf, triggersOf } from './model/places.ts'

/** The selection after a change: renamed nodes stay selected, removed ones do not. */
export function followNodes(
  nodes: readonly string[],
  before: JsonObject,
  after: JsonObject,
): readonly string[] {
  const known = (node: string) => node.startsWith('note/') || pathOfNode(after, node) !== undefined
  if (nodes.every(known)) return nodes
  const isRenaming =
    stepsOf(before).length === stepsOf(after).length && triggersOf(before).length === triggersOf(after).length
  return nodes.flatMap((node) => {
    if (known(node)) return [node]
    const path = isRenaming ? pathOfNode(before, node) : undefined
    const now = path === undefined ? null : nodeAt(after, path)
    return now === null ? [] : [now]
  })
}
