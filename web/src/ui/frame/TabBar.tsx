import type { KeyboardEvent, ReactNode } from 'react'
import { formatCount } from '../time.ts'
import classes from './Frame.module.css'

export interface Tab {
  key: string
  label: string
  count?: number
  /** There are more than `count`. */
  isCapped?: boolean
}

interface TabBarProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (key: string) => void
  actions?: ReactNode
  /** 40 px in pages, 34 px in panels. */
  size?: 'page' | 'panel'
  /** Inside padded content: the first tab aligns with it. */
  flush?: boolean
  /** Id prefix: the panel of tab `x` is `<prefix>-panel-x`, see `tabPanelProps`. */
  prefix: string
}

/** Keys may contain spaces, which would end an ID where one is referred to. */
function tabId(prefix: string, key: string): string {
  return `${prefix}-tab-${encodeURIComponent(key)}`
}

export function tabPanelProps(prefix: string, key: string) {
  return {
    role: 'tabpanel',
    id: `${prefix}-panel-${encodeURIComponent(key)}`,
    'aria-labelledby': tabId(prefix, key),
    tabIndex: 0,
  } as const
}

function neighbor(tabs: readonly Tab[], value: string, key: string): Tab | undefined {
  const at = tabs.findIndex((tab) => tab.key === value)
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length]
  if (key === 'ArrowLeft') return tabs[(at - 1 + tabs.length) % tabs.length]
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs.at(-1)
  return undefined
}

/** Arrow keys move between tabs. Counts are visual, not part of the name. */
export function TabBar(props: TabBarProps) {
  const { label, tabs, value, onChange, actions, size = 'page', flush = false, prefix } = props
  const move = (event: KeyboardEvent) => {
    const next = neighbor(tabs, value, event.key)
    if (next === undefined) return
    event.preventDefault()
    onChange(next.key)
    document.getElementById(tabId(prefix, next.key))?.focus()
  }
  return (
    <div className={classes.tabBar} data-size={size} data-flush={flush || undefined}>
      <div className={classes.tabs} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={tabId(prefix, tab.key)}
            aria-selected={tab.key === value}
            tabIndex={tab.key === value ? 0 : -1}
            className={classes.tab}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={classes.count} aria-hidden>
                {formatCount(tab.count)}
                {tab.isCapped === true && '+'}
              </span>
            )}
          </button>
        ))}
      </div>
      {actions !== undefined && <div className={classes.end}>{actions}</div>}
    </div>
  )
}
