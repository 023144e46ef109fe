import i18next from 'i18next'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { belongsElsewhere, isElsewhere } from '../shortcuts/elsewhere.ts'
import { useListedShortcuts } from '../shortcuts/registry.ts'
import { actionOf, type Shortcut } from '../shortcuts/shortcut.ts'
import { toast } from '../toast.tsx'
import { movedCursor } from './grid-cursor.ts'

/** What a key does with the row at an index. */
export interface IndexAction extends Shortcut {
  /** False where no row is. */
  run: (at: number) => boolean
}

interface GridKeys {
  enabled: boolean
  /** Whether the sheet of keys names them. */
  isListed?: boolean
  count: number
  at: number
  page: () => number
  hasTicks: boolean
  hasMenus: boolean
  hasGroups: boolean
  actions: readonly IndexAction[]
  onMove: (to: number) => void
  onOpen: (at: number) => void
  /** Collapses or expands the group of a line; false where there are none. */
  onFold: (at: number, isOpen: boolean) => boolean
  /** Opens the menu of a row; false where rows have none. */
  onMenu: (at: number) => boolean
  onTick: (at: number, range: boolean) => void
  onEscape: () => boolean
  /** Selects all loaded rows; false where rows can't be selected. */
  onAll?: () => boolean
}

/**
 * Page-wide list keys: j/k and arrows, Home/End, page keys, Enter opens, . opens the row's menu, x selects (with Shift a range), Escape
 * clears, left and right collapse and expand a group, and the actions of the row under the cursor.
 */
export function useGridKeys(keys: GridKeys): void {
  const { t } = useTranslation('ui')
  const all = [
    { keys: ['J', '↓'], label: t('shortcuts.next') },
    { keys: ['K', '↑'], label: t('shortcuts.previous') },
    { keys: ['↵'], label: t('shortcuts.open') },
    ...(keys.hasGroups ? [{ keys: ['←', '→'], label: t('shortcuts.fold') }] : []),
    ...(keys.hasMenus ? [{ keys: ['.'], label: t('shortcuts.menu') }] : []),
    ...keys.actions,
    ...(keys.hasTicks
      ? [
          { keys: ['X'], label: t('shortcuts.select') },
          { keys: ['Ctrl A'], label: t('grid.selectAll') },
          { keys: ['Esc'], label: t('shortcuts.clear') },
        ]
      : []),
    { keys: ['Home', 'End'], label: t('shortcuts.ends') },
    { keys: ['PgUp', 'PgDn'], label: t('shortcuts.pages') },
  ]
  useListedShortcuts(keys.isListed === false ? [] : all)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isSelectAll(event)) {
      if (keys.onAll?.() === true) event.preventDefault()
      return
    }
    if (belongsElsewhere(event)) return
    if (handle(event, keys) || act(event, keys)) event.preventDefault()
  })
  useEffect(() => {
    if (!keys.enabled) return
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [keys.enabled])
}

function handle(event: KeyboardEvent, keys: GridKeys): boolean {
  const moved = movedCursor(event.key, keys.at, keys.count, keys.page())
  if (moved !== null) {
    keys.onMove(moved)
    return true
  }
  if (event.key === 'Escape') return keys.onEscape()
  if (keys.at < 0) return false
  if (event.key === 'Enter') {
    keys.onOpen(keys.at)
    return true
  }
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
    return keys.onFold(keys.at, event.key === 'ArrowRight')
  if (event.key === '.' || event.key === 'ContextMenu') {
    return keys.onMenu(keys.at)
  }
  if (event.key.toLowerCase() === 'x') {
    keys.onTick(keys.at, event.shiftKey)
    return true
  }
  return false
}

/** A letter for the row under the cursor, or the selected rows: without any, it says how to get to one. */
function act(event: KeyboardEvent, { actions, at }: GridKeys): boolean {
  const action = event.shiftKey || event.repeat ? undefined : actionOf(actions, event.key)
  if (action === undefined) return false
  if (!action.run(at)) toast({ kind: 'info', title: i18next.t('grid.noRow', { ns: 'ui' }) })
  return true
}

/** Ctrl or ⌘ with A, unless it selects the text of a field. */
function isSelectAll(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
  return event.key.toLowerCase() === 'a' && !event.defaultPrevented && !isElsewhere(event.target)
}
