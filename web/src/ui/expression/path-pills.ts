import { lookUp } from './completion.ts'
import type { KnownName } from './known-name.ts'
import type { Pill, PillLook } from './pill-view.ts'

const NAME = '(?:[A-Za-z_]\\w*|`[^`]*`)'
/** Texts and comments, which are passed over, and paths. */
const PIECES = new RegExp(
  `"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|/\\*[\\s\\S]*?(?:\\*/|$)|[.$]\\s*${NAME}|${NAME}(?:\\.${NAME})*`,
  'g',
)

/** A path in an expression that leads to a known value. */
export interface KnownPath {
  from: number
  to: number
  name: KnownName
}

/** The known paths of an expression; of one that leads on into a value, the part that is known. */
export function knownPaths(text: string, names: readonly KnownName[]): KnownPath[] {
  return [...text.matchAll(PIECES)].flatMap(({ 0: piece, index: from }) => {
    if (!/^[A-Za-z_`]/.test(piece)) return []
    const parts = piece.match(new RegExp(NAME, 'g')) ?? []
    for (let count = parts.length; count > 0; count -= 1) {
      const path = parts.slice(0, count)
      const name = lookUp(names, path)
      if (name !== undefined && name.isGroup !== true)
        return [{ from, to: from + path.join('.').length, name }]
    }
    return []
  })
}

/** Known paths of one expression as pills with their labels; `hues` by the first name of a path. */
export function pathPills(
  names: readonly KnownName[],
  hues: Readonly<Record<string, Pill['hue']>>,
): PillLook {
  return {
    caret: 0,
    opensAtEnd: true,
    pillsOf: (text) =>
      knownPaths(text, names).map(({ from, to, name }) => ({
        from,
        to,
        text: name.label ?? name.path,
        hue: hues[name.path.split('.', 1)[0] ?? ''] ?? 'trigger',
      })),
  }
}
