import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

interface Editing {
  onCancel?: (() => void) | undefined
  onLeave?: (() => void) | undefined
}

/** When the editor in a row opens and closes: the events are for the row. */
export function useEditing({ onCancel, onLeave }: Editing, row: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false)
  const refocus = useRef(false)
  useEffect(() => {
    if (open || !refocus.current) return
    refocus.current = false
    row.current?.querySelector<HTMLElement>('button')?.focus()
  }, [open, row])
  const close = () => {
    refocus.current = true
    setOpen(false)
  }
  const onBlur = (event: FocusEvent) => {
    if (!open || refocus.current || !isInside(row, event.target)) return
    const leave = () => {
      onLeave?.()
      setOpen(false)
    }
    const to = event.relatedTarget
    if (to === null) return whenNothingHasFocus(row, onLeave, leave)
    const cell = row.current?.querySelector('[data-cell]')
    // Dropdowns of selects and date pickers are in a portal: moving there isn't leaving.
    if (cell?.contains(to) || to.closest('[data-portal]') !== null) return
    leave()
  }
  return {
    open,
    setOpen,
    close,
    events: { ...useEditingKeys({ onCancel, onLeave, open, close }, row), onBlur },
  }
}

interface EditingKeys extends Editing {
  open: boolean
  close: () => void
}

function useEditingKeys({ onCancel, onLeave, open, close }: EditingKeys, row: RefObject<HTMLElement | null>) {
  const byPointer = useRef(false)
  const leave = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    // Some inputs take their text when they lose the focus.
    if (event.target instanceof HTMLElement) event.target.blur()
    onLeave?.()
    close()
  }
  return {
    // Before the editor, in which it may be a line break.
    onKeyDownCapture: (event: KeyboardEvent) => {
      byPointer.current = false
      const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (open && isSave && isInside(row, event.target)) leave(event)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!open || event.defaultPrevented || !isInside(row, event.target)) return
      if (event.key === 'Enter' && isOneLine(event)) leave(event)
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onCancel?.()
      close()
    },
    onPointerDown: () => {
      byPointer.current = true
    },
    // With the arrow keys one passes through options on the way to another.
    onChange: ({ target }: FormEvent) => {
      if (byPointer.current && target instanceof HTMLInputElement && target.type === 'radio') onLeave?.()
    },
  }
}

/** After a click beside everything, which isn't leaving as long as another window has the focus. */
function whenNothingHasFocus(
  row: RefObject<HTMLElement | null>,
  onLeave: (() => void) | undefined,
  leave: () => void,
): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || row.current === null || !document.hasFocus()) return
    // A click between the parts of the editor doesn't close it.
    if (row.current.matches(':hover')) onLeave?.()
    else leave()
  })
}

/** React also passes on what happens in the dialogs that an editor opens. */
function isInside(row: RefObject<HTMLElement | null>, target: EventTarget): boolean {
  return target instanceof Node && row.current?.contains(target) === true
}

/** An input in which Enter does nothing else. */
function isOneLine({ target, nativeEvent, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return false
  if (!(target instanceof HTMLInputElement) || target.hasAttribute('aria-haspopup')) return false
  return !['checkbox', 'radio', 'file'].includes(target.type)
}
