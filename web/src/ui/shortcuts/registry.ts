import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { belongsElsewhere } from './elsewhere.ts'
import { actionOf, type KeyAction, type Shortcut } from './shortcut.ts'

/** What can be pressed on this page, in the order in which its parts appeared. */
const listed = new Map<symbol, readonly Shortcut[]>()
const listeners = new Set<() => void>()
let snapshot: readonly Shortcut[] = []

function publish(): void {
  snapshot = [...listed.values()].flat()
  for (const listener of listeners) listener()
}

/** Adds shortcuts to the list that `?` opens; returns how to remove them. */
export function listShortcuts(shortcuts: readonly Shortcut[]): () => void {
  const name = Symbol('shortcuts')
  listed.set(name, shortcuts)
  publish()
  return () => {
    listed.delete(name)
    publish()
  }
}

/** Lists shortcuts that something else handles while the component is mounted. */
export function useListedShortcuts(shortcuts: readonly Shortcut[]): void {
  const written = JSON.stringify(shortcuts.map(({ keys, label }) => ({ keys, label })))
  useEffect(() => {
    // Written above.
    return listShortcuts(JSON.parse(written) as Shortcut[])
  }, [written])
}

/** Handles keys of the page and lists them: never in a field, a menu, or a dialog. */
export function useKeyActions(actions: readonly KeyAction[]): void {
  useListedShortcuts(actions)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCapital = event.shiftKey && event.key.toLowerCase() !== event.key.toUpperCase()
    if (isCapital || event.repeat || belongsElsewhere(event)) return
    const action = actionOf(actions, event.key)
    if (action === undefined) return
    event.preventDefault()
    action.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useAllShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => snapshot)
}
