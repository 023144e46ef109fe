/** The semantic hues of the theme; each has `text`, `solid`, `soft` and `border` variants as CSS variables. */
export const HUES = ['gray', 'blue', 'green', 'amber', 'orange', 'red', 'plum'] as const
export type Hue = (typeof HUES)[number]

/** The hue of a stored color name (`purple` renders as plum); unknown names are gray. */
export function hueOf(color: string | null | undefined): Hue {
  if (color === 'purple') return 'plum'
  return HUES.find((hue) => hue === color) ?? 'gray'
}

export function hueVar(hue: Hue, part: 'text' | 'solid' | 'soft' | 'border'): string {
  return `var(--cl-${hue}-${part})`
}
