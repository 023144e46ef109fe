import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { builtInActions } from '@caseloom/playbook/actions'
import type { TriggerKind } from '@caseloom/playbook/document'
import { z } from 'zod'
import { actionOf } from '../parts/action-view.ts'

export interface PaletteItem {
  /** Action name or `trigger/<kind>`. */
  id: string
  title: string
  text: string
  action: string
  group: string
  made: JsonObject
  isTrigger: boolean
  words: string
}

const BLOCKS: Record<string, JsonObject> = {
  'flow.forEach': { with: { items: '' }, steps: [] },
  'flow.repeat': { with: {}, steps: [] },
  'flow.try': { steps: [], catch: [] },
  'flow.parallel': {
    branches: [
      { key: 'first', steps: [] },
      { key: 'second', steps: [] },
    ],
  },
}

export function beginStep(action: { name: string; title: string }): JsonObject {
  return { key: action.name, title: action.title, action: action.name, ...BLOCKS[action.name] }
}

const TRIGGERS: Record<TriggerKind, JsonObject> = {
  webhook: { auth: 'hmac-sha256', answer: 'accepted' },
  schedule: { cron: '0 * * * *', timeZone: 'UTC' },
  record: { app: '', on: ['created'] },
  button: { app: '', label: 'Run' },
  form: { heading: 'Form' },
  mail: { via: 'smtp' },
  poll: { every: '5m', action: 'http.request', with: {}, items: '{% output.body %}', id: '{% item.id %}' },
  failure: {},
}

interface TriggerWords {
  title: (kind: string) => string
  text: (kind: string) => string
  group: string
}

export function triggerItems(words: TriggerWords): PaletteItem[] {
  return Object.entries(TRIGGERS).map(([kind, options]) => {
    const [title, text] = [words.title(kind), words.text(kind)]
    const made = { key: kind, title, kind, with: options }
    const id = `trigger/${kind}`
    return {
      id,
      title,
      text,
      action: kind,
      group: words.group,
      made,
      isTrigger: true,
      words: `${title} ${text} ${kind}`.toLowerCase(),
    }
  })
}

/** Built-in actions, used until the tenant's have loaded. */
export function ownActions(): ActionView[] {
  return [...builtInActions.keys()].flatMap((name) => actionOf(new Map(), name) ?? [])
}

export function stepItems(
  actions: Iterable<ActionView>,
  groupOf: (action: ActionView) => string,
): PaletteItem[] {
  return [...actions].map((action) => {
    const text = action.description ?? action.name
    const group = groupOf(action)
    return {
      id: action.name,
      title: action.title,
      text,
      action: action.name,
      group,
      made: beginStep(action),
      isTrigger: false,
      words: `${action.title} ${action.name} ${text} ${action.connector?.title ?? ''} ${group}`.toLowerCase(),
    }
  })
}

/** Items that contain every typed word; title prefixes first. */
export function searchItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return [...items]
  const rank = (item: PaletteItem) => {
    const title = item.title.toLowerCase()
    const [first = ''] = words
    return title.startsWith(first) ? 0 : title.includes(first) ? 1 : item.id.includes(first) ? 2 : 3
  }
  return items
    .filter((item) => words.every((word) => item.words.includes(word)))
    .map((item, index) => ({ item, index }))
    .sort((a, b) => rank(a.item) - rank(b.item) || a.index - b.index)
    .map(({ item }) => item)
}

interface PaletteGroup {
  group: string
  items: PaletteItem[]
  /** Number of hidden items: a connector can have a thousand actions. */
  hidden: number
}

const MAX_OF_GROUP = { typed: 60, untyped: 15 }

/** Items by group; with an empty search, recent ones first. Each item appears once. */
export function groupsOf(
  items: readonly PaletteItem[],
  typed: string,
  recent: { name: string; ids: readonly string[] },
): PaletteGroup[] {
  const isTyped = typed.trim() !== ''
  const found = searchItems(items, typed)
  const last = isTyped ? [] : recent.ids.flatMap((id) => found.find((item) => item.id === id) ?? [])
  const rest = Map.groupBy(
    found.filter((item) => !last.includes(item)),
    ({ group }) => group,
  )
  const most = isTyped ? MAX_OF_GROUP.typed : MAX_OF_GROUP.untyped
  const groups = [...rest].map(([group, held]) => ({
    group,
    items: held.slice(0, most),
    hidden: Math.max(0, held.length - most),
  }))
  return last.length === 0 ? groups : [{ group: recent.name, items: last, hidden: 0 }, ...groups]
}

const RECENT = 'caseloom.playbook-recent'
const MOST = 5

export function readRecent(): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(localStorage.getItem(RECENT) ?? '[]'))
  } catch {
    return []
  }
}

export function keepRecent(id: string): void {
  try {
    const next = [id, ...readRecent().filter((one) => one !== id)].slice(0, MOST)
    localStorage.setItem(RECENT, JSON.stringify(next))
  } catch {
    // No storage: nothing is recent.
  }
}
