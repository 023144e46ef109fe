import type { ReactNode } from 'react'
import { type Hue, hueVar } from './hue.ts'
import classes from './State.module.css'
import { STATES, type StateName, type StateShape } from './state.ts'

const PAPER = {
  stroke: 'var(--cl-surface)',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  fill: 'none',
} as const

function Disc({ color, mark, width = 1.5 }: { color: string; mark: string; width?: number }) {
  return (
    <>
      <circle cx="7" cy="7" r="6.4" fill={color} />
      <path d={mark} strokeWidth={width} {...PAPER} />
    </>
  )
}

function Ring({ color, dash }: { color: string; dash?: string }) {
  return <circle cx="7" cy="7" r="5.6" fill="none" stroke={color} strokeWidth="1.5" strokeDasharray={dash} />
}

function lineOf(color: string) {
  return {
    stroke: color,
    strokeWidth: 1.5,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    fill: 'none',
  } as const
}

function Marked({ color, mark, width = 1.5 }: { color: string; mark: string; width?: number }) {
  return (
    <>
      <Ring color={color} />
      <path d={mark} {...lineOf(color)} strokeWidth={width} />
    </>
  )
}

const DRAWINGS: Record<StateShape, (color: string) => ReactNode> = {
  dashed: (color) => <Ring color={color} dash="1.9 2.5" />,
  ring: (color) => <Ring color={color} />,
  half: (color) => (
    <>
      <Ring color={color} />
      <path d="M7 3.6a3.4 3.4 0 0 1 0 6.8z" fill={color} />
    </>
  ),
  pause: (color) => <Marked color={color} mark="M5.7 4.9v4.2M8.3 4.9v4.2" width={1.4} />,
  check: (color) => <Disc color={color} mark="M4.2 7.2l1.9 1.9 3.7-3.9" />,
  cross: (color) => <Disc color={color} mark="M5 5l4 4M9 5l-4 4" />,
  up: (color) => <Disc color={color} mark="M7 10V4.4M4.6 6.6L7 4.2l2.4 2.4" />,
  merge: (color) => <Disc color={color} mark="M4.7 4.7L7 9.4l2.3-4.7" />,
  slash: (color) => <Marked color={color} mark="M4.7 9.3l4.6-4.6" />,
  clock: (color) => <Marked color={color} mark="M7 4.2V7l1.7 1.2" width={1.3} />,
  retry: (color) => <path d="M12 4.2A5.6 5.6 0 1 0 12.6 7M12.4 1.8v2.8H9.6" {...lineOf(color)} />,
  arc: (color) => (
    <g className={classes.turning}>
      <circle cx="7" cy="7" r="5.6" fill="none" stroke="var(--cl-border-strong)" strokeWidth="1.5" />
      <path d="M7 1.4a5.6 5.6 0 0 1 5.6 5.6" {...lineOf(color)} strokeWidth={1.7} />
    </g>
  ),
  dot: (color) => <circle cx="7" cy="7" r="3" fill={color} />,
}

/** A shape in any hue; for definitions that choose their own colors. Decorative unless `label` is given. */
export function ShapeGlyph({ shape, hue, label }: { shape: StateShape; hue: Hue; label?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={classes.glyph} width="14" height="14" viewBox="0 0 14 14" {...named}>
      {DRAWINGS[shape](hueVar(hue, 'solid'))}
    </svg>
  )
}

/** The glyph of a known state. Put a word beside it, or give a `label`. */
export function StateGlyph({ state, label }: { state: StateName; label?: string }) {
  return <ShapeGlyph {...STATES[state]} {...(label === undefined ? {} : { label })} />
}

export function State({ state, children }: { state: StateName; children: ReactNode }) {
  return (
    <span className={classes.root}>
      <StateGlyph state={state} />
      <span className={classes.word}>{children}</span>
    </span>
  )
}
