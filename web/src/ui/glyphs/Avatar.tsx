import { hueVar } from './hue.ts'
import classes from './Avatar.module.css'
import { avatarHue, initials } from './initials.ts'

const FONT: Record<number, number> = { 18: 8.5, 20: 9, 24: 10.5, 32: 13 }

interface AvatarProps {
  /** Absent: the placeholder of "Unassigned". */
  name?: string | null
  /** 18 inline, 20 in rows, 24 in bars, 32 in headers. */
  size?: 18 | 20 | 24 | 32
  own?: boolean
}

/** Initials, rendered by CSS so that they don't become part of a control's name. Put the name beside it. */
export function Avatar({ name, size = 20, own = false }: AvatarProps) {
  const box = { width: size, height: size, fontSize: FONT[size] }
  if (!name) return <span className={classes.noOne} style={box} aria-hidden />
  const hue = avatarHue(name)
  const tint = own
    ? {}
    : { background: hueVar(hue, 'soft'), borderColor: hueVar(hue, 'border'), color: hueVar(hue, 'text') }
  return (
    <span
      className={classes.avatar}
      data-own={own || undefined}
      data-initials={initials(name)}
      style={{ ...box, ...tint }}
      aria-hidden
    />
  )
}

/** Avatar and name in one line; without a person, the given word. */
export function Person({ name, own, noOne }: { name?: string | null; own?: boolean; noOne: string }) {
  return (
    <span className={classes.person}>
      <Avatar {...(name === undefined ? {} : { name })} {...(own === undefined ? {} : { own })} />
      <span className={name ? classes.name : classes.unassigned}>{name ?? noOne}</span>
    </span>
  )
}
