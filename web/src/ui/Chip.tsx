import type { ComponentProps, ReactNode } from 'react'
import type { Hue } from './glyphs/hue.ts'
import { hueVar } from './glyphs/hue.ts'
import classes from './Chip.module.css'

/** One status in a header ("Waiting for a person", "Draft"): soft fill, glyph at the left. Not for lists. */
export function Chip({
  hue = 'gray',
  glyph,
  children,
}: {
  hue?: Hue
  glyph?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={classes.chip} style={{ background: hueVar(hue, 'soft'), color: hueVar(hue, 'text') }}>
      {glyph}
      {children}
    </span>
  )
}

/** `title` says why the value can't be chosen here. */
export function PropertyChip({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <span className={classes.property} title={title}>
      {children}
    </span>
  )
}

/** A value in a header that opens a menu; takes the attributes of a button. */
export function PropertyButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={classes.property} />
}

export function Tag({ children, mono = false }: { children: ReactNode; mono?: boolean }) {
  return (
    <span className={classes.tag} data-mono={mono || undefined}>
      {children}
    </span>
  )
}

export function Tags({ values, show = 2 }: { values: readonly string[]; show?: number }) {
  const rest = values.slice(show)
  return (
    <span className={classes.tags}>
      {values.slice(0, show).map((value) => (
        <Tag key={value}>{value}</Tag>
      ))}
      {rest.length > 0 && (
        <span className={classes.more} title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

/** A 6 px dot before a word: states that need no glyph ("Active", "Live"). */
export function Dot({ hue }: { hue: Hue }) {
  return <span className={classes.dot} style={{ background: hueVar(hue, 'solid') }} aria-hidden />
}
