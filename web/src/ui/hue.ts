/** The semantic hues of the theme; each has `text`, `solid`, `soft` and `border` variants as CSS variables. */
export const HUES = ['gray', 'blue', 'green', 'amber', 'orange', 'red', 'plum'] as const
export type Hue = (typeof HUES)[number]

/** Reads the hue of a colour name as definitions store it (`purple` is drawn as plum); unknown names are grey. */
export function hueOf(colour: string | null | undefined): Hue {
  if (colour === 'purple') return 'plum'
  return HUES.find((hue) => hue === colour) ?? 'gray'
}

/** The CSS variable of a hue, for example `hueVar('red', 'solid')` is `var(--cl-red-solid)`. */
export function hueVar(hue: Hue, part: 'text' | 'solid' | 'soft' | 'border'): string {
  return `var(--cl-${hue}-${part})`
}
