import type { KeyboardEvent } from 'react'
import classes from './Automation.module.css'

interface ViewSwitchProps<Key extends string> {
  /** Accessible name of the tabs. */
  label: string
  views: readonly { key: Key; label: string }[]
  value: Key
  onChange: (key: Key) => void
  /** Id prefix, as of a `TabBar`: its `tabPanelProps` tie the panel. */
  prefix: string
}

/** The views of one thing as segments inside its page bar; arrow keys move between them. */
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
