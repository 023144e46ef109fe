import type { KeyboardEvent } from 'react'
import classes from './Automation.module.css'

interface ViewSwitchProps<Key extends string> {
  label: string
  views: readonly { key: Key; label: string }[]
  value: Key
  onChange: (key: Key) => void
  /** ID prefix shared with `TabBar`, so that `tabPanelProps` links the panel. */
  prefix: string
}

export function ViewSwitch<Key extends string>({
  label,
  views,
  value,
  onChange,
  prefix,
}: ViewSwitchProps<Key>) {
  const move = (event: KeyboardEvent) => {
    const at = views.findIndex((view) => view.key === value)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = views[(at + step + views.length) % views.length]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    onChange(next.key)
    document.getElementById(`${prefix}-tab-${next.key}`)?.focus()
  }
  return (
    <div className={classes.segments} role="tablist" aria-label={label} onKeyDown={move}>
      {views.map((view) => (
        <button
          key={view.key}
          type="button"
          role="tab"
          id={`${prefix}-tab-${view.key}`}
          aria-selected={view.key === value}
          tabIndex={view.key === value ? 0 : -1}
          className={classes.segment}
          onClick={() => onChange(view.key)}
        >
          {view.label}
        </button>
      ))}
    </div>
  )
}
