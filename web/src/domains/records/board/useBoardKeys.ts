import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../../ui/grid/grid-props.ts'
import { useGridKeys } from '../../../ui/grid/useGridKeys.ts'
import { belongsElsewhere } from '../../../ui/shortcuts/elsewhere.ts'
import { useListedShortcuts } from '../../../ui/shortcuts/registry.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { ListRow } from '../list/list-columns.tsx'
import { boardEn } from './board.en.ts'
import { cardElement } from './card-element.ts'
import { type BoardColumn, placeOf, type Spot, spotAt, spotBeside } from './board-columns.ts'

addTexts('board', boardEn)

/** Cards that a page key passes. */
const PAGE = 5

interface BoardKeys {
  columns: readonly BoardColumn[]
  spot: Spot | null
  isPaused: boolean
  selected: ReadonlySet<string>
  actions: readonly RowAction<ListRow>[]
  /** Gives a card the focus. */
  onGo: (spot: Spot) => void
  onOpen: (row: ListRow, column: string) => void
  onMove: (row: ListRow, from: string, step: 1 | -1) => void
  onMenu: (row: ListRow, spot: Spot) => void
  /** Undefined where records can't be selected. */
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined
}

/** The keys of lists on a board: up and down within a column, left and right between columns, with Shift the card moves. */
export function useBoardKeys(keys: BoardKeys): void {
  const { columns, spot, selected, onSelect } = keys
  const place = placeOf(columns, spot)
  const column = place?.column ?? columns.find(({ rows }) => rows.length > 0)
  const rows = column?.rows ?? []
  useMoveKeys(keys)
  const go = (to: Spot | null) => {
    if (to !== null) keys.onGo(to)
  }
  useGridKeys({
    enabled: column !== undefined && !keys.isPaused,
    count: rows.length,
    at: place?.at ?? -1,
    page: () => PAGE,
    hasTicks: onSelect !== undefined,
    hasMenus: true,
    hasGroups: false,
    actions: useCardActions(keys),
    onMove: (to) => go(column === undefined ? null : spotAt(column, to)),
    onOpen: (at) => {
      const row = rows[at]
      if (row !== undefined && column !== undefined) keys.onOpen(row, column.key)
    },
    onFold: (_at, isOpen) => {
      go(spotBeside(columns, spot, isOpen ? 1 : -1))
      return true
    },
    onMenu: (at) => {
      const row = rows[at]
      if (row === undefined || column === undefined) return false
      keys.onMenu(row, { column: column.key, id: row.id })
      return true
    },
    onTick: (at) => {
      const id = rows[at]?.id
      if (id !== undefined) onSelect?.(toggled(selected, id))
    },
    ...selecting(keys),
  })
}

/** Selecting all cards, and none. */
function selecting({ columns, selected, onSelect }: BoardKeys) {
  return {
    onAll: () => {
      onSelect?.(new Set(columns.flatMap(({ rows }) => rows.map(({ id }) => String(id)))))
      return onSelect !== undefined
    },
    onEscape: () => {
      if (selected.size === 0) return false
      onSelect?.(new Set())
      return true
    },
  }
}

export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Before the keys of lists, for which Shift makes no difference. */
function useMoveKeys({ columns, spot, isPaused, onMove }: BoardKeys): void {
  const { t } = useTranslation('board')
  useListedShortcuts([
    { keys: ['←', '→'], label: t('keys.column') },
    { keys: ['Shift ←', 'Shift →'], label: t('keys.move') },
  ])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (!event.shiftKey || !isArrow || isPaused || belongsElsewhere(event)) return
    const place = placeOf(columns, spot)
    const row = place?.column.rows[place.at]
    event.preventDefault()
    if (place !== null && row !== undefined && !event.repeat)
      onMove(row, place.column.key, event.key === 'ArrowRight' ? 1 : -1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** The actions of rows for the card that has the focus. */
function useCardActions({ columns, spot, selected, actions, onGo }: BoardKeys) {
  const place = placeOf(columns, spot)
  return actions.map(({ run, runSelected, runAnywhere, ...shortcut }) => ({
    ...shortcut,
    run: () => {
      if (selected.size > 0 && runSelected !== undefined) {
        runSelected()
        return true
      }
      const row = place?.column.rows[place.at]
      if (place === null || row === undefined) {
        runAnywhere?.()
        return runAnywhere !== undefined
      }
      const { column, at } = place
      const here = { column: column.key, id: row.id }
      const below = spotAt(column, at + 1)
      run(row, {
        element: () => cardElement(here),
        goNext: () => {
          if (below !== null && below.id !== row.id) onGo(below)
        },
        focus: () => onGo(here),
        group: column.key,
      })
      return true
    },
  }))
}
