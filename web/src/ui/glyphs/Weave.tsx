import classes from './Weave.module.css'

const STEP = 56
const COLUMNS = 16
const ROWS = 17
const ACCENT_COLUMN = 8
const ACCENT_ROW = 6
const GAP = 9

/** At a crossing exactly one thread is on top; they alternate like cloth. */
function verticalOnTop(column: number, row: number): boolean {
  return (column + row) % 2 === 0
}

function thread(index: number, vertical: boolean) {
  const crossings = vertical ? ROWS : COLUMNS
  const at = STEP / 2 + index * STEP
  const pieces: string[] = []
  let from = 0
  for (let other = 0; other < crossings; other += 1) {
    const onTop = vertical ? verticalOnTop(index, other) : !verticalOnTop(other, index)
    if (onTop) continue
    const cross = STEP / 2 + other * STEP
    pieces.push(vertical ? `M${at} ${from}V${cross - GAP}` : `M${from} ${at}H${cross - GAP}`)
    from = cross + GAP
  }
  const end = crossings * STEP
  pieces.push(vertical ? `M${at} ${from}V${end}` : `M${from} ${at}H${end}`)
  return pieces.join('')
}

/** The background of the sign-in page: gray threads, one accent warp and weft, fading toward the edges. */
export function Weave() {
  const lines = [
    ...Array.from({ length: COLUMNS }, (_, i) => ({
      d: thread(i, true),
      accent: i === ACCENT_COLUMN,
      key: `v${i}`,
    })),
    ...Array.from({ length: ROWS }, (_, i) => ({
      d: thread(i, false),
      accent: i === ACCENT_ROW,
      key: `h${i}`,
    })),
  ]
  const x = STEP / 2 + ACCENT_COLUMN * STEP
  const y = STEP / 2 + ACCENT_ROW * STEP
  return (
    <svg className={classes.weave} viewBox="0 0 840 900" preserveAspectRatio="xMinYMin slice" aria-hidden>
      {lines.map((line) => (
        <path key={line.key} d={line.d} className={line.accent ? classes.accent : classes.thread} />
      ))}
      <circle cx={x} cy={y} r="6.5" fill="var(--cl-canvas)" />
      <circle cx={x} cy={y} r="3.8" fill="var(--cl-accent)" />
    </svg>
  )
}

/** The small weave above an empty state. */
export function WeaveMotif() {
  return (
    <svg width="166" height="82" viewBox="0 0 166 82" aria-hidden className={classes.motif}>
      <g className={classes.thread}>
        <path d="M11 0v37M11 45v37" opacity="0.35" />
        <path d="M35 0v82" opacity="0.6" />
        <path d="M59 0v37M59 45v37" />
        <path d="M107 0v37M107 45v37" />
        <path d="M131 0v82" opacity="0.6" />
        <path d="M155 0v37M155 45v37" opacity="0.35" />
        <path d="M1 41h29M40 41h34M92 41h34M136 41h29" className={classes.weft} />
      </g>
      <path d="M83 0v31M83 51v31" className={classes.accent} />
      <circle cx="83" cy="41" r="4" fill="var(--cl-accent)" />
    </svg>
  )
}
