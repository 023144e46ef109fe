import type { ReactNode } from 'react'
import { hueVar } from './hue.ts'
import classes from './Severity.module.css'
import { SEVERITIES, type SeverityName } from '@caseloom/contract/values/severities'
import { SEVERITY_HUE } from './severity.ts'

const BARS = [
  { x: 0.9, height: 3.4 },
  { x: 4.2, height: 5.9 },
  { x: 7.5, height: 8.4 },
  { x: 10.8, height: 11 },
]

/**
 * Four ascending bars (0 to 4 filled); fatal is an octagon with an exclamation mark. Decorative: put a word beside
 * it.
 */
export function SeverityGlyph({ value, label }: { value: SeverityName; label?: string }) {
  const color = hueVar(SEVERITY_HUE[value], 'solid')
  const filled = SEVERITIES.indexOf(value)
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={classes.glyph} width="14" height="14" viewBox="0 0 14 14" {...named}>
      {value === 'fatal' ? (
        <>
          <path d="M4.3.6h5.4L13.4 4.3v5.4l-3.7 3.7H4.3L.6 9.7V4.3z" fill={color} />
          <path d="M7 3.4v4" stroke="var(--cl-surface)" strokeWidth="1.7" strokeLinecap="round" />
          <circle cx="7" cy="10.1" r="1" fill="var(--cl-surface)" />
        </>
      ) : (
        BARS.map((bar, index) => (
          <rect
            key={bar.x}
            x={bar.x}
            y={12.7 - bar.height}
            width="2.3"
            height={bar.height}
            rx="0.8"
            fill={index < filled ? color : 'var(--cl-border-strong)'}
          />
        ))
      )}
    </svg>
  )
}

/** Glyph and word; only critical and fatal color the word. */
export function Severity({ value, children }: { value: SeverityName; children: ReactNode }) {
  return (
    <span className={classes.root} data-severity={value}>
      <SeverityGlyph value={value} />
      <span className={classes.word}>{children}</span>
    </span>
  )
}
