import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BuilderShared, useBuilder } from '../model/builder-context.ts'
import { setProperties, type Spot } from '../model/draft.ts'
import { findStep, listAt, setIn, valueAt } from '../model/places.ts'
import { disconnect } from '../model/shape.ts'
import type { CanvasDeeds } from './canvas-context.ts'
import { listOfBox } from './drop-spot.ts'

interface Now {
  builder: BuilderShared
  label: (key: string) => string
  offer: (spot: Spot) => void
  focused: (node: string) => void
}

/** Node actions as one stable object: it reads the current draft when called. */
export function useNodeActions(offer: (spot: Spot) => void, focused: (node: string) => void): CanvasDeeds {
  const { t } = useTranslation('builder')
  const builder = useBuilder()
  const { readOnly } = builder
  const [now] = useState(() => new Latest<Now>())
  const [deeds] = useState(() => deedsOf(() => now.get(), readOnly))
  useLayoutEffect(() => now.set({ builder, label: (key) => t(`undo.${key}`), offer, focused }))
  return deeds
}

/** The last rendered value; read in handlers, never during render. */
class Latest<T> {
  #value: T | null = null
  get(): T | null {
    return this.#value
  }
  set(value: T): void {
    this.#value = value
  }
}

type Edit = (label: string, change: Parameters<BuilderShared['edit']>[1]) => void

function deedsOf(look: () => Now | null, readOnly: boolean): CanvasDeeds {
  const edit: Edit = (label, change) => look()?.builder.edit(look()?.label(label) ?? '', change)
  return {
    readOnly,
    choose: (node, more) => {
      const builder = look()?.builder
      if (builder === undefined) return
      const { selection } = builder
      if (!more) builder.select(node)
      else
        builder.select(
          selection.includes(node) ? selection.filter((one) => one !== node) : [...selection, node],
        )
    },
    focused: (node) => look()?.focused(node),
    offer: (spot) => look()?.offer(spot),
    offerIn: (box, kind) => {
      const document = look()?.builder.document
      const list = document && listOfBox(document, box, kind)
      if (list) look()?.offer({ kind: 'in', list })
    },
    fold: (block, folded) =>
      edit('fold', (draft) => {
        const list = valueAt(draft, ['canvas', 'folded'])
        const rest = (Array.isArray(list) ? list : []).filter((one) => one !== block)
        return setProperties(draft, ['canvas'], { folded: folded ? [...rest, block] : rest })
      }),
    removeEdge: (to, index) => edit('disconnect', (draft) => disconnect(draft, to, index)),
    openEdge: (to, index) => {
      const builder = look()?.builder
      const path = builder && findStep(builder.document, to)?.path
      if (path) builder.select(to, [...path, 'after', ...(index < 0 ? [] : [index])])
    },
    ...noteDeeds(edit),
  }
}

function noteDeeds(edit: Edit): Pick<CanvasDeeds, 'writeNote' | 'sizeNote' | 'removeNote'> {
  return {
    writeNote: (index, text) =>
      edit('note', (draft) =>
        text.trim() === ''
          ? withoutNote(draft, index)
          : setIn(draft, ['canvas', 'notes', index, 'text'], text),
      ),
    sizeNote: (index, { x, y, width, height }) =>
      edit('note', (draft) =>
        setProperties(draft, ['canvas', 'notes', index], {
          x: Math.round(x),
          y: Math.round(y),
          width: Math.round(width),
          height: Math.round(height),
        }),
      ),
    removeNote: (index) => edit('note', (draft) => withoutNote(draft, index)),
  }
}

function withoutNote(draft: JsonObject, index: number): JsonObject {
  return setIn(draft, ['canvas', 'notes'], listAt(draft, ['canvas', 'notes']).toSpliced(index, 1))
}
