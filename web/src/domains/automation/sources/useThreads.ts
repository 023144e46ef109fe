import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { MappingRow } from './MappingTable.tsx'
import { threadPath } from './thread-paths.ts'

export interface Thread {
  key: string
  path: string
  d: string
}

/** Lines from values to fields, measured where both are drawn; again after scrolling, resizing, and changes. */
export function useThreads(area: RefObject<HTMLDivElement | null>, rows: readonly MappingRow[]): Thread[] {
  const [threads, setThreads] = useState<Thread[]>([])
  const measure = useEffectEvent(() => {
    const bound = rows.flatMap(({ target, binding, at }) =>
      binding?.from === 'path' ? [{ key: `${target.key} ${at}`, path: binding.path }] : [],
    )
    if (area.current === null) return
    const next = drawn(area.current, bound)
    setThreads((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  })
  // After every render: rows move when others come or go.
  useEffect(() => {
    const frame = requestAnimationFrame(() => measure())
    return () => cancelAnimationFrame(frame)
  })
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const again = () => requestAnimationFrame(() => measure())
    const resize = new ResizeObserver(again)
    resize.observe(element)
    element.addEventListener('scroll', again, { capture: true, passive: true })
    return () => {
      resize.disconnect()
      element.removeEventListener('scroll', again, { capture: true })
    }
  }, [area])
  return threads
}

function drawn(area: HTMLElement, bound: readonly { key: string; path: string }[]): Thread[] {
  const base = area.getBoundingClientRect()
  const left = area.querySelector('[data-scroll]')?.getBoundingClientRect()
  return bound.flatMap(({ key, path }, index) => {
    const from = boxOf(area, 'path', path)
    const to = boxOf(area, 'field', key)
    if (from === undefined || to === undefined || left === undefined) return []
    const ends = {
      from: {
        x: Math.min(from.right, left.right - 8) - base.left + 4,
        y: (from.top + from.bottom) / 2 - base.top,
      },
      to: { x: to.left - base.left - 8, y: (to.top + to.bottom) / 2 - base.top },
    }
    return [{ key, path, d: threadPath(ends, index, left.right - base.left) }]
  })
}

/** The box of an element that is in sight of what it scrolls in. */
function boxOf(area: HTMLElement, name: 'path' | 'field', value: string): DOMRect | undefined {
  const element = area.querySelector(`[data-${name}="${CSS.escape(value)}"]`)
  const frame = element?.closest('[data-scroll]')?.getBoundingClientRect()
  const box = element?.getBoundingClientRect()
  if (box === undefined || frame === undefined) return undefined
  const middle = (box.top + box.bottom) / 2
  return middle < frame.top || middle > frame.bottom ? undefined : box
}
