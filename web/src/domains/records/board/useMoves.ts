import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { endsWork } from '@caseloom/contract/records/closing'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import type { ListRow } from '../list/list-columns.tsx'
import type { ClosingState } from '../quick/useCloseForm.ts'
import { useQuickSet } from '../quick/useQuickSet.ts'
import {
  type BoardColumn,
  columnNow,
  columnsBeside,
  type Moved,
  movedValue,
  withMoved,
} from './board-columns.ts'
import { obstacleTo, type Standing } from './obstacle.ts'
import { Pending } from './pending.ts'
import { useObstacleWords } from './useObstacleWords.ts'

/** A card to move: to a column, or to the next one on a side that takes it. */
export interface Wish {
  row: ListRow
  from: string
  to: string | 1 | -1
}

export interface ClosingCard {
  id: string
  from: string
  to: ClosingState
}

interface Sent extends Moved {
  isSaved: boolean
}

interface MovesOptions {
  app: AppView
  field: ChoiceField
  /** As the lists say. */
  columns: readonly BoardColumn[]
  /** A card went to another column, or came back. */
  onMoved: (id: string, column: string) => void
}

/**
 * Moves cards: each is checked by its record and the rules of its app, shown in its new column, and saved as a choice
 * in its menu would be. One that is refused comes back.
 */
export function useMoves({ app, field, columns, onMoved }: MovesOptions) {
  const { t } = useTranslation('board')
  const people = usePeople()
  const words = useObstacleWords(field)
  const [known, setKnown] = useState<Standing | null>(null)
  const [closing, setClosing] = useState<ClosingCard | null>(null)
  const { sent, saving, send, isCurrent, isFetching } = useSent({ app, field, onMoved })
  const queue = useWishes()
  const [head] = queue.wishes
  const shown = withMoved(columns, [...sent, ...queue.wishes.flatMap(explicit)])
  const isReady = head !== undefined && known !== null && isCurrent(known.record, head.row.id)
  const refuse = (why: string, { row, from }: Wish) => {
    toast({ kind: 'info', title: why, text: row.trackingId })
    onMoved(row.id, from)
  }
  const decide = (wish: Wish, standing: Standing) => {
    queue.drop(wish)
    const obstacle = (column: BoardColumn) => obstacleTo(standing, field, column.value, people)
    const { record } = standing
    const before = record.fields[field.key]
    // Of two moves by key, the second may have been asked for before the first was decided.
    const from = columnNow(columns, wish.from, before)
    const fromKey = from?.key ?? wish.from
    const beside = typeof wish.to === 'number' ? columnsBeside(columns, fromKey, wish.to) : []
    const asked = columns.find(({ key }) => key === wish.to)
    const to = asked ?? beside.find((column) => obstacle(column) === null) ?? beside[0]
    const refuseHere = (why: string) => refuse(why, { ...wish, from: fromKey })
    if (to === undefined) return refuseHere(t('end'))
    const why = obstacle(to)
    if (why !== null) return refuseHere(words(why, to.label, record.trackingId))
    if (to.value !== null && endsWork(field, to.value) && !endsWork(field, before)) {
      onMoved(record.id, fromKey)
      return setClosing({ id: record.id, from: fromKey, to: { field: field.key, value: to.value } })
    }
    const value = movedValue(field, before, { from: from?.value ?? null, to: to.value })
    send({ row: wish.row, from: fromKey, to: to.key }, { record, value })
  }
  useDecision(isReady ? head : undefined, known, decide)
  const fail = (id: string, error: unknown) => {
    for (const wish of queue.wishes.filter(({ row }) => row.id === id)) {
      queue.drop(wish)
      refuse(describeError(error).text, wish)
    }
  }
  return { shown, wish: queue.add, head, known, setKnown, fail, closing, setClosing, saving, isFetching }
}

/** Each wish is decided once. */
function useDecision(
  wish: Wish | undefined,
  known: Standing | null,
  onReady: (wish: Wish, standing: Standing) => void,
): void {
  const decide = useEffectEvent(onReady)
  useEffect(() => {
    if (wish !== undefined && known !== null) decide(wish, known)
  }, [wish, known])
}

function explicit({ row, from, to }: Wish): Moved[] {
  return typeof to === 'string' ? [{ row, from, to }] : []
}

/** What isn't decided yet. The page is left once it is: a move that one sees isn't lost. */
function useWishes() {
  const { t } = useTranslation('board')
  const [wishes, setWishes] = useState<readonly Wish[]>([])
  const [pending] = useState(() => new Pending())
  const waits = useCallback(async () => {
    await pending.idle()
    return false
  }, [pending])
  const isBusy = useCallback(() => pending.isBusy, [pending])
  useBlocker({ shouldBlockFn: waits, enableBeforeUnload: isBusy })
  const sayLost = useEffectEvent(() => {
    for (const { row } of wishes) toast({ kind: 'error', title: t('lost', { id: row.trackingId }) })
  })
  useEffect(() => () => sayLost(), [])
  return {
    wishes,
    add: (wish: Wish) => {
      pending.add()
      setWishes((before) => [...before, wish])
    },
    drop: (wish: Wish) => {
      pending.done()
      setWishes((before) => before.filter((one) => one !== wish))
    },
  }
}

type Write = { record: RecordView; value: ReturnType<typeof movedValue> }

/** Moves that are being saved, and saved ones until the lists have them. */
function useSent({ app, field, onMoved }: Omit<MovesOptions, 'columns'>) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [sent, setSent] = useState<readonly Sent[]>([])
  const saving = useQuickSet(app, {
    namesRecord: true,
    onRefused: (title, text) => toast({ kind: 'error', title, text }),
    onSaved: (_field, { id }) =>
      setSent((before) => before.map((one) => (one.row.id === id ? { ...one, isSaved: true } : one))),
    onFailed: ({ id }) => {
      const isLost = ({ row, isSaved }: Sent) => row.id === id && !isSaved
      const one = sent.find(isLost)
      if (one !== undefined) onMoved(id, one.from)
      setSent((before) => before.filter((move) => !isLost(move)))
    },
  })
  const isFetching = useIsFetching({ queryKey: keys.list(tenantId, 'records', app.id) }) > 0
  const isDone = !isFetching && sent.some(({ isSaved }) => isSaved)
  if (isDone) setSent(sent.filter(({ isSaved }) => !isSaved))
  return {
    sent,
    saving,
    isFetching,
    send: (move: Moved, { record, value }: Write) => {
      // A saved move before stays until the lists have it: this one begins where that one ended.
      setSent((before) => [...before, { ...move, isSaved: false }])
      onMoved(move.row.id, move.to)
      saving.put(record, field, value)
    },
    /** Whether a record is the one of a card, in its newest version, with no move on its way. */
    isCurrent: (record: RecordView, id: string) => {
      const newest = client.getQueryData<RecordView>(keys.one(tenantId, 'records', id))
      const isOnItsWay = sent.some(({ row, isSaved }) => row.id === id && !isSaved)
      return record.id === id && record.version === newest?.version && !isOnItsWay
    },
  }
}
