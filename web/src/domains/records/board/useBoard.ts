import type { AppView } from '@caseloom/contract/apps/apps'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { usePeople } from '../../../data/people.ts'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { focusCard } from './card-element.ts'
import { type BoardColumn, placeOf, type Spot, spotAt } from './board-columns.ts'
import type { Drag } from './Column.tsx'
import { useCardDrops } from './dragging.ts'
import { obstacleTo, type Standing } from './obstacle.ts'
import { useMoves } from './useMoves.ts'
import { useObstacleWords } from './useObstacleWords.ts'

/** A card that the focus only passes isn't read. */
const REST_MS = 120

interface BoardOptions {
  app: AppView
  field: ChoiceField
  /** As the lists say. */
  columns: readonly BoardColumn[]
  /** The record that one comes back from. */
  cameFrom: string | undefined
}

/** Which card has the focus, which is dragged, and where cards are on their way. */
export function useBoard({ app, field, columns, cameFrom }: BoardOptions) {
  const [wanted, setSpot] = useState<Spot | null>(() =>
    cameFrom === undefined ? null : { column: '', id: cameFrom },
  )
  const [dragged, setDragged] = useState<Spot | null>(null)
  const moves = useMoves({ app, field, columns, onMoved: (id, column) => setSpot({ column, id }) })
  const { shown, known, head } = moves
  const isSettled = !moves.isFetching && !shown.some(({ isDue }) => isDue)
  const [reveal, setReveal] = useState<Spot | null>(null)
  const place = usePlace({ columns: shown, wanted, isSettled, onSpot: setSpot })
  const spot = place === null ? null : spotAt(place.column, place.at)
  const [rested] = useDebouncedValue(spot?.id, REST_MS)
  const go = (to: Spot) => {
    setSpot(to)
    setReveal({ ...to })
    focusCard(to)
  }
  const move = ({ column, id }: Spot, to: string | 1 | -1) => {
    const from = placeOf(shown, { column, id })
    const row = from?.column.rows[from.at]
    if (row !== undefined) moves.wish({ row, from: column, to })
  }
  useCardDrops({ onDrag: setDragged, onDrop: move })
  const drag = useDragged({ app, field, columns: shown, dragged, known })
  const goNext = (from: Spot) => {
    const left = placeOf(shown, from)
    const next = left === null ? null : spotAt(left.column, left.at + 1)
    if (next !== null && next.id !== from.id) setSpot(next)
  }
  return {
    shown,
    spot,
    /** The card that was last asked for; columns scroll to it. */
    reveal,
    go,
    goNext,
    setSpot,
    move,
    moves,
    drag,
    readId: head?.row.id ?? dragged?.id ?? rested,
  }
}

export type BoardState = ReturnType<typeof useBoard>

interface Placing {
  columns: readonly BoardColumn[]
  wanted: Spot | null
  /** No card is on its way. */
  isSettled: boolean
  onSpot: (spot: Spot | null) => void
}

/** Where the focus is. When its card leaves the board, it goes to the one that takes the place. */
function usePlace({ columns, wanted, isSettled, onSpot }: Placing): ReturnType<typeof placeOf> {
  const [last, setLast] = useState<{ column: string; at: number } | null>(null)
  const place = placeOf(columns, wanted)
  if (place !== null && (place.column.key !== last?.column || place.at !== last.at))
    setLast({ column: place.column.key, at: place.at })
  if (place === null && wanted !== null && last !== null && isSettled) {
    const column = columns.find(({ key }) => key === last.column)
    onSpot(column === undefined ? null : spotAt(column, last.at))
    setLast(null)
  }
  return place
}

interface Dragged extends Omit<BoardOptions, 'cameFrom'> {
  dragged: Spot | null
  known: Standing | null
}

/** What the columns say of the dragged card; until its rules are known, by what its row says. */
function useDragged({ app, field, columns, dragged, known }: Dragged): Drag | null {
  const people = usePeople()
  const words = useObstacleWords(field)
  const place = placeOf(columns, dragged)
  const row = place?.column.rows[place.at]
  if (place === null || row === undefined) return null
  const standing = known?.record.id === row.id ? known : null
  const now = standing ?? { record: row, app, base: app, outcome: null }
  return {
    id: row.id,
    from: place.column,
    standing,
    whyNot: (column) => {
      const why = obstacleTo(now, field, column.value, people)
      return why === null ? null : words(why, column.label, row.trackingId)
    },
  }
}
