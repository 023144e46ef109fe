import type { When } from '@caseloom/contract/apps/workflow'

/** A condition as its editor shows it: groups of tests, some of which are not complete yet. */
export interface WhenGroup {
  kind: 'group'
  id: number
  join: 'all' | 'any' | 'none'
  parts: WhenPart[]
}
export interface WhenTest {
  kind: 'test'
  id: number
  /** Null while incomplete. */
  test: When | null
}
export type WhenPart = WhenGroup | WhenTest

/** Nesting levels of groups; deeper ones are unreadable, so an expression is offered. */
export const MAX_GROUP_LEVELS = 4

let last = 0
const nextId = () => (last += 1)

export function newTest(test: When | null = null): WhenTest {
  return { kind: 'test', id: nextId(), test }
}

export function newWhenGroup(join: WhenGroup['join'], parts: WhenPart[] = [newTest()]): WhenGroup {
  return { kind: 'group', id: nextId(), join, parts }
}

/** The root is always a group. */
export function whenTree(when: When): WhenGroup {
  const part = partOf(when)
  return part.kind === 'group' ? part : newWhenGroup('all', [part])
}

function partOf(when: When): WhenPart {
  if ('all' in when) return newWhenGroup('all', when.all.map(partOf))
  if ('any' in when) return newWhenGroup('any', when.any.map(partOf))
  if ('none' in when) return newWhenGroup('none', when.none.map(partOf))
  return newTest(when)
}

/** The condition without incomplete tests and empty groups; an empty root always holds. */
export function whenOfTree(root: WhenGroup): When {
  return whenOfPart(root) ?? { all: [] }
}

function whenOfPart(part: WhenPart): When | null {
  if (part.kind === 'test') return part.test
  const parts = part.parts.flatMap((one) => whenOfPart(one) ?? [])
  const [only] = parts
  if (only === undefined) return null
  if (parts.length === 1 && part.join !== 'none') return only
  if (part.join === 'none') return { none: parts }
  return part.join === 'all' ? { all: parts } : { any: parts }
}

export function changePart(
  group: WhenGroup,
  id: number,
  change: (part: WhenPart) => WhenPart | null,
): WhenGroup {
  return {
    ...group,
    parts: group.parts.flatMap((part) => {
      if (part.id === id) return change(part) ?? []
      return part.kind === 'group' ? [changePart(part, id, change)] : [part]
    }),
  }
}

export function isIncomplete(part: WhenPart): boolean {
  return part.kind === 'test' ? part.test === null : part.parts.some(isIncomplete)
}
