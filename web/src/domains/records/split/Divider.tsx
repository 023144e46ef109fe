import { type PointerEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fittingWidth, LIST_WIDTH, widthByKey } from './split-width.ts'
import classes from './Split.module.css'

interface DividerProps {
  /** Of the list, in px. */
  width: number
  /** Begins where the list begins. */
  frame: RefObject<HTMLElement | null>
  onWidth: (width: number) => void
}

/** Between list and record: dragged, moved by arrow keys, and put back by a double press or Enter. */
export function Divider({ width, frame, onWidth }: DividerProps) {
  const { t } = useTranslation('split')
  const [isDragging, setDragging] = useState(false)
  const set = (wanted: number) => onWidth(fittingWidth(wanted, frame.current?.clientWidth ?? 0))
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragging(true)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (isDragging) set(event.clientX - (frame.current?.getBoundingClientRect().left ?? 0))
  }
  const stop = () => setDragging(false)
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('width')}
      aria-valuenow={width}
      aria-valuemin={LIST_WIDTH.min}
      aria-valuemax={LIST_WIDTH.max}
      tabIndex={0}
      className={classes.divider}
      data-dragging={isDragging || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => set(LIST_WIDTH.usual)}
      onKeyDown={(event) => {
        const next = widthByKey(event.key, width)
        if (next === null) return
        event.preventDefault()
        set(next)
      }}
    />
  )
}
