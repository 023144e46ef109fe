/** Right-to-left letters, and characters that change the direction of what follows. */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/
const OVERRIDES = /[\u202a-\u202e]/g
const ISOLATES = /[\u2066-\u2069]/g

/** Isolates a name: whatever its script, it doesn't reorder the text around it. */
export function bidiIsolate(name: string): string {
  if (!TURNS.test(name)) return name
  const calm = name.replace(OVERRIDES, '')
  return `\u2068${isWhole(calm) ? calm : calm.replace(ISOLATES, '')}\u2069`
}

/** Removes overrides that would reorder what follows (`invoice\u202egpj.exe`). */
export function straight(text: string): string {
  return TURNS.test(text) ? text.replace(OVERRIDES, '') : text
}

/** True when every isolation within the text ends within it. */
function isWhole(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(ISOLATES)) {
    depth += mark === '\u2069' ? -1 : 1
    if (depth < 0) return false
  }
  return depth === 0
}
